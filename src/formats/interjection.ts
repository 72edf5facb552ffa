// How words from outside the seats stand in a transcript.
import type { EventOf } from '../domain/events.ts';
import { lookUpText } from '../domain/text-on-demand.ts';
import type { TranscriptEntry } from './format.ts';

export function interjectionEntry({ seq, data }: EventOf<'interjection-added'>): TranscriptEntry {
  const title = `Interjection by ${data.author}`;
  return lookUpText({ seq, title, seat: undefined, round: null, text: undefined }, data.content);
}
