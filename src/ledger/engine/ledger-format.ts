// Finds the format of a ledger in its first line, which has to be known before events are folded.
import { type EventOf, isEvent } from '../../domain/events.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { LedgerReader } from '../chain/reader.ts';
import type { Chunk } from '../stores/store.ts';

/** What an opening calls its format, whether or not the line is intact. */
function peekFormat(line: string): unknown {
  try {
    return (JSON.parse(line) as Partial<EventOf<'debate-opened'>> | null)?.data?.format;
  } catch {
    return undefined;
  }
}

export class LedgerFormats {
  readonly #find: (id: string) => Promise<AnyFormat>;
  /** Those that debates were read by, by name. */
  readonly #known = new Map<unknown, AnyFormat>();

  constructor(find: (id: string) => Promise<AnyFormat>) {
    this.#find = find;
  }

  /** Of a ledger that begins with this chunk; `undefined` when it does not begin with an opening. */
  async read(chunk: Chunk): Promise<AnyFormat | undefined> {
    const end = chunk.text.indexOf('\n');
    if (end === -1) return undefined;
    const line = chunk.text.slice(0, end);
    // Whoever reads on checks the line; only a name that is new here has to be right.
    const known = this.#known.get(peekFormat(line));
    if (known !== undefined) return known;
    const first = new LedgerReader().push(line);
    if (!first.ok || !isEvent(first.event, 'debate-opened')) return undefined;
    const format = await this.#find(first.event.data.format);
    this.#known.set(first.event.data.format, format);
    return format;
  }
}
