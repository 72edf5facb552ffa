// The result of a review as other programs get it, and reading it out of a record.
import * as z from 'zod';
import { count, leftOutSchema } from '../event-parts.ts';
import { HallError } from '../failures/errors.ts';
import type { DebateRecord } from '../record.ts';
import { describeAuthority } from '../words/describe-authority.ts';
import { joinWords } from '../words/format-figures.ts';
import { type LabelSeat, labelSeats } from '../words/label-seats.ts';

/** From worst to mildest. */
export const SEVERITIES = ['P0', 'P1', 'P2'] as const;

export type Severity = (typeof SEVERITIES)[number];

export function compareSeverity(one: { readonly severity: Severity }, other: { readonly severity: Severity }): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

export const VERIFIED = ['quote', 'line', 'file', 'unverified'] as const;

const makeFindingSchema = () =>
  z.looseObject({
    id: z.string(),
    severity: z.enum(SEVERITIES),
    title: z.string(),
    file: z.string().nullable().describe('Relative to the root of the repository, with "/"'),
    line: z.int().min(1).nullable().describe('1-based'),
    removed: z.literal(true).optional().describe('The line is one that the change removed, by its old number'),
    detail: z.string(),
    fix: z.string(),
    evidence: z.string().nullable().describe('Quoted from the diff'),
    verified: z.enum(VERIFIED).describe('How much of it was found in the material, the most telling first'),
    foundBy: z.array(z.string()).readonly(),
    again: z
      .string()
      .optional()
      .describe('The finding of an earlier review of the same change that it repeats, such as `R1-F2`'),
    severities: z
      .array(z.object({ seat: z.string(), severity: z.enum(SEVERITIES) }))
      .readonly()
      .describe('How bad each reviewer who holds it valid holds it to be, by its own last word'),
    votes: z
      .object({ valid: count, invalid: count })
      .describe('Stances of all reviewers who have one; who found it holds it valid until it says otherwise'),
    status: z.enum(['confirmed', 'disputed', 'unchecked']),
    dissent: z
      .array(z.object({ seat: z.string(), reason: z.string().nullable() }))
      .readonly()
      .describe('Who holds it otherwise than the report does, and why, where a reason was given'),
  });

export type Finding = z.infer<ReturnType<typeof makeFindingSchema>>;

const points = z.int();

/** Points of one review, which only choose who composes. */
export const scoreSchema = z.object({
  p0: points,
  p1: points,
  p2: points,
  falsePositives: points.describe('0 or less'),
  fixes: points,
  fileAccuracy: points,
  clarity: points,
  total: points,
});

export type ReviewerScore = z.infer<typeof scoreSchema>;

/** Made when the first review is read: every program loads this, and few have a review. */
export const reviewResultSchema = z.lazy(() => {
  const findingSchema = makeFindingSchema();
  return z.looseObject({
    kind: z.literal('review'),
    reviewed: z.boolean().describe('False: nobody has reviewed it, which is never the same as having no findings'),
    question: z.string(),
    platform: z.string().describe('Whose rules the reviewers know'),
    reviewers: z
      .array(
        z.looseObject({
          seat: z.string(),
          state: z.enum(['reviewed', 'left', 'pending']).describe('`pending`: no review that may be seen yet'),
          reason: z.string().optional(),
        }),
      )
      .readonly(),
    degraded: z.boolean().describe('A reviewer left, or the review was stopped before it was heard'),
    stopped: z.boolean().describe('It was stopped before all was asked that its rules ask for'),
    crossChecked: z.boolean().describe('Nothing in it rests on one reviewer alone'),
    overlap: z
      .number()
      .nullable()
      .describe('Percent of what reviewers found and hold in common; null where nothing was compared'),
    vendors: z.array(z.string()).readonly().describe('Of whom the reviews are, each once'),
    rounds: count.describe('Rounds that were held'),
    findings: z.array(findingSchema).readonly(),
    eliminated: z
      .array(
        findingSchema.extend({
          reason: z.string(),
          by: z.string().describe('The seat that composed the report, or `votes`'),
        }),
      )
      .readonly(),
    residualRisks: z.array(z.string()).readonly().describe('Of all reviews, each once, as are the open questions'),
    openQuestions: z.array(z.string()).readonly(),
    scores: z.array(z.looseObject({ seat: z.string(), ...scoreSchema.shape })).readonly(),
    files: z.array(z.string()).readonly().describe('Paths of the diff'),
    leftOut: z
      .array(leftOutSchema)
      .readonly()
      .describe(
        'What the reviewers did not get; `missed`: it is part of the change, and the exit code is 3 unless a `.debatehallignore` excuses it',
      ),
  });
});

export type ReviewResult = z.infer<typeof reviewResultSchema>;

/** What a review has come to; `undefined` before its first answer. Throws `bad-input` for a debate of another format. */
export function readReview(record: Pick<DebateRecord, 'threadId' | 'format' | 'result'>): ReviewResult | undefined {
  if (record.format !== 'review') {
    throw new HallError('bad-input', `"${record.threadId}" is not a review: its format is ${record.format}.`, {
      hint: 'Export it as html, markdown, octave or json; start a review with "debate-hall review".',
    });
  }
  return record.result === null ? undefined : reviewResultSchema.parse(record.result.data);
}

type Ending = Pick<
  DebateRecord,
  'threadId' | 'format' | 'result' | 'status' | 'authority' | 'contextLeftOut' | 'seats'
>;

const ENDS_EARLY: Readonly<Record<DebateRecord['status'], string | undefined>> = {
  open: 'The review is not finished.',
  exhausted: 'A limit stopped the review before it finished.',
  closed: undefined,
  'force-closed': 'Someone ended the review, so nothing that it had come to stands.',
};

/** Why a review does not speak for all its reviewers, or for nobody, in sentences; none when it does. */
export function listShortcomings(record: Ending): readonly string[] {
  const review = readReview(record);
  const early = ENDS_EARLY[record.status];
  const missing = (review?.reviewers ?? []).filter(({ state }) => state !== 'reviewed');
  const label = labelSeats(record.seats);
  const who = missing.map(({ seat, state, reason }) => `${label(seat)} (${reason ?? state})`).join(', ');
  const gaps = record.status === 'closed' ? describeAuthority(record, { label }).gaps : [];
  const isDegraded = review?.degraded === true || missing.length > 0;
  return [
    ...(review?.reviewed === true ? [] : ['Not reviewed: having no findings does not mean that nothing is wrong.']),
    ...(gaps.length > 0 ? [`Degraded: ${gaps.join('; ')}.`] : isDegraded ? ['Degraded: the panel is incomplete.'] : []),
    ...(who === '' ? [] : [`Without a review by ${who}.`]),
    ...(early === undefined ? [] : [early]),
  ];
}

/** That no model stands behind it, in a sentence; `undefined` where one does. */
export function describeRehearsal({
  authority,
  ...record
}: Pick<DebateRecord, 'authority' | 'seats'>): string | undefined {
  const seats = authority.rehearsal.map(labelSeats(record.seats)).join(', ');
  return seats === '' ? undefined : `Rehearsed, not argued by a model: ${seats}.`;
}

/** Findings that the report, or a reviewer who has not taken it back, holds to be at least as bad as this. */
export function findingsFrom({ findings }: Pick<ReviewResult, 'findings'>, severity: Severity): readonly Finding[] {
  const worst = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  return findings.filter((finding) =>
    [finding.severity, ...finding.severities.map((each) => each.severity)].some((each) => worst.includes(each)),
  );
}

/** "P0 by Reviewer 1, P1 by Reviewer 2 and Reviewer 3": `undefined` where all who say it hold it to be what the report says. */
export function describeSeverities({ severity, severities }: Finding, label: LabelSeat): string | undefined {
  if (severities.every((each) => each.severity === severity)) return undefined;
  const parts = SEVERITIES.flatMap((level) => {
    const seats = severities.filter((each) => each.severity === level).map(({ seat }) => label(seat));
    return seats.length === 0 ? [] : [`${level} by ${joinWords(seats)}`];
  });
  return parts.join(', ');
}

/** Where a finding is, as far as the changed files are known to have that place; `undefined` when it names no file of the diff. */
export function findPlace(
  { file, line, verified, removed }: Finding,
  { files }: Pick<ReviewResult, 'files'>,
): { readonly file: string; readonly line?: number } | undefined {
  if (file === null || !files.includes(file)) return undefined;
  // What would lead somewhere else when it is read as a relative path.
  if (file.split('/').some((part) => ['', '.', '..'].includes(part))) return undefined;
  const isShown = line !== null && removed !== true && (verified === 'quote' || verified === 'line');
  return isShown ? { file, line } : { file };
}
