// Walks through a log and writes down what was said.
import { type EventData, type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed/sealed.ts';
import { lookUpText } from '../../domain/sealed/text-on-demand.ts';
import type { TranscriptEntry } from '../format.ts';

/** An entry with the act that it comes from; an interjection comes from none. */
export interface ActEntry extends TranscriptEntry {
  readonly act: string | undefined;
}

/** What a format says of a turn; without `format`, the turn reads as it was written. */
export interface TurnDescription {
  readonly title: string;
  readonly round: number | null;
  /** Makes the answer readable; not called for a redacted one. */
  readonly format?: (text: string) => string;
}

/** How words from outside the seats stand in a transcript. */
export function interjectionEntry({ seq, data }: EventOf<'interjection-added'>): TranscriptEntry {
  const title = `Interjection by ${data.author}`;
  return lookUpText({ seq, title, seat: undefined, round: null, text: undefined }, data.content);
}

/** One entry for each interjection and each turn that `describe` has something to say of. */
export function collectEntries(
  log: readonly LedgerEvent[],
  describe: (turn: EventOf<'turn-recorded'>) => TurnDescription | undefined,
): readonly ActEntry[] {
  return log.flatMap((event): ActEntry[] => {
    if (isEvent(event, 'interjection-added')) return [Object.assign(interjectionEntry(event), { act: undefined })];
    if (!isEvent(event, 'turn-recorded')) return [];
    const description = describe(event);
    if (description === undefined) return [];
    const { title, round, format } = description;
    const { seat, act, content } = event.data;
    const entry = { seq: event.seq, title, seat, round, text: undefined, act };
    if (format === undefined) return [lookUpText(entry, content)];
    const text = textOf(content);
    return [text === undefined ? entry : { ...entry, text: format(text) }];
  });
}

/** The event that opened the debate. */
export function findOpening(log: readonly LedgerEvent[]): EventData<'debate-opened'> | undefined {
  const [first] = log;
  return first !== undefined && isEvent(first, 'debate-opened') ? first.data : undefined;
}
