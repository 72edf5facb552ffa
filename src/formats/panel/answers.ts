// What a seat says of the claims, as agents give it and as people may write it.
import * as z from 'zod';
import { type ReadAnswer, readAnswer } from '../../domain/answers/read-answer.ts';
import { defineJsonSchemas } from '../common/json-schemas.ts';
import { MOVES } from './data.ts';

const optionalWords = z.string().nullable().default(null);

const replySchema = z.object({
  replies: z.array(
    z.object({
      claim: z.union([z.string(), z.number()]).transform(String).meta({ otherNames: ['id'] }),
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

export const replyFormOf = defineJsonSchemas({
  reply: z.object({
    replies: z.array(
      z.object({
        claim: z.string(),
        move: z.enum(MOVES),
        reason: z.string(),
        evidence: z.string().nullable(),
        refined: z.string().nullable(),
      }),
    ),
    new_claims: z.array(z.string()),
  }),
});

const REPLY_LINE = /^(?:[-*•]\s+)?\**C(\d+)\**\s*[:,–-]?\s*(concede|rebut|refine)[a-z]*\**\s*[:,.–-]?\s*(.*)$/i;
const NEW_LINE = /^(?:[-*•]\s+)?new(?: claim)?\s*:\s*(.+)$/i;
const EVIDENCE_LINE = /^evidence\s*:\s*(.+)$/i;

/** A person's answer in plain lines: one for each claim, then whatever belongs to it. */
function readPlain(text: string): ReplyAnswer {
  const replies: ReplyItem[] = [];
  const claims: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, number, move = '', words = ''] = REPLY_LINE.exec(line) ?? [];
    const claim = NEW_LINE.exec(line)?.[1];
    const evidence = EVIDENCE_LINE.exec(line)?.[1];
    const last = replies.at(-1);
    if (number !== undefined) {
      const refined = move.toLowerCase() === 'refine' ? words : null;
      replies.push({ claim: `C${number}`, move, reason: refined === null ? words : '', evidence: null, refined });
    } else if (claim !== undefined) claims.push(claim);
    else if (evidence !== undefined && last !== undefined) last.evidence = evidence;
    else if (line !== '' && last !== undefined) last.reason = `${last.reason ?? ''} ${line}`.trim();
  }
  return { replies, new_claims: claims };
}

export function readReply(text: string, byHand: boolean): ReadAnswer<ReplyAnswer> {
  if (!byHand || /\{\s*"/.test(text)) return readAnswer(text, replySchema);
  return { ok: true, value: readPlain(text), repairs: [] };
}

/** "C4", "c4", "4". */
export function readClaimNumber(said: string): number | undefined {
  const digits = /^\s*(?:claim\s+)?C?(\d{1,4})\b/i.exec(said)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function readMove(said: string): (typeof MOVES)[number] | undefined {
  const word = said.trim().toLowerCase();
  return MOVES.find((move) => word.startsWith(move));
}

export const listNewClaims = ({ new_claims: claims }: ReplyAnswer): readonly string[] =>
  claims.map((claim) => claim.trim()).filter((claim) => claim !== '');
