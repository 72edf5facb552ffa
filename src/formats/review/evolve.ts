// Folds the events of a review into its state, one at a time.
import type { LedgerEvent } from '../../domain/events.ts';
import { readGiven } from '../../domain/evidence/given.ts';
import { readText } from '../../domain/sealed/sealed.ts';
import { readingOf } from './answers.ts';
import { advancePhases } from './evolve/phases.ts';
import { applyTurn } from './evolve/turns.ts';
import type { State } from './state.ts';

function forgetFailure(state: State, seat: string): State {
  const { [seat]: _, ...failing } = state.failing;
  return { ...state, failing };
}

export function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return {
        ...state,
        reading: readingOf(event.data),
        material: readGiven(event.data),
        from: event.seq + 1,
        since: event.at,
      };
    case 'turn-recorded':
      return advancePhases(applyTurn(forgetFailure(state, event.data.seat), event), event);
    case 'seat-left': {
      const { seat, reason } = event.data;
      return advancePhases({ ...forgetFailure(state, seat), left: { ...state.left, [seat]: readText(reason) } }, event);
    }
    case 'seat-failed':
      return { ...state, failing: { ...state.failing, [event.data.seat]: readText(event.data.failure.message) } };
    case 'seat-replaced':
      return forgetFailure(state, event.data.seat);
    default:
      return state;
  }
}
