// The answers that openings, ballots and challenges ask for, as agents give them and as people may write them.
import * as z from 'zod';
import { type ReadAnswer, readAnswer } from '../../../domain/answers/read-answer.ts';
import { MAX_CLAIMS } from './data.ts';

/** Agents answer 70 or true where "70" or "Yes" is asked for. */
const words = () =>
  z.union([
    z.string(),
    z.union([z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]).transform((value) => {
      if (typeof value === 'boolean') return value ? 'Yes' : 'No';
      return Array.isArray(value) ? value.join(' > ') : String(value);
    }),
  ]);
const percent = () => z.union([z.number(), z.string().transform((text) => Number.parseFloat(text))]).nullable();

export const openingSchema = z.object({
  answer: words(),
  confidence: percent().default(null),
  claims: z.array(z.string()).default([]),
  change_mind: z.string().nullable().default(null),
});
export const ballotSchema = z.object({
  answer: words(),
  confidence: percent().default(null),
  moved_by: z.string().nullable().default(null),
  reason: z.string().nullable().default(null),
});
export const voteSchema = ballotSchema.extend({ vote: z.string(), objection: z.string().nullable().default(null) });
export const challengeSchema = z.object({ case: z.string(), stands: z.boolean() });

export type OpeningAnswer = z.infer<typeof openingSchema>;
export type BallotAnswer = z.infer<typeof ballotSchema> &
  Partial<Pick<z.infer<typeof voteSchema>, 'vote' | 'objection'>>;
export type ChallengeAnswer = z.infer<typeof challengeSchema>;

const LIST_ITEM = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/;
const CONFIDENCE = /[\s,;(–-]*\b(\d{1,3})\s*%(?:\s*(?:sure|confident|certain))?\)?/i;
/** Before an answer, such as "Answer: " or "**Final answer:** ". */
const ANSWER_LABEL = /^[*_#\s]*(?:final |my )?answer[*_\s]*:[*_\s]*/i;
const LABELLED = /^(?:moved by|vote|change my mind|would change my mind|objection)\s*:\s*(.*)$/i;

/** A person's answer in plain lines: the answer first, then reasons. `isProbability`: its percent is the answer itself. */
function readPlain(text: string, isProbability: boolean) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', ...rest] = lines;
  const confidence = isProbability ? undefined : CONFIDENCE.exec(first)?.[1];
  const labelled = (name: RegExp) => rest.find((line) => name.test(line))?.replace(LABELLED, '$1') ?? null;
  const reasons = rest.filter((line) => !LABELLED.test(line));
  return {
    answer: confidence === undefined ? first : first.replace(CONFIDENCE, '').trim(),
    confidence: confidence === undefined ? null : Number(confidence),
    reasons: reasons.map((line) => LIST_ITEM.exec(line)?.[1] ?? line),
    labelled,
  };
}

interface Reading {
  /** Whoever speaks is a person, who may answer in plain lines. */
  readonly byHand: boolean;
  readonly isProbability: boolean;
}

/** A person's answer without its label, in whichever form they gave it. */
function withoutLabel<Said extends { readonly answer: string }>(
  read: ReadAnswer<Said>,
  { byHand }: Reading,
): ReadAnswer<Said> {
  if (!read.ok || !byHand) return read;
  return { ...read, value: { ...read.value, answer: read.value.answer.replace(ANSWER_LABEL, '') } };
}

const isPlain = (text: string, { byHand }: Reading) => byHand && !/\{\s*"/.test(text);

export function readOpening(text: string, reading: Reading): ReadAnswer<OpeningAnswer> {
  if (!isPlain(text, reading)) return withoutLabel(readAnswer(text, openingSchema), reading);
  const { answer, confidence, reasons, labelled } = readPlain(text, reading.isProbability);
  const value = {
    answer,
    confidence,
    claims: reasons.slice(0, MAX_CLAIMS),
    change_mind: labelled(/^(?:would )?change my mind/i),
  };
  return withoutLabel({ ok: true, value, repairs: [] }, reading);
}

export function readBallot(text: string, votes: boolean, reading: Reading): ReadAnswer<BallotAnswer> {
  if (!isPlain(text, reading)) {
    return withoutLabel(readAnswer<BallotAnswer>(text, votes ? voteSchema : ballotSchema), reading);
  }
  const { answer, confidence, reasons, labelled } = readPlain(text, reading.isProbability);
  const reason = reasons.join(' ') || null;
  const value = { answer, confidence, moved_by: labelled(/^moved by/i), reason };
  const vote = labelled(/^vote/i) ?? '';
  const said = votes ? { ...value, vote, objection: labelled(/^objection/i) ?? reason } : value;
  return withoutLabel({ ok: true, value: said, repairs: [] }, reading);
}

export function readChallenge(text: string, { byHand }: Reading): ReadAnswer<ChallengeAnswer> {
  if (!isPlain(text, { byHand, isProbability: false })) return readAnswer(text, challengeSchema);
  return { ok: true, value: { stands: !/^\s*(?:none|no|nothing)\b/i.test(text), case: text.trim() }, repairs: [] };
}
