// Which events of a ledger are a person's: what they said, and where they are only named.
import { PERSON_KIND } from '../../../domain/event-parts.ts';
import type { LedgerEvent } from '../../../domain/events.ts';

/** Who said the words of an event; `undefined` for one of a run. */
function findAuthor({ type, data }: LedgerEvent): string | undefined {
  switch (type) {
    case 'turn-recorded':
    case 'answer-rejected':
      return data.by.author;
    case 'interjection-added':
      return data.author;
    case 'debate-closed':
    case 'debate-force-closed':
    case 'outcome-recorded':
    case 'follow-up-asked':
      return data.by;
    default:
      return undefined;
  }
}

/** Whether the words of an event are those of somebody with one of these names. */
export function isAuthoredBy(event: LedgerEvent, names: ReadonlySet<string>): boolean {
  const author = findAuthor(event);
  return author !== undefined && names.has(author);
}

/** Whether it is theirs, or names them as whoever did something. */
export function isAbout(event: LedgerEvent, names: ReadonlySet<string>): boolean {
  if (isAuthoredBy(event, names)) return true;
  const { type, data } = event;
  if (type === 'run-started') return data.askedBy !== undefined && names.has(data.askedBy);
  if (type === 'seat-taken' && data.agent.kind === PERSON_KIND && names.has(data.agent.agent)) return true;
  return 'by' in data && typeof data.by === 'string' && names.has(data.by);
}
