// What a ledger has got since a run last looked, as live events: the one place where an event that is on disk becomes one
// that people see. Who wrote it does not matter, so words from other processes are told like those of the run itself.
import { type EventOf, isEvent, type LedgerEvent } from '../domain/events.ts';
import { textOf } from '../domain/sealed.ts';
import { blindFrom, type Snapshot } from '../engine/snapshot.ts';
import type { TranscriptEntry } from '../formats/format.ts';
import type { LiveEvent } from './live.ts';

interface Shown {
  readonly entry: TranscriptEntry | undefined;
  readonly withheld: boolean;
}

function turnNews({ seq, data }: EventOf<'turn-recorded'>, { entry, withheld }: Shown): LiveEvent {
  const { seat, by, key } = data;
  const turn = {
    seat,
    seq,
    title: entry?.title ?? seat,
    text: withheld ? '' : (entry?.text ?? ''),
    ...(withheld ? { withheld } : {}),
    warnings: withheld ? [] : data.warnings,
  };
  // Only a run asks with a prompt, under the id of the step.
  if (by.promptSha256 === undefined) {
    return { type: 'turn-taken', ...turn, by: by.author ?? by.agent.agent };
  }
  return {
    type: 'turn-recorded',
    ...turn,
    step: key ?? '',
    durationMs: by.durationMs ?? 0,
    ...(by.usage === undefined ? {} : { usage: by.usage }),
  };
}

/** What listeners are told of one event; `undefined` for what is told otherwise or not at all. */
function newsOf(event: LedgerEvent, shown: Shown): LiveEvent | undefined {
  const { seq } = event;
  switch (event.type) {
    case 'turn-recorded':
      return turnNews(event, shown);
    case 'interjection-added': {
      const { author, content, source } = event.data;
      const title = shown.entry?.title ?? author;
      const text = textOf(content) ?? '';
      return { type: 'interjection', seq, title, author, text, ...(source === undefined ? {} : { source }) };
    }
    case 'seat-replaced': {
      const { seat, to, reason } = event.data;
      return { type: 'seat-replaced', seq, seat, to: to.agent, reason };
    }
    case 'seat-left':
      return { type: 'seat-left', seq, ...event.data };
    case 'note-recorded':
      return { type: 'note', seq, code: event.data.code, message: event.data.message };
    case 'limit-reached':
      return { type: 'limit-reached', seq, ...event.data };
    default:
      return undefined;
  }
}

/** Gives out each event of a ledger once, in its order, whoever looks first. */
export class LedgerNews {
  /** The first event that was not looked at yet. */
  #next: number;
  /** From which event on texts were withheld when it was last looked. */
  #blind: number;

  constructor(start: Snapshot) {
    this.#next = start.debate.nextSeq;
    this.#blind = blindFrom(start);
  }

  /** First what is no longer withheld, then what is new. Empty for a state that is older than the last one. */
  since(snapshot: Snapshot): readonly LiveEvent[] {
    const { debate, format, log } = snapshot;
    const from = this.#next;
    if (debate.nextSeq <= from) return [];
    const blind = blindFrom(snapshot);
    const revealed = log.slice(this.#blind, Math.min(blind, from)).filter((event) => isEvent(event, 'turn-recorded'));
    const fresh = log.slice(from, debate.nextSeq);
    this.#next = debate.nextSeq;
    this.#blind = blind;
    const speaks = ({ type }: LedgerEvent) => type === 'turn-recorded' || type === 'interjection-added';
    const entries = revealed.length > 0 || fresh.some(speaks) ? format.transcript(log) : [];
    const transcript = new Map(entries.map((entry) => [entry.seq, entry]));
    return [
      ...revealed.map(({ seq, data: { seat, warnings } }): LiveEvent => {
        const { title = seat, text = '' } = transcript.get(seq) ?? {};
        return { type: 'turn-revealed', seat, seq, title, text, warnings };
      }),
      ...fresh.flatMap((event) => {
        const news = newsOf(event, { entry: transcript.get(event.seq), withheld: event.seq >= blind });
        return news === undefined ? [] : [news];
      }),
    ];
  }
}
