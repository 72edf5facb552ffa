// How findings, votes and lists read, and what a request says of a finding.
import { isNothing } from '../../domain/answers/nothing.ts';
import { joinParts } from '../../domain/words/conclusions.ts';
import { indentLines, inOneParagraph } from '../common/wording.ts';
import { type Judgments, readSeverity, readVote, type WrittenFinding, wordsIn } from './answers.ts';
import { type ClaimGroup, findLeadingClaim } from './findings/finding.ts';
import { computeSeverity } from './findings/report.ts';
import type { State } from './state.ts';

export const REHEARSED = '(Rehearsed.)';

export function formatLabelled(label: string, text: string | null): string[] {
  const trimmed = text?.trim() ?? '';
  return isNothing(trimmed) ? [] : [`  ${label}: ${indentLines(trimmed)}`];
}

export function formatFinding(id: string, written: WrittenFinding): string {
  const { title, file, line, detail, fix, evidence } = wordsIn(written);
  const place = file === null ? '' : ` (${inOneParagraph(file)}${line === null ? '' : `:${line}`})`;
  return [
    `- ${id} [${inOneParagraph(written.severity) || 'no severity'}] ${inOneParagraph(title)}${place}`,
    ...formatLabelled('Detail', detail),
    ...formatLabelled('Quote', evidence),
    ...formatLabelled('Fix', fix),
  ].join('\n');
}

export function formatSection(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:\n${items.join('\n')}`];
}

export const formatList = (texts: readonly string[] | null) =>
  (texts ?? []).filter((text) => !isNothing(text)).map((text) => `- ${indentLines(text)}`);

/** The word that was read out of a vote; without one, what was written. */
export function formatVote(said: string, [yes, no]: readonly [string, string]): string {
  const vote = readVote(said);
  return vote === undefined ? `${inOneParagraph(said).replace(/\.$/, '')} (not counted)` : vote ? yes : no;
}

export function formatJudgments(judgments: Judgments): string[] {
  return judgments.map(({ id, verdict, severity, reason }) => {
    const suggested =
      severity === null || isNothing(severity) ? '' : `, rather ${readSeverity(severity) ?? inOneParagraph(severity)}`;
    return `- ${inOneParagraph(id)}: ${formatVote(verdict, ['valid', 'invalid'])}${suggested}${reason === null ? '' : `. ${indentLines(reason)}`}`;
  });
}

/** Sections of an answer, one below the other. */
export const joinSections = (sections: readonly string[]): string => joinParts(sections) || 'Nothing.';

/** "- F1: P0, see 1.1"; how many found it or judged it is no reason for what others say of it. */
export const listFindings = (state: State, findings: readonly ClaimGroup[]): string =>
  findings
    .map((finding) => {
      const claim = findLeadingClaim(finding);
      return `- ${finding.id}: ${computeSeverity(state, [finding.id])}${claim === undefined ? '' : `, see ${claim.id}`}`;
    })
    .join('\n');

/** Usable answers for a rehearsal, which differ by seat. */
export function sampleJudgments(findings: readonly ClaimGroup[], reviewer: number) {
  return findings.map(({ id }) => {
    const valid = (Number(id.slice(1)) + reviewer) % 3 !== 0;
    const reason = valid ? `The quote is where it should be. ${REHEARSED}` : `This is unlikely to happen. ${REHEARSED}`;
    return { id, verdict: valid ? 'valid' : 'invalid', reason, severity: null };
  });
}

export const toJson = (answer: object): string => JSON.stringify(answer, null, 2);
