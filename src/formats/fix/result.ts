// What the author made of the findings, as data and as a page.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { FIX_ANSWERS, type FixResult } from '../../domain/results/fix-result.ts';
import { REDACTED } from '../../domain/sealed/sealed.ts';
import { quoteBlock } from '../../domain/words/markdown-safe.ts';
import { answer, matchAnswers, type State } from './answer.ts';

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

export function result(log: readonly LedgerEvent[], state: State): FormatResult {
  const data = buildData(log, state);
  const counts = FIX_ANSWERS.map(
    (word) => `${data.answers.filter(({ answer: each }) => each === word).length} ${word}`,
  );
  const headline = data.answers.length === 0 ? 'The author has not answered yet' : counts.join(', ');
  const lines = data.answers.map(
    ({ id, severity, answer: word, reason, lines: places }) =>
      `## ${id} (${severity}): ${word}\n\n${quoteBlock([places.join(', '), reason].filter((text) => text !== '').join('\n\n'))}`,
  );
  const where = data.branch === null ? [] : [`Branch: \`${data.branch}\``];
  return {
    data: data as unknown as FormatResult['data'],
    headline,
    markdown: [`# Fix, round ${data.round}`, `${headline}.`, ...where, ...lines].join('\n\n'),
  };
}
