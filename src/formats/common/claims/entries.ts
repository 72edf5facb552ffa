// What a turn says of claims, as its data have it: numbers and moves, no words.
import * as z from 'zod';
import { CLAIM_MOVES } from '../../../domain/claims.ts';
import type { RuleData } from '../../../domain/event-parts.ts';
import { addClaims, addReply, type Claim, type Claims } from './state.ts';

const number = z.int().min(1);

export const claimEntrySchema = z.strictObject({
  /** The claim that it replies to. */
  claim: number.optional(),
  move: z.enum(CLAIM_MOVES).optional(),
  /** The number of the claim that it makes: a new one, or the refined one. */
  as: number.optional(),
});
export type ClaimEntry = z.infer<typeof claimEntrySchema>;

export const entriesSchema = z.array(claimEntrySchema);

/** Those in the data of a turn that has them under "claims"; none for any other. */
export function claimEntriesIn(data: RuleData): readonly ClaimEntry[] {
  const { claims } = data;
  // An opening says how many it makes.
  return Array.isArray(claims) ? (entriesSchema.safeParse(claims, { jitless: true }).data ?? []) : [];
}

/** Whether recorded entries could have been read at this point: they reply to what there is, and number on. */
export function areEntriesDue(claims: Claims, entries: readonly ClaimEntry[]): boolean {
  let next = claims.length + 1;
  return entries.every(({ claim, move, as }) => {
    if ((claim === undefined) !== (move === undefined) || (claim === undefined && as === undefined)) return false;
    if (claim !== undefined && claim >= next) return false;
    if (as !== undefined && as !== next) return false;
    if (as !== undefined) next += 1;
    return true;
  });
}

export function applyEntries(
  claims: Claims,
  { entries, ...made }: Pick<Claim, 'seat' | 'seq' | 'round'> & { readonly entries: readonly ClaimEntry[] },
): Claims {
  const { seat, seq } = made;
  return entries.reduce((before, { claim, move, as }) => {
    const refinedTo = move === 'refine' ? (as ?? null) : null;
    const replied =
      claim === undefined || move === undefined ? before : addReply(before, claim, { seat, seq, move, refinedTo });
    return as === undefined ? replied : addClaims(replied, { ...made, count: 1 });
  }, claims);
}
