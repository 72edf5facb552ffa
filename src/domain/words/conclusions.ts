// What a debate has come to, in the parts that every view shows, and who disagrees with it.
import { hasLetters } from '../answers/nothing.ts';
import type { OutcomeKind } from '../outcomes.ts';
import type { DebateRecord } from '../record.ts';
import { readLabelLine } from './label-line.ts';
import { escapePlain } from './markdown-safe.ts';

type Result = NonNullable<DebateRecord['result']>;

export interface Conclusion {
  readonly part: 'result' | 'decision';
  readonly title: string;
  /** Markdown; of a result escaped, of a decision as its seat or a person wrote it. */
  readonly text: string;
}

type Concluded = Pick<DebateRecord, 'result' | 'decision' | 'decisionRedaction'>;

/** Above a result: of a debate that somebody ended, nothing of it stands. */
export const titleResult = ({ outcome }: { readonly outcome?: OutcomeKind | null | undefined }): string =>
  outcome === 'force-closed' ? 'What it had come to' : 'Result';

/** The first line of a decision on a closed question, which the headline says. */
const ANSWER_LINE = /^\s*[*_#>`]*\s*(?:(?:my|final) )?answer\s*[*_]*\s*[:：][^\n]*\n+/i;
/** Other words by which the decision is found; a point of the decision may be about searching, too. */
const SEARCH = /search/i;
const LISTED = /^\s*(?:[-+*•]|\d{1,3}[.)])\s/;
/** What else the rules read, or nothing but marks. */
const isForRules = (line: string) => !hasLetters(line) || readLabelLine(line, /answer/i) !== undefined;

/** What a seat says of claims below its decision, which stands among the claims. */
const CLAIM_LINE = /^\s*(?:[-*•+]\s+)?[*_`]*C\d{1,4}[*_`]*[\s:([–—-]*([^\s\d:([–—-])[^\n:]{0,40}:/u;

const isOfClaim = (line: string) => hasLetters(CLAIM_LINE.exec(line)?.[1] ?? '');

interface SearchLine {
  readonly index: number;
  readonly terms: string;
}

/** The label as it is asked for anywhere, any other spelling of it only at the end. */
function findSearchLines(decision: string): readonly SearchLine[] {
  // Most decisions have none.
  if (!SEARCH.test(decision)) return [];
  const found = decision.split('\n').map((line) => {
    const { label, words = '' } = readLabelLine(line, SEARCH) ?? {};
    const isPoint = LISTED.test(line) && label !== 'SEARCH';
    return { line, label, terms: isPoint || words === '' ? undefined : words };
  });
  const end = found.findLastIndex(({ line, terms }) => terms === undefined && !isForRules(line) && !isOfClaim(line));
  return found.flatMap(({ label, terms }, index) =>
    terms !== undefined && (label === 'SEARCH' || index > end) ? [{ index, terms }] : [],
  );
}

/** What the last line "SEARCH: …" of a decision says. */
export const findSearchLine = (decision: string): string | undefined => findSearchLines(decision).at(-1)?.terms;

export function removeSearchLine(decision: string): string {
  const found = new Set(findSearchLines(decision).map(({ index }) => index));
  const kept = decision.split('\n').filter((_, index) => !found.has(index));
  return kept.join('\n').trimEnd();
}

/** The decision without the lines that only the rules read. */
export function readDecision({ decision, result }: Concluded): string | null {
  if (decision === null) return null;
  const isAnswered = typeof result?.data['answer'] === 'string';
  const lines = removeSearchLine(isAnswered ? decision.replace(ANSWER_LINE, '') : decision).split('\n');
  const end = lines.findLastIndex((line) => line.trim() !== '' && !isOfClaim(line)) + 1;
  return end === 0 ? decision : lines.slice(0, end).join('\n');
}

/** In the place of a decision that was redacted, as Markdown; `undefined` where there was none, or it is there. */
export const writeRedaction = ({ decisionRedaction: reason }: Concluded): string | undefined =>
  reason === undefined ? undefined : `*Redacted: ${escapePlain(reason)}*`;

const writeDecision = (record: Concluded): string | undefined => readDecision(record) ?? writeRedaction(record);

export const joinParts = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** The same result with what else it rests on, below what it has of that. */
export function addDetails(result: Result, parts: readonly string[]): Result {
  const details = joinParts([result.details ?? '', ...parts]);
  return details === '' ? result : { ...result, details };
}

/** All that a result says below its headline. */
export const writeReport = ({ markdown, details = '' }: Pick<Result, 'markdown' | 'details'>): string =>
  joinParts([markdown, details]);

/** The decision, and the result of the format beside or before it. */
export function listConclusions(record: Concluded & Pick<DebateRecord, 'outcome'>): readonly Conclusion[] {
  const { result } = record;
  const decision = writeDecision(record);
  const decided = decision === undefined ? [] : [{ part: 'decision', title: 'Decision', text: decision } as const];
  if (result === null) return decided;
  const text = writeReport(result);
  const shown = text === '' ? [] : [{ part: 'result', title: titleResult(record), text } as const];
  return result.besideDecision === true ? [...decided, ...shown] : shown;
}

/** What a run leaves in words: the decision, or what a debate without one came to; empty where its headline says all. */
export function getMainText(record: Concluded): string {
  const { result } = record;
  const isBeside = result === null || result.besideDecision === true;
  return (isBeside ? writeDecision(record) : undefined) ?? result?.markdown ?? '';
}

/** One document of all parts, of which the first needs no heading. */
export function joinConclusions(conclusions: readonly Conclusion[]): string | undefined {
  if (conclusions.length === 0) return undefined;
  return conclusions.map(({ title, text }, index) => (index === 0 ? text : `## ${title}\n\n${text}`)).join('\n\n');
}

/** "did not approve" of somebody who voted on the decision, "dissents" of somebody who gave another answer or an objection. */
export function describeDissent({ entries }: Pick<DebateRecord, 'entries'>, seat: string): string {
  const last = entries.findLast((entry) => entry.kind === 'turn' && entry.seat === seat);
  return last?.kind === 'turn' && last.act === 'vote' ? 'did not approve' : 'dissents';
}
