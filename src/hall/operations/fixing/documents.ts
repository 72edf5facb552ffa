// What an author reads of the reviews, and what the next reviewers read of its answers.
import type { FixingRound, TrackedFinding } from '../../../domain/results/fixing.ts';
import { formatPlace } from '../../../domain/words/describe-reviewed.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import type { ContextItem } from '../../../material/context/collection.ts';
import { cleanText } from '../../../support/text.ts';

export const ANSWERS_OF_AUTHOR = "earlier findings and the author's answers";

export function toDocument(source: string, text: string): ContextItem {
  const clean = cleanText(text);
  return { source, bytes: Buffer.byteLength(clean), text: clean };
}

const indent = (text: string) => text.trim().replace(/\n/g, '\n  ');
const labelled = (label: string, text: string | null) =>
  text === null || text.trim() === '' ? [] : [`  ${label}: ${indent(text)}`];

function formatFinding({ id, finding }: TrackedFinding, labelSeat: LabelSeat): string[] {
  const { severity, title, detail, evidence, fix, dissent } = finding;
  const place = formatPlace(finding);
  return [
    `- ${id} [${severity}] ${title}${place === undefined ? '' : ` (${place})`}`,
    ...labelled('Detail', detail),
    ...labelled('Quote', evidence),
    ...labelled('Suggested fix', fix),
    ...dissent.flatMap(({ seat, reason }) => labelled(`${labelSeat(seat)} dissents`, reason)),
  ];
}

const ANSWERED = { fixed: 'The author says that it is fixed', disputed: 'The author disputes it' } as const;

function formatAnswers({ answers }: TrackedFinding): string[] {
  return answers.flatMap(({ round, answer, reason }) =>
    labelled(`Round ${round}. ${ANSWERED[answer]}`, reason || '(no reason given)'),
  );
}

/** The findings that an author has to answer, with what it said to them before. */
export function describeFindings(findings: readonly TrackedFinding[], labelSeat: LabelSeat): ContextItem {
  const text = findings
    .map((each) => [...formatFinding(each, labelSeat), ...formatAnswers(each)].join('\n'))
    .join('\n');
  return toDocument('findings of the reviewers', text);
}

/** Every finding of the last review, with what its author says. */
export function describeAnswers(
  rounds: readonly FixingRound[],
  findings: readonly TrackedFinding[],
  labelSeat: LabelSeat,
): ContextItem {
  const there = findings.filter(({ rounds: held }) => held.at(-1) === rounds.length);
  const text = there.map((each) => {
    const answers = formatAnswers(each);
    return [
      ...formatFinding(each, labelSeat),
      ...(answers.length === 0 ? ['  The author was not asked.'] : answers),
    ].join('\n');
  });
  return toDocument(ANSWERS_OF_AUTHOR, text.join('\n'));
}
