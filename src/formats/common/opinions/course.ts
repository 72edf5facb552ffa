// The course of opinions within a debate: openings first, then what they decide, and the final answers when they are due.
import type { Range } from '../../../domain/calls.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { settleApproval } from '../../../domain/question/settle-votes.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { ActContext } from '../../define-act.ts';
import type { Due, Step } from '../../format.ts';
import { ask } from '../admission.ts';
import type { BaseState } from '../base-state.ts';
import { closeByRules } from '../closing.ts';
import { isObjectionOnly } from './acts/ballot.ts';
import { settleOpinions } from './settlement.ts';
import { doOpeningsAgree, listUnballoted, listUnopened, type OpinionState } from './state.ts';

/** Of a person, or whoever has the seat, on what the others came to. */
export type Verdict = 'approve' | 'reject' | 'unclear';

export interface OpinionRules<Options, State extends BaseState> {
  /** Seats that hold an opinion of their own, as the options have them. */
  seats(options: Options): readonly string[];
  /** The final answers are asked for now, or those that are missing. */
  isBallotDue(state: State): boolean;
  /** How many ballots a debate has, without what is asked again because an answer was unusable; left out: one. */
  ballots?(options: Options): Range;
  /** The ballot has a vote on the decision; `open-questions`: only where answers are words, which no rule compares. */
  readonly votes?: boolean | 'open-questions';
  /** What seats are to write in: "Japanese (日本語)"; left out: the language of the topic. */
  language?(options: Options): string;
  /** In a rehearsal one seat keeps its answer to the end; left out: all end with the same. */
  readonly dissents?: true;
  /** Nothing follows the openings: they are the debate. */
  readonly alone?: true;
  /** Acts of the format that nobody may give after reading somebody's opening. */
  readonly blindActs?: readonly string[];
  /** A seat, where there is one, that has the last word on what the others come to, on openings that agree, too; left out: none. */
  readonly review?: {
    readonly seat: string;
    readonly act: string;
    /** The last one; `undefined` before it. */
    getVerdict(state: State): Verdict | undefined;
  };
}

/** The seat that looks for what the others missed: the second one, as the first is often the one that proposes. */
const findChallenger = ({ seats }: OpinionState): string => seats[1] ?? seats[0] ?? '';

/** Whether all openings are in and leave something to debate. */
export function hasPassedGate(opinions: OpinionState): boolean {
  const { gate } = opinions.options;
  if (listUnopened(opinions).length > 0) return false;
  return gate === 'off' || opinions.debated || opinions.challengeStands === true || !doOpeningsAgree(opinions);
}

const isBallotPhase = <State extends BaseState>(state: State, rules: OpinionRules<never, State>): boolean =>
  state.opinions?.options.ballot === true && listUnballoted(state.opinions).length > 0 && rules.isBallotDue(state);

/** Whether openings that agree are all that there is to judge. */
export const areAllAgreed = (opinions: OpinionState): boolean =>
  listUnopened(opinions).length === 0 &&
  !hasPassedGate(opinions) &&
  (opinions.options.gate !== 'challenge' || opinions.challengeStands === false);

/** Openings that agree end the debate, unless a seat has the last word on them. */
function closeAtGate<State extends BaseState>(
  state: State & { readonly opinions: OpinionState },
  { review }: OpinionRules<never, State>,
): Due {
  if (review === undefined || !state.opinions.labels.has(review.seat)) return closeByRules(settleOpinions(state).label);
  const vote = review.getVerdict(state);
  if (vote === undefined) return ask(review.act, [review.seat]);
  return closeByRules(vote === 'approve' ? settleOpinions(state).label : settleApproval([{ vote, isOutside: true }]));
}

/** Whether a debate comes to what its opinions do: not where only the decision was voted on, nor where a review did not approve. */
export function areOutcome<State extends BaseState>(
  state: State & { readonly opinions: OpinionState },
  { alone, review }: OpinionRules<never, State>,
): boolean {
  const { opinions } = state;
  const isCounted = alone === true || opinions.options.ballot || !hasPassedGate(opinions);
  return isCounted && (review?.getVerdict(state) ?? 'approve') === 'approve';
}

/** What is due of opinions now; `undefined`: the format goes on by its own rules. */
export function nextOpinion<State extends BaseState>(state: State, rules: OpinionRules<never, State>): Due | undefined {
  const { opinions } = state;
  if (opinions === undefined || opinions.seats.length === 0) return undefined;
  const unopened = listUnopened(opinions);
  if (unopened.length > 0) return ask('opening', unopened);
  const { openings, gate } = opinions.options;
  if (openings && !hasPassedGate(opinions)) {
    return gate === 'challenge' && opinions.challengeStands === undefined
      ? ask('challenge-agreement', [findChallenger(opinions)])
      : closeAtGate({ ...state, opinions }, rules);
  }
  return isBallotPhase(state, rules) ? ask('ballot', listUnballoted(opinions)) : undefined;
}

/** Keeps with which event a blind phase of opinions began, while it lasts. */
export function markBlind<State extends BaseState>(
  state: State,
  rules: OpinionRules<never, State>,
  seq: number,
): State {
  const { opinions } = state;
  if (opinions === undefined) return state;
  const isBlind = listUnopened(opinions).length > 0 || isBallotPhase(state, rules);
  if (isBlind === (opinions.blindFrom !== undefined)) return state;
  const { blindFrom: _, ...rest } = opinions;
  return { ...state, opinions: isBlind ? { ...opinions, blindFrom: seq + 1 } : rest };
}

/** Whether nothing but ballots has been said since this one: then it belongs to the phase that still runs. */
function isOwnPhase(log: readonly LedgerEvent[], ballot: number, act: string): boolean {
  if (act !== 'ballot') return false;
  return log.every(({ seq, type, data }) => seq <= ballot || type !== 'turn-recorded' || data.act === 'ballot');
}

/** What of the opinions a seat may read: no opening while it gives its own, and of the ballots of others only objections. */
export function createView<State extends BaseState>(
  history: ActContext<State>,
  step: Pick<Step, 'seat' | 'act'>,
  { blindActs = [] }: OpinionRules<never, State>,
): (seq: number) => boolean {
  const isBlind = step.act === 'opening' || blindActs.includes(step.act);
  return (seq) => {
    const turn = history.log.find((event) => event.seq === seq);
    if (turn === undefined || !isEvent(turn, 'turn-recorded')) return true;
    const { seat, act, data, content } = turn.data;
    if (act === 'opening' || act === 'challenge-agreement') return !isBlind || seat === step.seat;
    if (act !== 'ballot' || !isObjectionOnly(history as ActContext<never>, seat)) return true;
    return data['vote'] === 'reject' && readSealed(content) !== undefined && !isOwnPhase(history.log, seq, step.act);
  };
}
