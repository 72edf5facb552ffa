// Where a debate stands: who runs it, whom it waits for, or why nobody does; and who has not answered a question after its end.
import type { DebateSummary } from '../debate-summary.ts';
import { OUTCOME_WORDS } from '../outcomes.ts';
import type { RecordEntry } from '../record.ts';
import type { LabelSeat } from './label-seats.ts';

export interface Standing extends Pick<DebateSummary, 'status' | 'outcome' | 'running' | 'failed'> {
  /** What only a person can do next. */
  readonly waitsFor?: readonly { readonly label: string }[];
  /** What its run waits for: "for a worker, and none can fill Wall (claude)". */
  readonly queued?: string | undefined;
}

export interface DebateState {
  readonly kind: 'running' | 'waiting' | 'queued' | 'failed' | 'paused' | 'over';
  /** "Waiting for a person: Wall speaks" */
  readonly title: string;
}

export function describeState({ status, outcome, running, waitsFor = [], queued, failed = [] }: Standing): DebateState {
  if (status !== 'open') return { kind: 'over', title: outcome === null ? 'Over' : OUTCOME_WORDS[outcome].title };
  const waiting = waitsFor.map(({ label }) => label).join(', ');
  if (running)
    return { kind: 'running', title: waiting === '' ? 'Running' : `Running, and waiting for a person: ${waiting}` };
  if (waiting !== '') return { kind: 'waiting', title: `Waiting for a person: ${waiting}` };
  if (queued !== undefined) return { kind: 'queued', title: `Waiting ${queued}` };
  if (failed.length > 0) return { kind: 'failed', title: `Paused: ${failed.join(', ')} failed` };
  return { kind: 'paused', title: 'Paused' };
}

/** "No answer from Wall, Door."; `undefined` once each seat has answered or failed. */
export function describeUnansweredFollowUp(
  { unanswered }: Extract<RecordEntry, { kind: 'follow-up' }>,
  label: LabelSeat,
): string | undefined {
  return unanswered.length === 0 ? undefined : `No answer from ${unanswered.map(label).join(', ')}.`;
}
