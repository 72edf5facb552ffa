// What reviewers are asked to answer: the JSON of each task. Words of a closed set are asked for as such and read leniently.
import { z } from 'zod';
import { SEVERITIES, type Severity } from '../../domain/review-result.ts';
import type { ClaimWords } from './finding.ts';

const one = (of: readonly string[]) => z.string().meta({ enum: [...of] });
const maybe = z.string().nullable().default(null);
const list = <T extends z.ZodType>(of: T) => z.array(of).nullable().default(null);

const findingSchema = z.object({
  severity: one(SEVERITIES),
  title: z.string(),
  file: maybe,
  line: z.unknown().meta({ type: ['integer', 'null'] }),
  detail: maybe,
  fix: maybe,
  evidence: maybe,
});

export const reviewAnswer = z.object({
  findings: z.array(findingSchema),
  residual_risks: list(z.string()),
  open_questions: list(z.string()),
});

const judgmentSchema = z.object({
  id: z.string(),
  verdict: one(['valid', 'invalid']),
  reason: maybe,
  severity: one(SEVERITIES).nullable().default(null),
});

export const disputeAnswer = z.object({ judgments: z.array(judgmentSchema) });
export const crossAnswer = z.object({ judgments: z.array(judgmentSchema), missed: list(findingSchema) });

export const composeAnswer = z.object({
  findings: z.array(z.object({ ids: z.array(z.string()), title: maybe, detail: maybe, fix: maybe })),
  dropped: list(z.object({ id: z.string(), reason: maybe })),
});

export const validateAnswer = z.object({
  votes: z.array(z.object({ id: z.string(), vote: one(['approve', 'reject']), reason: maybe })),
});

export type ReviewAnswer = z.infer<typeof reviewAnswer>;
export type CrossAnswer = z.infer<typeof crossAnswer>;
export type ComposeAnswer = z.infer<typeof composeAnswer>;
export type ValidateAnswer = z.infer<typeof validateAnswer>;
type WrittenFinding = z.infer<typeof findingSchema>;

export const ANSWERS = {
  review: reviewAnswer,
  cross: crossAnswer,
  dispute: disputeAnswer,
  compose: composeAnswer,
  validate: validateAnswer,
} as const;

/** A word without case and without what is around it; "not valid" stays two words and so is no vote at all. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const VOTES = new Map([
  ['valid', true],
  ['invalid', false],
  ...(['approve', 'approved', 'approves'] as const).map((word) => [word, true] as const),
  ...(['reject', 'rejected', 'rejects'] as const).map((word) => [word, false] as const),
]);

/** `undefined` for whatever is not clearly one of the two. */
export function readVote(text: string): boolean | undefined {
  return VOTES.get(bare(text));
}

/** "p1", "[P1]", "P-1"; `undefined` for anything else. */
export function readSeverity(text: string): Severity | undefined {
  const wanted = bare(text)
    .replace(/[\s_-]/g, '')
    .toUpperCase();
  return SEVERITIES.find((severity) => severity === wanted);
}

/** "f1", "[F1]", "F1." */
export function readId(text: string): string {
  return bare(text).toUpperCase();
}

function readLine(line: unknown): number | null {
  const value = typeof line === 'string' ? Number.parseInt(line.replace(/^\D+/, ''), 10) : line;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Agents often write "src/cart.ts:12" or "src/cart.ts:12-20" however they are asked. */
function splitPlace(file: string): { file: string | null; line: number | null } {
  const trimmed = file.trim().replace(/^`|`$/g, '');
  const [, path, line] = /^(.*?)(?::|#L)(\d{1,9})(?:[-:].*)?$/s.exec(trimmed) ?? [];
  const name = path ?? trimmed;
  return { file: name === '' ? null : name, line: line === undefined ? null : readLine(Number(line)) };
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
    evidence: evidence === '' ? null : evidence,
  };
}
