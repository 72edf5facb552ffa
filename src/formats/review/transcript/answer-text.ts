// Answers as people and seats read them, instead of as JSON.
import type * as z from 'zod';
import { readAnswer } from '../../../domain/answers/read-answer.ts';
import { ANSWERS, type AnswerReading, type CrossAnswer, type ReviewAnswer, wordsIn } from '../answers.ts';
import type { Act } from '../data.ts';

type Written = ReviewAnswer['findings'][number];

/** A text that stays within its list item. */
const indentLines = (text: string) => text.trim().replace(/\r?\n/g, '\n  ');

function formatLabelled(label: string, text: string | null): string[] {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? [] : [`  ${label}: ${indentLines(trimmed)}`];
}

function formatFinding(id: string, written: Written): string {
  const { title, file, line, detail, fix, evidence } = wordsIn(written);
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`;
  return [
    `- ${id} [${written.severity || 'no severity'}] ${indentLines(title)}${place}`,
    ...formatLabelled('Detail', detail),
    ...formatLabelled('Quote', evidence),
    ...formatLabelled('Fix', fix),
  ].join('\n');
}

function formatSection(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:\n${items.join('\n')}`];
}

const formatList = (texts: readonly string[] | null) =>
  (texts ?? []).filter((text) => text.trim() !== '').map((text) => `- ${indentLines(text)}`);

function formatJudgments(judgments: CrossAnswer['judgments']): string[] {
  return judgments.map(({ id, verdict, severity, reason }) => {
    const suggested = severity === null ? '' : `, rather ${severity}`;
    return `- ${id}: ${verdict}${suggested}${reason === null ? '' : `. ${indentLines(reason)}`}`;
  });
}

function readAct<A extends Act>(act: A, text: string, how: AnswerReading): z.infer<(typeof ANSWERS)[A]> | undefined {
  const answer = readAnswer(text, ANSWERS[act] as unknown as z.ZodType<z.infer<(typeof ANSWERS)[A]>>, how);
  return answer.ok ? answer.value : undefined;
}

/** The answer in readable form; as it is when it cannot be read. `claimIds` are those of the claims that it makes. */
export function formatAnswer(act: Act, text: string, claimIds: readonly string[], how: AnswerReading): string {
  const parts = formatParts(act, text, claimIds, how);
  if (parts === undefined) return text;
  return parts.length === 0 ? 'Nothing.' : parts.join('\n\n');
}

function formatParts(act: Act, text: string, claimIds: readonly string[], how: AnswerReading): string[] | undefined {
  const claims = (written: readonly Written[] | null) =>
    (written ?? []).slice(0, claimIds.length).map((each, index) => formatFinding(claimIds[index] ?? '', each));
  switch (act) {
    case 'review': {
      const answer = readAct(act, text, how);
      if (answer === undefined) return undefined;
      const findings = claims(answer.findings);
      return [
        ...(findings.length === 0 ? ['No findings.'] : formatSection('Findings', findings)),
        ...formatSection('Residual risks', formatList(answer.residual_risks)),
        ...formatSection('Open questions', formatList(answer.open_questions)),
      ];
    }
    case 'cross': {
      const answer = readAct(act, text, how);
      if (answer === undefined) return undefined;
      return [
        ...formatSection('Judgments', formatJudgments(answer.judgments)),
        ...formatSection('Missed', claims(answer.missed)),
      ];
    }
    case 'dispute': {
      const answer = readAct(act, text, how);
      return answer && formatSection('Judgments', formatJudgments(answer.judgments));
    }
    case 'compose': {
      const answer = readAct(act, text, how);
      if (answer === undefined) return undefined;
      const entries = answer.findings.map(({ ids, title, detail, fix }, index) =>
        [
          `- Entry ${index + 1}, from ${ids.length === 0 ? 'no finding' : ids.join(', ')}: ${indentLines(title ?? '')}`,
          ...formatLabelled('Detail', detail),
          ...formatLabelled('Fix', fix),
        ].join('\n'),
      );
      const dropped = (answer.dropped ?? []).map(({ id, reason }) => `- ${id}: ${indentLines(reason ?? '')}`);
      return [...formatSection('Report', entries), ...formatSection('Left out', dropped)];
    }
    case 'validate': {
      const answer = readAct(act, text, how);
      const votes = answer?.votes.map(
        ({ id, vote, reason }) => `- ${id}: ${vote}${reason ? `. ${indentLines(reason)}` : ''}`,
      );
      return votes && formatSection('Votes', votes);
    }
  }
}
