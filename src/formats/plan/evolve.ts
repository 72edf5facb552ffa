// Folds events into the state, after the acts have, and moves from phase to phase once everyone who is awaited has spoken or left.

import { parseDiff } from '../../domain/diffs/diff.ts';
import { listDiffs, listPaths } from '../../domain/diffs/given-diffs.ts';
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { advancePhases } from './evolve/phases.ts';
import type { State } from './state.ts';

function recordOpening(state: State, { at, data }: EventOf<'debate-opened'>): State {
  const diffs = listDiffs(data.context).map(parseDiff);
  return { ...state, sinceAt: at, changedFiles: listPaths(diffs) };
}

export function evolve(state: State, event: LedgerEvent): State {
  const now = { since: event.seq + 1, sinceAt: event.at };
  switch (event.type) {
    case 'debate-opened':
      return recordOpening(state, event);
    case 'turn-recorded':
      return advancePhases(state, now);
    case 'seat-left':
      return advancePhases({ ...state, left: [...state.left, event.data.seat] }, now);
    default:
      return state;
  }
}
