// The rounds: which claims a seat is asked about, when a round is over, and what it moved.
import { addClaims, addReply, type Claim, type Claims } from '../common/claims/state.ts';
import { hasPassedGate } from '../common/opinions/course.ts';
import { countMade, type Move } from './data.ts';
import { PANELISTS } from './seats.ts';
import { type GivenReply, listClaims, type Stance, type Stances, type State } from './state.ts';

/** A claim is open until its own seat withdraws it or puts another one in its place. */
export function isOpen({ seat, replies }: Claim): boolean {
  return !replies.some((reply) => reply.seat === seat && (reply.move === 'withdraw' || reply.move === 'refine'));
}

/** Whoever makes a claim holds it. */
function stanceOf(stances: Stances, claim: Claim, seat: string): Stance | undefined {
  const own: Stance | undefined = claim.seat === seat ? { move: 'concede', round: claim.round ?? 0 } : undefined;
  return stances[claim.number]?.[seat] ?? own;
}

/** Whether a seat has something new to answer: it has not said anything of the claim, or somebody has since said otherwise. */
function isDue({ stances }: State, claim: Claim, seat: string): boolean {
  const said = stances[claim.number]?.[seat];
  if (said === undefined) return true;
  return PANELISTS.some((other) => {
    const theirs = other === seat ? undefined : stanceOf(stances, claim, other);
    return theirs !== undefined && theirs.move !== said.move && theirs.round >= said.round;
  });
}

/** The claims that a seat is asked about in this round, its own among them, so that it cannot tell which those are. */
export function listDueClaims(state: State, seat: string): readonly Claim[] {
  return listClaims(state).filter((claim) => isOpen(claim) && isDue(state, claim, seat));
}

export const roundOf = ({ rounds }: State) => rounds.length + 1;

/** Seats that this round asks. */
function listAsked(state: State): readonly string[] {
  return (state.opinions?.seats ?? []).filter((seat) => listDueClaims(state, seat).length > 0);
}

/** Seats whose answers this round waits for; none when the rounds are over or have not begun. */
export function listAwaited(state: State): readonly string[] {
  return isDebating(state) ? listAsked(state).filter((seat) => state.replies[seat] === undefined) : [];
}

/** Whether the openings left something to debate, and the rules give it another round. */
function isDebating(state: State): boolean {
  const { opinions, rounds, options, claims } = state;
  if (opinions === undefined || claims === undefined || !hasPassedGate(opinions)) return false;
  return rounds.length < options.rounds && rounds.at(-1) !== false;
}

/** Whether the seats have debated as long as the rules let them. */
export function isDebated(state: State): boolean {
  return state.claims !== undefined && listAwaited(state).length === 0;
}

/** Claims that somebody rebuts or would have in other words, and that their seat has not given up. */
export function listDisputed(state: State): readonly Claim[] {
  return listClaims(state).filter(
    (claim) =>
      isOpen(claim) &&
      (state.opinions?.seats ?? []).some((seat) => (stanceOf(state.stances, claim, seat)?.move ?? 'concede') !== 'concede'),
  );
}

type Board = Pick<State, 'stances'> & { readonly claims: Claims; readonly moved: boolean };

const MOVES_ON_OWN = { concede: undefined, rebut: 'withdraw', refine: 'refine' } as const;

function applyMove(board: Board, seat: string, { seq, round }: { seq: number; round: number }, reply: {
  readonly claim: number;
  readonly move: Move;
  readonly own: boolean;
}): Board {
  const claim = board.claims.find(({ number }) => number === reply.claim);
  if (claim === undefined) return board;
  const before = stanceOf(board.stances, claim, seat);
  const isRefined = reply.move === 'refine';
  const made = isRefined ? addClaims(board.claims, { seat, seq, round, count: 1 }) : board.claims;
  const move = reply.own ? MOVES_ON_OWN[reply.move] : reply.move;
  return {
    claims:
      move === undefined
        ? made
        : addReply(made, reply.claim, { seat, seq, move, refinedTo: isRefined ? made.length : null }),
    stances: { ...board.stances, [reply.claim]: { ...board.stances[reply.claim], [seat]: { move: reply.move, round } } },
    moved: board.moved || isRefined || before?.move !== reply.move,
  };
}

function applyReplies(board: Board, seat: string, { seq, data }: GivenReply): Board {
  const { round, replies, newClaims } = data;
  const answered = replies.reduce((each, reply) => applyMove(each, seat, { seq, round }, reply), board);
  return {
    ...answered,
    claims: addClaims(answered.claims, { seat, seq, round, count: newClaims }),
    moved: answered.moved || newClaims > 0,
  };
}

/** Takes in what all seats said at the same time, in the order of the seats, whoever answered first. */
export function closeRound(state: State): State {
  const start: Board = { claims: listClaims(state), stances: state.stances, moved: false };
  const { moved, ...board } = PANELISTS.reduce<Board>((each, seat) => {
    const given = state.replies[seat];
    return given === undefined ? each : applyReplies(each, seat, given);
  }, start);
  return { ...state, ...board, rounds: [...state.rounds, moved], replies: {} };
}

/** By event of a turn: the number of the first claim that it makes. */
export function numberMade(
  turns: readonly (GivenReply & { readonly seat: string })[],
): ReadonlyMap<number, number> {
  const place = ({ seat }: { readonly seat: string }) => PANELISTS.indexOf(seat);
  return new Map(
    turns.map((turn) => {
      const earlier = turns.filter(({ data, ...other }) => data.round === turn.data.round && place(other) < place(turn));
      return [turn.seq, turn.data.before + 1 + earlier.reduce((sum, { data }) => sum + countMade(data), 0)] as const;
    }),
  );
}
