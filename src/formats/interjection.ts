// How words from outside the seats stand in a transcript.
import type { EventOf } from '../domain/events.ts';
import { textOf } from '../domain/sealed.ts';
import type { TranscriptEntry } from './format.ts';

export function interjectionEntry({ seq, data }: EventOf<'interjection-added'>): TranscriptEntry {
  const title = `Interjection by ${data.author}`;
  return { seq, title, seat: undefined, round: null, text: textOf(data.content) };
}
