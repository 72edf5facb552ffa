// What an entry of the record is called, and what it says, as text.
import type { RecordEntry } from '../../domain/record.ts';
import { describeHindsight, formatNote } from '../../domain/words/describe-hindsight.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { missingTextNote } from '../../domain/words/missing-text.ts';
import { describeAgent, safe } from './words.ts';

export function describeTitle(entry: RecordEntry, label: LabelSeat): string {
  switch (entry.kind) {
    case 'turn':
    case 'interjection':
    case 'follow-up':
    case 'follow-up-answer':
      return safe(entry.title);
    case 'rejected':
      return `${label(entry.seat)}: answer rejected`;
    case 'failure':
      return `${label(entry.seat)} failed`;
    case 'replacement':
      return `${label(entry.seat)} was replaced`;
    case 'note':
      return entry.seat === undefined ? 'Note' : `Note on ${label(entry.seat)}`;
    case 'hindsight':
      return 'How it turned out';
    case 'redaction':
      return `Redaction of event ${entry.target}`;
  }
}

/** The words of the seat or person; of other entries, what happened. */
export function describeEntry(entry: RecordEntry): string {
  switch (entry.kind) {
    case 'turn':
    case 'interjection':
    case 'rejected':
    case 'follow-up':
    case 'follow-up-answer':
      return ('shown' in entry ? entry.shown : undefined) ?? entry.text ?? missingTextNote(entry);
    case 'failure':
      return `${entry.failure.code}: ${entry.failure.message}`;
    case 'replacement':
      return `${describeAgent(entry.to)} in place of ${describeAgent(entry.from)}: ${entry.reason}`;
    case 'note':
      return entry.message;
    case 'hindsight':
      return [describeHindsight(entry), formatNote(entry)].filter(Boolean).join('\n\n');
    case 'redaction':
      return `${entry.fields.join(', ')}, by ${entry.by}: ${entry.reason}`;
  }
}
