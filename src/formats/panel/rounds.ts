// The rounds: which claims a seat is asked about, when a round is over, and what it moved.
import type { LedgerEvent } from '../../domain/events.ts';
import { type Claim, type Claims, claimsBefore, NO_CLAIMS, stands } from '../common/claims/state.ts';
import { hasPassedGate } from '../common/opinions/course.ts';
import { PANELISTS } from './setup.ts';
import type { Move, ReplyData, Stance, Stances, State } from './state.ts';

export const getRound = ({ rounds }: State) => rounds.length + 1;

/** The claims as they stood before the round that runs, in which nobody reads anybody. */
export function listClaims({ numberedClaims = NO_CLAIMS, roundFrom }: State): Claims {
  return roundFrom === undefined ? numberedClaims : claimsBefore(numberedClaims, roundFrom);
}

/** Whoever makes a claim holds it. */
function findStance(stances: Stances, claim: Claim, seat: string): Stance | undefined {
  const own: Stance | undefined = claim.seat === seat ? { move: 'concede', round: claim.round ?? 0 } : undefined;
  return stances[claim.number]?.[seat] ?? own;
}

/** Whether a seat has something new to answer: it has not said anything of the claim, or somebody has since said otherwise. */
function isDue({ stances }: State, claim: Claim, seat: string): boolean {
  const said = stances[claim.number]?.[seat];
  if (said === undefined) return true;
  return PANELISTS.some((other) => {
    const theirs = other === seat ? undefined : findStance(stances, claim, other);
    return theirs !== undefined && theirs.move !== said.move && theirs.round >= said.round;
  });
}

/** The claims that a seat is asked about in this round, its own among them, so that it cannot tell which those are. */
export function listDueClaims(state: State, seat: string): Claims {
  return listClaims(state).filter((claim) => stands(claim) && isDue(state, claim, seat));
}

/** Whether the openings left something to debate, and the rules give it another round. */
function isDebating({ opinions, rounds, options }: State): boolean {
  return hasPassedGate(opinions) && rounds.length < options.rounds && rounds.at(-1) !== false;
}

/** Seats whose answers this round waits for; none when the rounds are over or have not begun. */
export function listAwaited(state: State): readonly string[] {
  if (!isDebating(state)) return [];
  const missing = state.opinions.seats.filter((seat) => state.replies[seat] === undefined);
  const open = listClaims(state).filter(stands);
  return missing.filter((seat) => open.some((claim) => isDue(state, claim, seat)));
}

/** Whether the seats have debated as long as the rules let them. */
export function isDebated(state: State): boolean {
  return hasPassedGate(state.opinions) && listAwaited(state).length === 0;
}

/** Claims that somebody, also who has left, rebuts or would have in other words, and that their seat has not given up. */
export function listDisputed(state: State): Claims {
  const holds = (claim: Claim, seat: string) =>
    (findStance(state.stances, claim, seat)?.move ?? 'concede') === 'concede';
  const { holders } = state.opinions;
  return listClaims(state).filter((claim) => stands(claim) && !holders.every((seat) => holds(claim, seat)));
}

/** Claims that no other seat said anything of, such as those of the last round. */
export function listUnanswered({ stances, numberedClaims }: State): Claims {
  return (numberedClaims ?? []).filter(
    (claim) => stands(claim) && !Object.keys(stances[claim.number] ?? {}).some((seat) => seat !== claim.seat),
  );
}

interface StatedMove {
  readonly claim: number;
  readonly move: Move;
}

/** What a seat said of each claim; of its own, what it withdraws does not hold. */
function listStatedMoves({ claims, holds }: ReplyData): readonly StatedMove[] {
  const moves = claims.flatMap(({ claim, move }): StatedMove[] =>
    claim === undefined || move === undefined ? [] : [{ claim, move: move === 'withdraw' ? 'rebut' : move }],
  );
  return [...moves, ...holds.map((claim) => ({ claim, move: 'concede' as const }))];
}

/** Whether a seat says something else of a claim than before, says something of it at last, or makes a claim. */
function isMoving(state: State, seat: string, data: ReplyData): boolean {
  const claims = new Map(listClaims(state).map((claim) => [claim.number, claim]));
  const changes = listStatedMoves(data).some(({ claim: number, move }) => {
    const claim = claims.get(number);
    return claim !== undefined && findStance(state.stances, claim, seat)?.move !== move;
  });
  return changes || data.claims.some(({ as }) => as !== undefined);
}

/** Takes in what all seats said at the same time. */
function closeRound(state: State): State {
  const round = getRound(state);
  const given = Object.entries(state.replies);
  const stances: Record<number, Readonly<Record<string, Stance>>> = { ...state.stances };
  for (const [seat, data] of given) {
    for (const { claim, move } of listStatedMoves(data))
      stances[claim] = { ...stances[claim], [seat]: { move, round } };
  }
  const moved = given.some(([seat, data]) => isMoving(state, seat, data));
  return { ...state, stances, rounds: [...state.rounds, moved], replies: {}, roundFrom: undefined };
}

/** Closes a round as soon as all who are there have spoken, and keeps with which event a blind one began. */
export function markRound(state: State, { seq, at }: Pick<LedgerEvent, 'seq' | 'at'>): State {
  const isOver = Object.keys(state.replies).length > 0 && listAwaited(state).length === 0;
  const next = isOver ? closeRound(state) : state;
  const isRunning = listAwaited(next).length > 0;
  if (isRunning === (next.roundFrom !== undefined)) return next;
  return { ...next, roundFrom: isRunning ? seq + 1 : undefined, since: at };
}
