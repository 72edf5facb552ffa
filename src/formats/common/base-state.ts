// What the state of every debate keeps: whether it has ended, and which answers were refused since the last usable one.
import type { LedgerEvent } from '../../domain/events.ts';
import { findDecider } from '../../domain/outcomes.ts';
import type { Answer } from '../../domain/question/answer.ts';
import { readText } from '../../domain/sealed/sealed.ts';
import type { ManualSeats } from '../../domain/speakers.ts';
import type { Contribution } from '../format.ts';
import type { Claims } from './claims/state.ts';
import type { OpinionState } from './opinions/state.ts';

export interface BaseState {
  /** Where the seats give opinions of their own. */
  readonly opinions: OpinionState | undefined;
  /** Where seats answer each other's claims by number. */
  readonly numberedClaims: Claims | undefined;
  /** Who spoke for which seat manually. */
  readonly people: ManualSeats;
  /** closed: nothing can follow; limit: only closing can, until the limit is raised. */
  readonly ended: 'closed' | 'limit' | undefined;
  /** Of a debate that is closed. What seats gave stands, and somebody dissents from it, only where it was for them to decide. */
  readonly decidedBy: ReturnType<typeof findDecider>;
  /** By seat and act: what was wrong with each refused answer to the present request. */
  readonly refused: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Whether it was closed, and not by a decision: nothing that its seats came to stands. */
export const isVoid = ({ ended, decidedBy }: Pick<BaseState, 'ended' | 'decidedBy'>): boolean =>
  ended === 'closed' && decidedBy === undefined;

/** Of a debate whose seats answer by themselves: what acts and rules of opinions are for. */
export interface Opinionated extends BaseState {
  readonly options: object;
  readonly opinions: OpinionState;
  /** The answer that the text to vote on gives, where it names one. */
  readonly decided?: Answer | undefined;
}

export const BASE_STATE: BaseState = {
  opinions: undefined,
  numberedClaims: undefined,
  people: [],
  ended: undefined,
  decidedBy: undefined,
  refused: {},
};

const toKey = (seat: string, act: string) => `${seat} ${act}`;

/** How many answers of the seat to its present request were refused. */
export function countRefusals({ refused }: BaseState, seat: string, act: string): number {
  return refused[toKey(seat, act)]?.length ?? 0;
}

/** What was wrong with the last refused answer. */
export function listCorrections({ refused }: BaseState, seat: string, act: string): readonly string[] {
  return refused[toKey(seat, act)]?.at(-1) ?? [];
}

/** Without the refused answers of a seat; with `act`, only of those to this request. */
export function forgetRefusals<State extends BaseState>(state: State, seat: string, act = ''): State {
  const isForgotten = (key: string) => (act === '' ? key.startsWith(toKey(seat, '')) : key === toKey(seat, act));
  const entries = Object.entries(state.refused);
  const kept = entries.filter(([key]) => !isForgotten(key));
  return kept.length === entries.length ? state : { ...state, refused: Object.fromEntries(kept) };
}

function addPerson<State extends BaseState>(state: State, seat: string, author: string | undefined): State {
  const isKnown = state.people.some((each) => each.seat === seat && each.people.includes(author ?? ''));
  return author === undefined || isKnown ? state : { ...state, people: [...state.people, { seat, people: [author] }] };
}

type IsDue = (asker: Pick<Contribution, 'seat' | 'act' | 'byHand'>) => boolean;

/** The state with what the event changes in the base; an answer that came too late says nothing about the next step. */
export function evolveBase<State extends BaseState>(state: State, event: LedgerEvent, isDue: IsDue): State {
  switch (event.type) {
    case 'turn-recorded': {
      const { seat, act, by } = event.data;
      return forgetRefusals(addPerson(state, seat, by.author), seat, act);
    }
    case 'answer-rejected': {
      const { seat, act, issues, by } = event.data;
      if (!isDue({ seat, act, byHand: by.author !== undefined })) return state;
      const key = toKey(seat, act);
      return { ...state, refused: { ...state.refused, [key]: [...(state.refused[key] ?? []), issues.map(readText)] } };
    }
    // A stand-in starts without the refusals of the agent before it.
    case 'seat-replaced':
      return forgetRefusals(state, event.data.seat);
    case 'limit-reached':
      return { ...state, ended: 'limit' };
    case 'limits-raised':
    case 'debate-extended':
      return { ...state, ended: undefined, decidedBy: undefined };
    case 'debate-closed':
      return { ...state, ended: 'closed', decidedBy: findDecider(event.data) };
    case 'debate-force-closed':
      return { ...state, ended: 'closed', decidedBy: undefined };
    default:
      return state;
  }
}
