// An author fixes or disputes the findings of a review, one answer for each; what became of the files is for the next review to judge.
import { type EventData, isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import type { FormatResult } from '../../domain/record.ts';
import { FIX_ANSWERS, type FixOptions, type FixResult, fixOptionsSchema } from '../../domain/results/fix-result.ts';
import { REDACTED } from '../../domain/sealed/sealed.ts';
import { quoteBlock } from '../../domain/words/markdown-safe.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import { defineFormat } from '../define-format.ts';
import { AUTHOR, answer, matchAnswers, type State } from './answer.ts';

function buildData(log: readonly LedgerEvent[], state: State): FixResult {
  const { round, findings, work } = state.options;
  const turn = log.findLast((event) => isEvent(event, 'turn-recorded'));
  const told = turn && answer.readTurn(turn, () => state);
  const words = told?.answer && matchAnswers(state, told.answer);
  return {
    kind: 'fix',
    round,
    branch: work?.branch ?? null,
    answers: (told?.data.answers ?? []).map(({ id, answer: word }) => {
      const given = findings.find((finding) => finding.id === id);
      const written = words?.find((each) => each.id === id)?.written;
      return {
        id,
        severity: given?.severity ?? 'P2',
        answer: word,
        reason: words === undefined ? REDACTED : (written?.reason?.trim() ?? ''),
        lines: written?.lines ?? [],
      };
    }),
  };
}

function result(log: readonly LedgerEvent[], state: State): FormatResult {
  const data = buildData(log, state);
  const counts = FIX_ANSWERS.map(
    (word) => `${data.answers.filter(({ answer: each }) => each === word).length} ${word}`,
  );
  const unanswered = `The author has not answered${state.ended === 'closed' ? '' : ' yet'}`;
  const headline = data.answers.length === 0 ? unanswered : counts.join(', ');
  const lines = data.answers.map(
    ({ id, severity, answer: word, reason, lines: places }) =>
      `### ${id} (${severity}): ${word}\n\n${quoteBlock([places.join(', '), reason].filter((text) => text !== '').join('\n\n'))}`,
  );
  const where = data.branch === null ? [] : [`Branch: \`${data.branch}\``];
  return {
    data: data as unknown as FormatResult['data'],
    headline,
    markdown: [...where, ...lines].join('\n\n'),
  };
}

function admitOpening({ options }: EventData<'debate-opened'>): Problem | undefined {
  if (fixOptionsSchema.parse(options).findings.length > 0) return undefined;
  return {
    code: 'bad-input',
    message: 'The format "fix" answers the findings of a review, and there are none here.',
    hint: 'Have a change reviewed and fixed with "debate-hall review --fix --author AGENT".',
  };
}

export const format = defineFormat<FixOptions, State>({
  id: 'fix',
  title: 'Fix',
  summary: 'An author fixes or disputes each finding of a review, in a working tree of its own.',
  options: fixOptionsSchema,
  ownCommand: true,
  recipes: {
    quick: { summary: 'One round of fixing.', options: { rounds: 1 } },
    standard: { summary: 'At most three rounds.', options: { rounds: 3 } },
    deep: { summary: 'At most six rounds.', options: { rounds: 6 } },
  },
  prompts: ['author', 'working', 'answer'],
  seats: () => [{ id: AUTHOR, label: 'Author', role: 'author', works: true }],
  calls: () => ({ atLeast: 1, atMost: 1 }),
  acts: { answer },
  admitOpening,
  initial: (options) => ({ options, answered: false }),
  next: ({ answered }) => (answered ? closeByRules('decided') : ask('answer', [AUTHOR])),
  explainOutcome: (_, outcome) =>
    outcome === 'decided' ? 'The author has answered every finding; the next review judges the answers.' : undefined,
  result,
});
