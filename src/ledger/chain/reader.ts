// Reads a ledger line by line and checks everything that can be checked without knowing the format's rules:
// canonical form, shape, place in the chain, hash, seals, and that only a recorded redaction has removed a text.
import * as z from 'zod';
import type { EventOf, LedgerEvent } from '../../domain/events.ts';
import { mapSealed, type Sealed } from '../../domain/sealed/sealed.ts';
import { shorten } from '../../domain/words/cut-line.ts';
import { canonicalJson, sha256Hex } from '../../support/canonical.ts';
import { type ChainEnd, chainEnd, coveredText, EMPTY_CHAIN, eventHash, isSealIntact } from './chain.ts';
import { parseEvent } from './parse-event.ts';

const SHOWN_CHARACTERS = 80;

/** Says in one short sentence what does not fit in a line; the schema's own words would fill a screen. */
function shapeProblem(seq: number, issue: z.core.$ZodIssue | undefined): { field: string; message: string } {
  const path = issue?.path ?? [];
  const field = path.length === 0 ? '' : `/${path.join('/')}`;
  const shown = shorten(field, SHOWN_CHARACTERS);
  if (path.length === 0) return { field, message: `Event ${seq} does not have the fields of an event.` };
  if (field === '/type') return { field, message: `Event ${seq} has an unknown type.` };
  if (issue?.code === 'unrecognized_keys') return { field, message: `Event ${seq} has unknown fields at ${shown}.` };
  return { field, message: `Event ${seq} has an unexpected value, or none, at ${shown}.` };
}

export type DamageCode =
  | 'not-json'
  | 'not-canonical'
  | 'bad-shape'
  | 'bad-seq'
  | 'bad-prev'
  | 'bad-time'
  | 'bad-hash'
  | 'bad-seal'
  | 'forged-redaction'
  | 'bad-redaction'
  | 'wrong-debate'
  | 'rule-broken'
  | 'missing-consequence'
  | 'head-missing'
  | 'record-differs'
  | 'copy-differs'
  | 'no-events';

/** What is wrong with a ledger, and exactly where. */
export interface Damage {
  readonly code: DamageCode;
  /** 1-based line in the file. */
  readonly line: number;
  /** The event that should stand there. */
  readonly seq: number;
  /** JSON pointer into the event: "/data/content"; "" when the whole line is meant. */
  readonly field: string;
  readonly message: string;
}

export type ReadLine =
  | { readonly ok: true; readonly event: LedgerEvent }
  /**
   * `event` where the line is intact and in its place, and only its shape is one that this version does not know: the next line can be
   * taken, and its members are checked as far as every event has them.
   */
  | { readonly ok: false; readonly damage: Damage; readonly event?: LedgerEvent | undefined };

/** What every version can tell of a redaction. */
const redactionSchema = z.object({ target: z.int(), fields: z.array(z.string()).min(1) });

/** Position of one sealed text: event and JSON pointer below its `data`. */
export interface TextPlace {
  readonly seq: number;
  readonly field: string;
}

function computeHash(event: LedgerEvent): string | undefined {
  try {
    return eventHash(event);
  } catch {
    // Lone surrogates have no canonical form, so no hash can fit them.
    return undefined;
  }
}

/** What editors and git do to a whole file, which changes every line of it, and how it is undone. */
function describeRewriting(line: string): string | undefined {
  if (line.endsWith('\r')) {
    return 'ends with CR LF: an editor, or git with core.autocrlf, has changed the line ends. Change them back to LF; "*.jsonl -text" in .gitattributes keeps git from it.';
  }
  if (line.startsWith('\ufeff')) {
    return 'begins with a byte order mark, which an editor has put there. Save the file as UTF-8 without one.';
  }
  return undefined;
}

const placeKey = (seq: number, field: string) => `${seq}${field}`;

export class LedgerReader {
  #end: ChainEnd = EMPTY_CHAIN;
  readonly #missing = new Map<string, TextPlace>();
  /** Where each event has a text, by `seq`. */
  readonly #present: (readonly string[])[] = [];
  readonly #named = new Map<string, TextPlace>();

  get end(): ChainEnd {
    return this.#end;
  }

  /** Takes the next line, without its line end. After damage the reader must not be used further. */
  push(line: string): ReadLine {
    try {
      return this.#take(line);
    } catch (error) {
      // Of what is nested so deeply that the stack ends.
      if (!(error instanceof RangeError)) throw error;
      const seq = this.#end.nextSeq;
      const message = `Event ${seq} is nested too deeply.`;
      return { ok: false, damage: { code: 'bad-shape', line: seq + 1, seq, field: '', message } };
    }
  }

  #take(line: string): ReadLine {
    const seq = this.#end.nextSeq;
    const damaged = (code: DamageCode, field: string, message: string): ReadLine => ({
      ok: false,
      damage: { code, line: seq + 1, seq, field, message },
    });

    const rewriting = describeRewriting(line);
    if (rewriting !== undefined) return damaged('not-canonical', '', `Line ${seq + 1} ${rewriting}`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return damaged('not-json', '', `Line ${seq + 1} is not JSON.`);
    }
    const parsed = parseEvent(value);
    let unknown: ReturnType<typeof shapeProblem> | undefined;
    if (!parsed.success) {
      unknown = shapeProblem(seq, parsed.issue);
      if (parsed.data === undefined) return damaged('bad-shape', unknown.field, unknown.message);
    }
    const event = parsed.data as LedgerEvent;
    if (event.seq !== seq) return damaged('bad-seq', '/seq', `Event ${seq} has the number ${event.seq}.`);
    if (event.prev !== this.#end.head) {
      return damaged('bad-prev', '/prev', `Event ${seq} does not link to the event before it.`);
    }
    if ((seq === 0) !== (event.type === 'debate-opened')) {
      return damaged('bad-shape', '/type', `Event ${seq} must ${seq === 0 ? '' : 'not '}be "debate-opened".`);
    }

    // One walk finds the texts, checks their seals and builds what the hash covers.
    let badSeal: string | undefined;
    const seals: Sealed[] = [];
    const present: string[] = [];
    const data = mapSealed(event.data, (sealed, path) => {
      if (!isSealIntact(sealed)) badSeal ??= path;
      seals.push(sealed);
      if ('text' in sealed) present.push(path);
      else this.#missing.set(placeKey(seq, path), { seq, field: path });
      return { sha256: sealed.sha256 };
    });
    if (badSeal !== undefined) {
      return damaged(
        'bad-seal',
        `/data${badSeal}`,
        `Event ${seq}: the text at /data${badSeal} does not match its digest.`,
      );
    }
    this.#present.push(present);
    const covered = parsed.success && parsed.inOrder ? coveredText(line, event, data, seals) : undefined;
    if ((covered === undefined ? computeHash(event) : sha256Hex(covered)) !== event.hash) {
      return damaged('bad-hash', '/hash', `Event ${seq} was changed: its hash does not match its content.`);
    }
    // Of the parsed event, as the hash: what parsing passes over, such as a member "__proto__", is not canonical.
    if (covered === undefined && canonicalJson(event) !== line) {
      return damaged('not-canonical', '', `Event ${seq} is not written in canonical form.`);
    }
    if (this.#end.lastAt !== null && event.at < this.#end.lastAt) {
      return damaged('bad-time', '/at', `Event ${seq} is dated earlier than the event before it.`);
    }
    if (event.type === 'texts-redacted') {
      const problem = this.#takeRedaction(event);
      if (problem !== undefined) return damaged('bad-redaction', '/data/fields', problem);
    }
    this.#end = chainEnd(event);
    if (unknown === undefined) return { ok: true, event };
    return { ok: false, damage: { code: 'bad-shape', line: seq + 1, seq, ...unknown }, event };
  }

  #takeRedaction({ seq, data }: EventOf<'texts-redacted'>): string | undefined {
    const redaction = redactionSchema.safeParse(data, { jitless: true });
    if (!redaction.success) return `Event ${seq} does not name what it redacts.`;
    const { target, fields } = redaction.data;
    for (const field of fields) {
      const key = placeKey(target, field);
      if (!this.#missing.has(key) && this.#present[target]?.includes(field) !== true) {
        return `Event ${seq} redacts /data${field} of event ${target}, which is not a sealed text.`;
      }
      this.#named.set(key, { seq: target, field });
    }
    return undefined;
  }

  /** Whether some text so far is gone, redacted or not. */
  get textsMissing(): boolean {
    return this.#missing.size > 0;
  }

  /** Texts that are gone although no redaction names them. */
  forgedRedactions(): Damage[] {
    return [...this.#missing]
      .filter(([key]) => !this.#named.has(key))
      .map(([, { seq, field }]) => ({
        code: 'forged-redaction',
        line: seq + 1,
        seq,
        field: `/data${field}`,
        message: `Event ${seq}: the text at /data${field} was removed, but no redaction is recorded.`,
      }));
  }

  /** Texts that a recorded redaction names and that are still there: the redaction was interrupted. */
  unfinishedRedactions(): TextPlace[] {
    return [...this.#named].filter(([key]) => !this.#missing.has(key)).map(([, place]) => place);
  }
}
