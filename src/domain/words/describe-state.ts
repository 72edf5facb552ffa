// Where a debate stands: who runs it, whom it waits for, or why nobody does. The same words on the page, in its title and in the list.
import type { DebateSummary } from '../debate-summary.ts';
import { OUTCOME_WORDS } from '../outcomes.ts';

export interface Standing extends Pick<DebateSummary, 'status' | 'outcome' | 'running' | 'failed'> {
  /** What only a person can do next. */
  readonly waitsFor?: readonly { readonly label: string }[];
}

export interface DebateState {
  readonly kind: 'running' | 'waiting' | 'failed' | 'paused' | 'over';
  /** "Waiting for a person: Wall speaks" */
  readonly title: string;
}

export function describeState({ status, outcome, running, waitsFor = [], failed = [] }: Standing): DebateState {
  if (status !== 'open') return { kind: 'over', title: outcome === null ? 'Over' : OUTCOME_WORDS[outcome].title };
  const waiting = waitsFor.map(({ label }) => label).join(', ');
  if (running)
    return { kind: 'running', title: waiting === '' ? 'Running' : `Running, and waiting for a person: ${waiting}` };
  if (waiting !== '') return { kind: 'waiting', title: `Waiting for a person: ${waiting}` };
  if (failed.length > 0) return { kind: 'failed', title: `Paused: ${failed.join(', ')} failed` };
  return { kind: 'paused', title: 'Paused' };
}
