// Who has not answered a question that was asked after the end.
import type { RecordEntry } from '../record.ts';
import type { LabelSeat } from './label-seats.ts';

/** "No answer from Wall, Door."; `undefined` once each seat has answered or failed. */
export function describeUnansweredFollowUp(
  { unanswered }: Extract<RecordEntry, { kind: 'follow-up' }>,
  label: LabelSeat,
): string | undefined {
  return unanswered.length === 0 ? undefined : `No answer from ${unanswered.map(label).join(', ')}.`;
}
