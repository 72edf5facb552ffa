// `debate-hall compare`: how two debates differ.
import type { Command } from '@commander-js/extra-typings';
import type { DebateComparison, Difference } from '../../../../domain/results/comparison.ts';
import { cutLine } from '../../../../domain/words/cut-line.ts';
import {
  describeOtherTurn,
  describeSameTurns,
  describeTotals,
  nameDifference,
} from '../../../../domain/words/describe-comparison.ts';
import { describeRelation } from '../../../../domain/words/describe-relation.ts';
import { type LabelSeat, labelSeats } from '../../../../domain/words/label-seats.ts';
import { compareDebates } from '../../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { withHall } from '../../actions/run-action.ts';
import { addResultOptions } from '../../input/options.ts';
import { type Colours, coloursFor, printEither, printSentences } from '../../terminal/io.ts';

/** Of a value on its line; longer ones are cut. */
const WIDTH = 60;

function formatValue(value: string | number | null): string {
  return value === null ? 'none' : cutLine(String(value), WIDTH);
}

function renderSection(title: string, lines: readonly string[], colours: Colours): string[] {
  return lines.length === 0 ? [] : ['', colours.bold(title), ...lines];
}

const drawArrow = (values: readonly [string | number | null, string | number | null]) =>
  values.map(formatValue).join(' → ');

function differenceLines(differences: readonly Difference[], label: LabelSeat): string[] {
  return differences.map(({ what, values }) => `  ${nameDifference(what, label)}: ${drawArrow(values)}`);
}

function answerLines({ answers }: DebateComparison, label: LabelSeat): string[] {
  return answers.map(({ seat, opening, ballot }) => {
    const phases = [
      ['opening', opening],
      ['final', ballot],
    ] as const;
    const answered = phases.filter(([, values]) => values.some((value) => value !== null));
    const parts = answered.map(
      ([name, values]) => `${name} ${values[0] === values[1] ? formatValue(values[0]) : drawArrow(values)}`,
    );
    return `  ${label(seat)}: ${parts.join('; ')}`;
  });
}

function turnLines({ sameTurns, otherTurns, redactedTurns }: DebateComparison): string[] {
  return [
    `  ${describeSameTurns(sameTurns, otherTurns.length, redactedTurns.length)}`,
    ...otherTurns.map((turn, index) => `  ${describeOtherTurn(turn)}${index === 0 ? ' (first that differs)' : ''}`),
    ...redactedTurns.map((turn) => `  ${describeOtherTurn(turn)}`),
  ];
}

const costLines = ({ threadIds, totals }: DebateComparison): string[] =>
  totals.map((total, index) => `  ${threadIds[index]}: ${describeTotals(total)}`);

/** What `compare` prints: first what was given, then what was said, then what came out. */
function comparisonLines(comparison: DebateComparison, colours: Colours): string[] {
  const { threadIds, relation, given, results, outcomes } = comparison;
  const label = labelSeats(comparison.seats);
  const result = results.length === 0 ? [`  the same: ${formatValue(outcomes[0])}`] : differenceLines(results, label);
  return [
    colours.bold(`${threadIds[0]} → ${threadIds[1]}`),
    ...(relation === null ? [] : [colours.dim(describeRelation(relation, label))]),
    ...renderSection('Given', given.length === 0 ? ['  the same'] : differenceLines(given, label), colours),
    ...renderSection('Answers', answerLines(comparison, label), colours),
    ...renderSection('Turns', turnLines(comparison), colours),
    ...renderSection('Result', result, colours),
    ...renderSection(
      'Authority',
      comparison.authorities.map((authority, index) => `  ${threadIds[index]}: ${authority}`),
      colours,
    ),
    ...renderSection('Calls', costLines(comparison), colours),
  ];
}

export function define(command: Command): void {
  addResultOptions(
    command
      .description(
        'Show how two debates differ: seats, rules, answers, outcome, cost, and the first event that differs.',
      )
      .argument('<id>', 'the debate')
      .argument('<other>', 'the debate to compare it with'),
  )
    .addHelpText(
      'after',
      `
To compare a debate with blind answers of its agents, use run --compare.

Example:
  debate-hall compare 2026-11-20-rewrite-backend 2026-11-20-rewrite-backend-2`,
    )
    .action(async (reference, other, flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        const comparison = await compareDebates(hall, await findDebate(hall, reference), await findDebate(hall, other));
        const print = (shown: DebateComparison) => printSentences(comparisonLines(shown, coloursFor(process.stdout)));
        await printEither(flags, comparison, print);
      });
    });
}
