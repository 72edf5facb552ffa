// Checks the ledger that is embedded in the file, as docs/reference/ledger.md says: form, order, chain, digests of texts, and that only a
// recorded redaction has removed one; then that what the page shows is what the ledger says. It does not replay the rules.
import type { LedgerEvent } from '../../../domain/events.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { mapSealed, readSealed, type Sealed } from '../../../domain/sealed/sealed.ts';
import { checkTop } from './check-top.ts';

export interface Checked {
  /** What is wrong, in a sentence; absent where nothing is. */
  readonly problem?: string;
  readonly events: number;
  readonly texts: number;
  readonly redacted: number;
  readonly head: string;
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** RFC 8785 for what ledgers hold: integers, strings, sorted keys. */
function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${toCanonical(item)}`).join(',')}}`;
}

interface Place {
  readonly seq: number;
  readonly path: string;
  readonly sealed: Sealed;
}

async function isIntact(sealed: Sealed): Promise<boolean> {
  if (!('text' in sealed)) return Object.keys(sealed).length === 1;
  return /^[0-9a-f]{32}$/.test(sealed.salt) && (await sha256(sealed.salt + sealed.text)) === sealed.sha256;
}

class LedgerCheck {
  prev: string | null = null;
  at = '';
  readonly places = new Map<string, Place>();
  readonly removed = new Set<string>();
  readonly events: LedgerEvent[] = [];

  /** Returns what is wrong with the line. */
  async take(line: string): Promise<string | undefined> {
    const seq = this.events.length;
    let event: LedgerEvent;
    try {
      event = JSON.parse(line) as LedgerEvent;
    } catch {
      return `Line ${seq + 1} is not JSON.`;
    }
    if (toCanonical(event) !== line) return `Event ${seq} is not in canonical form.`;
    const { hash, ...rest } = event;
    if (event.seq !== seq || event.v !== 1) return `Event ${seq} is out of order.`;
    if (event.prev !== this.prev) return `Event ${seq} does not link to the event before it.`;
    if (event.at < this.at) return `Event ${seq} is dated earlier than the event before it.`;
    const texts: Place[] = [];
    const data = mapSealed<unknown>(event.data, (sealed, path) => {
      texts.push({ seq, path, sealed });
      return { sha256: sealed.sha256 };
    });
    for (const place of texts) {
      if (!(await isIntact(place.sealed)))
        return `The text at ${place.path} of event ${seq} does not match its digest.`;
      this.places.set(`${seq}${place.path}`, place);
    }
    if ((await sha256(toCanonical({ ...rest, data }))) !== hash)
      return `Event ${seq} was changed: its hash does not match.`;
    if (event.type === 'texts-redacted') {
      for (const field of event.data.fields) this.removed.add(`${event.data.target}${field}`);
    }
    this.prev = hash;
    this.at = event.at;
    this.events.push(event);
  }

  forgedRedaction(): string | undefined {
    for (const [key, { seq, path, sealed }] of this.places) {
      if (readSealed(sealed) === undefined && !this.removed.has(key))
        return `The text at ${path} of event ${seq} was removed without a recorded redaction.`;
    }
  }
}

/** Where the page says something else than the ledger. */
function findDifference(record: DebateRecord, { prev, events, places }: LedgerCheck): string | undefined {
  const { entries, ledger, topic } = record;
  if (ledger.head !== prev || ledger.events !== events.length)
    return 'The record of this page is not that of this ledger.';
  const opened = places.get('0/topic');
  if (opened === undefined || (readSealed(opened.sealed) ?? null) !== topic)
    return 'The topic is not that of the ledger.';
  const spoken = entries.filter((entry) => 'text' in entry);
  const wrong = spoken.find((entry) => {
    const sealed = places.get(`${entry.seq}/content`)?.sealed;
    return sealed === undefined || sealed.sha256 !== entry.sha256 || (readSealed(sealed) ?? null) !== entry.text;
  });
  if (wrong !== undefined) return `The text shown for event ${wrong.seq} is not that of the ledger.`;
  const turns = events.filter(({ type }) => type === 'turn-recorded').length;
  if (turns !== entries.filter(({ kind }) => kind === 'turn').length)
    return 'The page does not show every turn of the ledger.';
  return checkTop(record, events);
}

export async function checkLedger(record: DebateRecord, lines: readonly string[]): Promise<Checked> {
  const check = new LedgerCheck();
  let problem: string | undefined;
  for (const line of lines) {
    problem = await check.take(line);
    if (problem !== undefined) break;
  }
  problem ??= check.forgedRedaction() ?? findDifference(record, check);
  const { events, places, prev } = check;
  const redacted = [...places.values()].filter(({ sealed }) => readSealed(sealed) === undefined).length;
  const result = { events: events.length, texts: places.size - redacted, redacted, head: prev ?? '' };
  return problem === undefined ? result : { ...result, problem };
}
