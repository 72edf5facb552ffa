// Folds events into the state, and moves from phase to phase once everyone who is awaited has spoken or left.

import { parseDiff, pathOf } from '../../domain/diffs/diff.ts';
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import { advancePhases, isDue } from './evolve/phases.ts';
import { applyTurn } from './evolve/turns.ts';
import type { State } from './state.ts';

const GIT = 'git:';

function recordOpening(state: State, { at, data }: EventOf<'debate-opened'>): State {
  const diffs = data.context.filter(({ source }) => source.startsWith(GIT)).map(({ content }) => textOf(content) ?? '');
  return {
    ...state,
    sinceAt: at,
    changedFiles: [...new Set(diffs.flatMap((diff) => parseDiff(diff).files.map(pathOf)))],
  };
}

function forgetRefusals(state: State, seat: string): State {
  if (state.refused[seat] === undefined) return state;
  const { [seat]: _, ...refused } = state.refused;
  return { ...state, refused };
}

export function evolve(state: State, event: LedgerEvent): State {
  const now = { since: event.seq + 1, sinceAt: event.at };
  switch (event.type) {
    case 'debate-opened':
      return recordOpening(state, event);
    case 'turn-recorded':
      return advancePhases(forgetRefusals(applyTurn(state, event), event.data.seat), now);
    case 'answer-rejected': {
      const { seat, act, issues } = event.data;
      // An answer that came too late says nothing about what is asked for now.
      if (!isDue(state, seat, act)) return state;
      return { ...state, refused: { ...state.refused, [seat]: [...(state.refused[seat] ?? []), [...issues]] } };
    }
    case 'seat-replaced':
      return forgetRefusals(state, event.data.seat);
    case 'seat-left':
      return advancePhases(forgetRefusals({ ...state, left: [...state.left, event.data.seat] }, event.data.seat), now);
    case 'limits-raised':
      return { ...state, over: false };
    case 'limit-reached':
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, over: true };
    default:
      return state;
  }
}
