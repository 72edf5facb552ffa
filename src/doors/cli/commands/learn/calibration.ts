// `debate-hall calibration`: how well confidence was founded.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import {
  type Calibration,
  describeUncalibrated,
  type LabelScore,
  type Score,
} from '../../../../domain/hindsight/scores.ts';
import { OUTCOME_WORDS } from '../../../../domain/outcomes.ts';
import { countNoun, formatCount, roundPercent } from '../../../../domain/words/format-figures.ts';
import { calibrate } from '../../../../hall/operations/records/outcomes/calibration.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { readHall } from '../../actions/run-action.ts';
import { warnOfUnsearched } from '../../actions/warn-of-left-out.ts';
import { buildFilter } from '../../input/list-filter.ts';
import { addResultOptions } from '../../input/options.ts';
import { type Column, getPaper, type Paper, renderTable } from '../../render/layout/table.ts';
import { printJson, printMessage, printRows } from '../../terminal/io.ts';

const TOO_LITTLE = 'too little data';
const COLUMNS: readonly Column[] = [
  { title: 'OF' },
  { title: 'ANSWERS', figures: true },
  { title: 'RIGHT', figures: true },
  { title: 'CONFIDENCE', figures: true },
  { title: 'BRIER', figures: true },
  { title: 'RELIABILITY', figures: true },
  { title: '' },
];
const LABEL_COLUMNS: readonly Column[] = [
  { title: 'OUTCOME' },
  { title: 'DEBATES', figures: true },
  { title: 'RIGHT', figures: true },
  { title: 'WRONG', figures: true },
  { title: 'MIXED', figures: true },
  { title: '' },
];

const share = (right: number, all: number) => `${roundPercent((100 * right) / all)}%`;

function scoreRow(name: string, { answers, right, meanConfidence, brier, reliability }: Score): string[] {
  if (brier === null || reliability === null) {
    return [name, formatCount(answers), `${right} of ${answers}`, '', '', '', TOO_LITTLE];
  }
  const figures = [brier.toFixed(3), reliability.toFixed(3)];
  return [name, formatCount(answers), share(right, answers), `${meanConfidence}%`, ...figures, ''];
}

function labelRow({ outcome, debates, right, wrong, mixed, enough }: LabelScore): string[] {
  const counts = [debates, right, wrong, mixed].map((count) => formatCount(count));
  return [OUTCOME_WORDS[outcome].title, ...counts, enough ? share(right, debates) : TOO_LITTLE];
}

/** Tables of how well confidence was founded; where there is too little data, they say so in place of figures. */
function calibrationLines(calibration: Calibration, paper: Paper): string[] {
  const { debates, all, agents, formats, bands, outcomes } = calibration;
  return [
    `${countNoun(all.answers, 'answer')} in ${countNoun(debates, 'debate')} with a recorded outcome`,
    '',
    ...renderTable(
      COLUMNS,
      [
        ...agents.map((each) => scoreRow(each.agent, each)),
        ...formats.map((each) => scoreRow(each.format, each)),
        ...bands.map((each) => scoreRow(`${each.from} to ${each.to}% sure`, each)),
        scoreRow('All', all),
      ],
      paper,
    ),
    '',
    ...renderTable(LABEL_COLUMNS, outcomes.map(labelRow), paper),
  ];
}

export function define(command: Command): void {
  addResultOptions(
    command.description(
      'Compare how sure seats were with what turned out: by agent, format, outcome and confidence, with Brier scores.',
    ),
  )
    .option('-F, --format <format>', 'only debates in this format')
    .option('--agent <agent>', 'only answers of this agent or person; rehearsals count only if named')
    .option('--since <time>', 'only outcomes recorded since: 2026-11-20, 12h, 7d or 2w')
    .addHelpText(
      'after',
      `
Counts openings and ballots of debates whose outcome was recorded with "outcome".
A Brier score of 0 is perfect; saying 50% to everything gives 0.25. Below 20
answers there is too little data to say anything.

Examples:
  debate-hall calibration --since 90d
  debate-hall calibration --agent claude --json`,
    )
    .action(async ({ agent, ...flags }) => {
      await readHall(flags, async ({ hall }) => {
        const { format, since } = buildFilter(hall, flags);
        const calibration = await calibrate(hall, defined({ format, since, agent }));
        if (calibration.debates === 0) {
          printMessage(`${describeUncalibrated(toPrintable(agent))} Record one with "debate-hall outcome ID right".`);
        }
        if (flags.json === true) await printJson(calibration);
        else if (calibration.debates > 0) await printRows(calibrationLines(toPrintable(calibration), getPaper()));
        await warnOfUnsearched(hall);
      });
    });
}
