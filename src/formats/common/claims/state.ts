// What the rules keep of the claims of a debate: who made which, and what others did with them. Numbers, no words.
import { CLAIM_MOVES, type ClaimFate, type ClaimMove } from '../../../domain/claims.ts';
import { groupBy } from '../../../domain/group-by.ts';
import type { LabelSeat } from '../../../domain/words/label-seats.ts';
import { normalizeCharacters, readWord, splitReason } from '../wording.ts';

export interface ClaimReply {
  readonly seat: string;
  readonly seq: number;
  readonly move: ClaimMove;
  /** The number of the claim that takes the place of this one; only for `refine`. */
  readonly refinedTo: number | null;
}

export interface Claim {
  /** From 1, through the whole debate. */
  readonly number: number;
  readonly seat: string;
  readonly seq: number;
  /** `null` for an opening. */
  readonly round: number | null;
  readonly replies: readonly ClaimReply[];
}

export type Claims = readonly Claim[];

export const NO_CLAIMS: Claims = [];

const MOVE = /^(concede|rebut|refine)(?:d|s|ted|tal)?$/;

/** What an answer does with a claim; `undefined` for whatever is not clearly one of these. Only a rebuttal may have its reason behind it. */
export function readMove(said: string): Exclude<ClaimMove, 'withdraw'> | undefined {
  const word = readWord(said);
  const [first, reason] = splitReason(word);
  const [, move] = MOVE.exec(reason === '' || first.startsWith('rebut') ? first : word) ?? [];
  return CLAIM_MOVES.filter((each) => each !== 'withdraw').find((each) => each === move);
}

/** "C4": as seats and people read it. */
export const claimName = (number: number) => `C${number}`;

/** "Speaker 2's", "the" */
const BEFORE = String.raw`(?:(?:the|(?:speaker|expert|seat)[\s#_-]?\d+(?:['’]s)?)[\s,:]+)*(?:claim[\s:#]+)?`;
/** Nothing, or what the claim says, or whose it is. */
const BEHIND = String.raw`(?=[^\w?]*$|[^\w?]*[:(–—-]|,(?!\s*(?:and\b|or\b|c?\d))|\s+(?:of|by|from)\s+[a-z]+)`;
const NAMED = new RegExp(
  String.raw`^(?:[^\w-]|-(?!\d))*${BEFORE}(?:c[\s#_-]?0*(\d{1,4})${BEHIND}|0*(\d{1,4})(?=[^\w?]*$))`,
  'i',
);
const NAMES = /(?<![\p{L}\p{N}])[cC]\d{1,4}(?![\p{L}\p{N}])/gu;

/** "C4", "4", "claim c4", "C4 (Speaker 2)"; `undefined` where it names several claims, or says something of one. */
export function readClaimName(said: string): number | undefined {
  const text = normalizeCharacters(said);
  const [, name, number = name] = NAMED.exec(text) ?? [];
  const names = new Set(text.match(NAMES)?.map((each) => each.toUpperCase()));
  return number === undefined || names.size > 1 ? undefined : Number(number);
}

/** More claims nobody follows; what comes after has no number. It also bounds what an event can cost. */
const MAX_CLAIMS = 500;

/** How many more claims the debate can have. */
export const countRoom = (claims: Claims) => Math.max(0, MAX_CLAIMS - claims.length);

/** Numbered on from the last one. */
export function addClaims(
  claims: Claims,
  { seat, seq, round, count }: Pick<Claim, 'seat' | 'seq' | 'round'> & { readonly count: number },
): Claims {
  const made = Array.from({ length: count }, (_, index) => ({
    number: claims.length + index + 1,
    seat,
    seq,
    round,
    replies: [],
  }));
  return [...claims, ...made];
}

/** A reply to a claim that does not exist is ignored. */
export function addReply(claims: Claims, number: number, reply: ClaimReply): Claims {
  return claims.map((claim) => (claim.number === number ? { ...claim, replies: [...claim.replies, reply] } : claim));
}

/** Claims as they stood before this event: what a seat knows of them in a phase that began blind with it. */
export function claimsBefore(claims: Claims, seq: number): Claims {
  return claims.flatMap((claim) =>
    claim.seq < seq ? [{ ...claim, replies: claim.replies.filter((reply) => reply.seq < seq) }] : [],
  );
}

/** Its own seat has not given it up: withdrawn, or put in other words, which are a claim of their own. */
export const stands = ({ seat, replies }: Claim): boolean =>
  !replies.some((reply) => reply.seat === seat && (reply.move === 'withdraw' || reply.move === 'refine'));

/**
 * The last move decides, but no concession makes up for the rebuttal or refinement that another seat stands by. What its own seat
 * withdrew or refined stays so. `heard`: another seat had a turn after it.
 */
export function judgeFate({ seat, replies }: Claim, heard = true): ClaimFate {
  const own = replies.findLast((reply) => reply.seat === seat && reply.move !== 'rebut')?.move;
  if (own === 'withdraw') return 'withdrawn';
  if (own === 'refine') return 'refined';
  const others = replies.filter((reply) => reply.seat !== seat);
  if (others.length === 0) return heard ? 'dropped' : 'open';
  const stands = others.findLast(
    (reply, index) => reply.move !== 'concede' && !others.some((later, at) => at > index && later.seat === reply.seat),
  );
  return stands === undefined ? 'conceded' : stands.move === 'refine' ? 'refined' : 'answered';
}

/** Of other seats, without a reply of anybody. */
export const listUnanswered = (claims: Claims, seat: string): Claims =>
  claims.filter((claim) => claim.seat !== seat && claim.replies.length === 0);

/** "C1, C2 (Wind), C4 (Door)" */
export function describeUnanswered(claims: Claims, seat: string, label: LabelSeat): string {
  const open = listUnanswered(claims, seat);
  if (open.length === 0) return 'none';
  const groups = [...groupBy(open, (claim) => claim.seat)];
  return groups
    .map(([owner, own]) => `${own.map(({ number }) => claimName(number)).join(', ')} (${label(owner)})`)
    .join(', ');
}
