// Folds the events of a review into its state, one at a time.
import type { EventData, LedgerEvent } from '../../domain/events.ts';
import { readingOf } from './answers.ts';
import { advancePhases } from './evolve/phases.ts';
import { applyTurn } from './evolve/turns.ts';
import { readMaterial } from './findings/evidence.ts';
import type { State } from './state.ts';

function omitKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!Object.hasOwn(record, key)) return record;
  const { [key]: _, ...rest } = record;
  return rest;
}

function recordRefusal(state: State, { seat, act, issues }: EventData<'answer-rejected'>): State {
  // An answer that came too late says nothing about what is asked for now.
  if (act !== state.phase || state.answered.includes(seat)) return state;
  const earlier = state.refused[seat] ?? [];
  return { ...state, refused: { ...state.refused, [seat]: [...earlier, [...issues]] } };
}

function forgetTroubles(state: State, seat: string): State {
  return { ...state, failing: omitKey(state.failing, seat), refused: omitKey(state.refused, seat) };
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return {
        ...state,
        reading: readingOf(event.data),
        material: readMaterial(event.data),
        from: event.seq + 1,
        since: event.at,
      };
    case 'turn-recorded':
      return advancePhases(applyTurn(forgetTroubles(state, event.data.seat), event), event);
    case 'seat-left': {
      const { seat, reason } = event.data;
      return advancePhases({ ...forgetTroubles(state, seat), left: { ...state.left, [seat]: reason } }, event);
    }
    case 'answer-rejected':
      return recordRefusal(state, event.data);
    case 'seat-failed':
      return { ...state, failing: { ...state.failing, [event.data.seat]: event.data.failure.message } };
    case 'seat-replaced':
      // The stand-in starts without the refusals of the agent before it.
      return forgetTroubles(state, event.data.seat);
    case 'limit-reached':
      return { ...state, over: 'limit' };
    case 'limits-raised':
      return { ...state, over: undefined };
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, over: 'closed' };
    default:
      return state;
  }
}
