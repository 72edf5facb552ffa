// What the answers of several acts have: a finding, votes on findings, and words of a closed set, which are read leniently.
import * as z from 'zod';
import { isNothing } from '../../domain/answers/nothing.ts';
import { nameIn } from '../../domain/diffs/name-bytes.ts';
import { SEVERITIES, type Severity } from '../../domain/results/review-result.ts';
import { isFields } from '../../domain/values/tree.ts';
import { idText, optionalText, readWord, splitReason, withOtherNames } from '../common/wording.ts';
import type { ClaimWords } from './findings/finding.ts';

export const oneOf = (of: readonly string[]) => z.string().meta({ enum: [...of] });

export const TITLE = ['summary', 'name', 'headline', 'issue'];
export const DETAIL = ['details', 'description', 'explanation', 'body', 'message'];
export const FIX = ['suggestion', 'suggested_fix', 'suggested_change', 'recommendation', 'remediation'];
export const REASON = ['rationale', 'explanation', 'justification'];

export const findingSchema = z.object({
  file: optionalText.meta({ otherNames: ['path', 'file_path', 'filename', 'location'], alone: 'path' }),
  line: z
    .unknown()
    .default(null)
    .meta({ type: ['integer', 'null'], otherNames: ['lines', 'line_number', 'start_line'] }),
  // What is held against the diff stays as it was written.
  evidence: optionalText.meta({ otherNames: ['quote', 'snippet', 'code_snippet'], verbatim: true }),
  detail: withOtherNames(optionalText, ...DETAIL),
  fix: withOtherNames(optionalText, ...FIX),
  title: withOtherNames(z.string(), ...TITLE),
  // One that is missing is a word that is none of the three: sent back once, never a reason to lose the review.
  severity: withOtherNames(oneOf(SEVERITIES).default(''), 'priority', 'level'),
});

/** After a round of fixing: the earlier finding that it repeats. */
export const repeatedFindingSchema = findingSchema.extend({
  again: withOtherNames(idText.nullable().default(null), 'repeats', 'earlier_id'),
});

const judgmentSchema = z.object({
  id: withOtherNames(idText, 'finding', 'finding_id'),
  reason: withOtherNames(optionalText, ...REASON),
  verdict: withOtherNames(oneOf(['valid', 'invalid']), 'judgment', 'vote'),
  severity: withOtherNames(oneOf(SEVERITIES).nullable().default(null), 'priority', 'level'),
});

export const judgments = withOtherNames(z.array(judgmentSchema), 'verdicts', 'votes');

export type Judgments = z.infer<typeof judgments>;
export type WrittenFinding = z.infer<typeof findingSchema> & { readonly again?: string | null };

const VOTES = new Map([
  ['valid', true],
  ['invalid', false],
  ...(['approve', 'approved', 'approves'] as const).map((word) => [word, true] as const),
  ...(['reject', 'rejected', 'rejects'] as const).map((word) => [word, false] as const),
]);

/**
 * `undefined` for whatever is not clearly one of the two: "not valid" and "valid, but …" are no vote. Only against a finding a vote
 * may have its reason behind it.
 */
export function readVote(text: string): boolean | undefined {
  const word = readWord(text);
  const [first, reason] = splitReason(word);
  const isAgainst = VOTES.get(first) === false && !/\b(?:valid|approved?)\b/.test(reason);
  return VOTES.get(word) ?? (isAgainst ? false : undefined);
}

const SEVERITY =
  /^(?:(?:severity|priority|level)\W+)?p[\s_-]?([012])(?:$|\s*[:(–—,].*$|\s+-\s.*$)|^\p{L}+\s\(p([012])$/su;

/** "p1", "[P1]", "P-1", "P1 (major)", "Severity: P1"; `undefined` for anything else, and where it names several. */
export function readSeverity(text: string): Severity | undefined {
  const word = readWord(text);
  const [, level, other = level] = SEVERITY.exec(word) ?? [];
  return (word.match(/p[\s_-]?\d/g)?.length ?? 0) > 1 ? undefined : SEVERITIES.find((each) => each === `P${other}`);
}

const LINE =
  /^[\s~≈@#([{"'`*<+]*(?:(?:about|around|approx(?:imately|\.)?|circa|ca\.|near|at|from|new)\s+)?(?:(?:lines?|ln|l|zeilen?)[\s.:#]*)?(\d{1,9})(?![\d.]*\d)/i;
const LINE_WITHIN = /(?:[\w)]:|#l|\blines?\s+)(\d{1,9})(?!\d)/i;

/** Of a range the first line: 12, "12-14", "L12", "src/cart.ts:12", [12, 14], { "start": 12 }. */
function readLine(line: unknown): number | null {
  if (Array.isArray(line)) return Array.isArray(line[0]) ? null : readLine(line[0]);
  if (isFields(line)) return readLine(line['start'] ?? line['from'] ?? line['line'] ?? line['start_line'] ?? null);
  const text = typeof line === 'string' ? line.normalize('NFKC') : undefined;
  const digits =
    text === undefined ? undefined : (LINE.exec(text.replace(/\.{2,}|…/g, '-')) ?? LINE_WITHIN.exec(text))?.[1];
  const value = text === undefined ? line : Number(digits ?? Number.NaN);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** "src/cart.ts:12-20", "src/cart.ts (line 12)", "src/cart.ts L12", "src/cart.ts @ 12" */
const PLACE = /^(.*?)(?::L?|#L|\s*@\s*|(?:\s*,)?\s+\(?(?:lines?\s*|L))(\d{1,9})(?:[-–:,;\s].*)?\)?$/is;
const MARKS = /[*`"“”]|\p{Cf}/gu;

/** As git writes names with quotes and the like. */
const ESCAPED = /"(?:[^"\\]|\\.)*\\(?:["\\]|[0-7]{3})(?:[^"\\]|\\.)*"/;

/** Agents often write the line there, and what stands in it, however they are asked. */
function splitPlace(file: string): { file: string | null; line: number | null } {
  const trimmed = file.replace(ESCAPED, nameIn).replace(MARKS, '').trim();
  const [, path, line] = PLACE.exec(trimmed) ?? [];
  const name = (path ?? trimmed).replace(/::[^/]*$/, '');
  return { file: isNothing(name) ? null : name, line: line === undefined ? null : readLine(Number(line)) };
}

export function wordsIn(written: WrittenFinding): ClaimWords {
  const place = splitPlace(written.file ?? '');
  const evidence = written.evidence?.trim() ?? '';
  return {
    title: written.title.trim(),
    file: place.file,
    line: readLine(written.line) ?? place.line,
    detail: written.detail?.trim() ?? '',
    fix: written.fix?.trim() ?? '',
    evidence: isNothing(evidence) ? null : evidence,
  };
}
