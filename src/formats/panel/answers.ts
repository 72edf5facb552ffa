// What a seat says of the claims: one JSON object of an agent; a person may also write plain lines, which claims/prose.ts reads.
import * as z from 'zod';
import { readAnswer } from '../../domain/answers/read-answer.ts';
import type { ClaimEntry } from '../common/claims/entries.ts';
import { defineJsonSchemas } from '../common/json-schemas.ts';
import { isBlank } from '../common/wording.ts';
import { MOVES, type Move } from './data.ts';

const optionalWords = z.string().nullable().default(null);

const replySchema = z.object({
  replies: z.array(
    z.object({
      claim: z.union([z.string(), z.number()]).transform(String),
      move: z.string(),
      reason: optionalWords,
      evidence: optionalWords,
      refined: optionalWords,
    }),
  ),
  new_claims: z.array(z.string()).default([]),
});

export type ReplyAnswer = z.infer<typeof replySchema>;
export type ReplyItem = ReplyAnswer['replies'][number];

const words = z.string().nullable();

export const replyFormOf = defineJsonSchemas(() => ({
  reply: z.object({
    replies: z.array(
      z.object({ claim: z.string(), reason: z.string(), evidence: words, move: z.enum(MOVES), refined: words }),
    ),
    new_claims: z.array(z.string()),
  }),
}));

export const isPlain = (text: string, byHand: boolean) => byHand && !/\{\s*"/.test(text);

export const readReply = (text: string) => readAnswer(text, replySchema);

/** "C4", "c4", "4". */
export function readClaimNumber(said: string): number | undefined {
  const digits = /^\s*(?:claim\s+)?C?(\d{1,4})\b/i.exec(said)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function readMove(said: string): Move | undefined {
  const word = said.trim().toLowerCase();
  return MOVES.find((move) => word.startsWith(move));
}

export const listNewClaims = ({ new_claims: claims }: ReplyAnswer): readonly string[] =>
  claims.map((claim) => claim.trim()).filter((claim) => claim !== '');

export function findReply({ replies }: ReplyAnswer, claim: number): ReplyItem | undefined {
  return replies.find((each) => readClaimNumber(each.claim) === claim);
}

/** The reason and the evidence of a reply. */
export function joinReason({ reason, evidence }: ReplyItem): string {
  const cited = isBlank(evidence) ? [] : [`Evidence: ${evidence?.trim()}`];
  return [...(isBlank(reason) ? [] : [reason?.trim()]), ...cited].join(' ');
}

/** The words of each entry, in the same order: of a new claim, of a refined one, or of the reason. */
export function listEntryWords(text: string, entries: readonly ClaimEntry[]): readonly (string | undefined)[] {
  const read = readReply(text);
  if (!read.ok) return [];
  const made = [...listNewClaims(read.value)];
  return entries.map(({ claim, as }) => {
    if (claim === undefined) return made.shift();
    const said = findReply(read.value, claim);
    if (said === undefined) return undefined;
    return as === undefined ? joinReason(said) : (said.refined?.trim() ?? undefined);
  });
}
