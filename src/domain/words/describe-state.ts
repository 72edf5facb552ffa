// Where a debate stands: who runs it, whom it waits for, or why nobody does; and who has not answered a question after its end.
import type { DebateSummary, QueueWait } from '../debate-summary.ts';
import { OUTCOME_WORDS } from '../outcomes.ts';
import type { RecordEntry } from '../record.ts';
import type { LabelSeat } from './label-seats.ts';

export interface Standing extends Pick<DebateSummary, 'status' | 'outcome' | 'running' | 'failed'> {
  /** What only a person can do next. */
  readonly waitsFor?: readonly { readonly label: string }[];
  readonly queued?: QueueWait | undefined;
}

/** For whoever is shown less than others. */
export const QUEUE_UNSEEN = 'The database does not let this user see whether a run is queued.';

/** A sentence, where there is something to say. */
export function describeQueueWait(queued: QueueWait | undefined): readonly string[] {
  if (queued === undefined) return [];
  return [queued === null ? QUEUE_UNSEEN : `Its run waits ${queued}.`];
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
  if (typeof queued === 'string') return { kind: 'queued', title: `Waiting ${queued}` };
  if (failed.length > 0) return { kind: 'failed', title: `Paused: ${failed.join(', ')} failed` };
  return { kind: 'paused', title: queued === null ? 'Not running, as far as this user may see' : 'Paused' };
}

/** "No answer from Wall, Door."; `undefined` once each seat has answered or failed. */
export function describeUnansweredFollowUp(
  { unanswered }: Extract<RecordEntry, { kind: 'follow-up' }>,
  label: LabelSeat,
): string | undefined {
  return unanswered.length === 0 ? undefined : `No answer from ${unanswered.map(label).join(', ')}.`;
}
