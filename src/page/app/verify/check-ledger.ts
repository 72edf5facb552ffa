// Checks the ledger that is embedded in the file, as docs/reference/ledger.md says: form, order, chain, digests of texts, and that only a
// recorded redaction has removed one; then that what the page shows is what the export makes of that ledger. Whether the rules allow each
// event it does not check.
import type { LedgerEvent } from '../../../domain/events.ts';
import { mapSealed, readSealed, type Sealed } from '../../../domain/sealed/sealed.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import type { PageData, RebuiltPage } from '../../report/page-data.ts';

export interface Checked {
  /** What is wrong, in a sentence; absent where nothing is. */
  readonly problem?: string;
  readonly events: number;
  readonly texts: number;
  readonly redacted: number;
  readonly head: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Where two values that JSON holds differ, as paths of members; of what one has and the other lacks, the first alone is named. */
function findDifferences(one: unknown, other: unknown, path = ''): readonly string[] {
  if (Object.is(one, other)) return [];
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    Object.hasOwn(one, name) && Object.hasOwn(other, name)
      ? findDifferences(one[name], other[name], joinPath(path, name))
      : [joinPath(path, name)],
  );
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

/** What no ledger of this debate says: forks are other debates of the hall. */
const withoutUnchecked = ({ record: { forks: _, ...record }, hunks, pictures }: PageData): unknown =>
  toJson({ record, hunks, pictures });

/** As a file holds it. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function rebuild(events: readonly LedgerEvent[]): readonly RebuiltPage[] | undefined {
  try {
    return globalThis.rebuildPage?.(events);
  } catch {
    return undefined;
  }
}

/** Where the page says something else than what its ledger makes it say. */
function findDifference(page: PageData, events: readonly LedgerEvent[]): string | undefined {
  const rebuilt = rebuild(events);
  if (rebuilt === undefined) return 'What the page shows could not be made out of its ledger again.';
  const shown = withoutUnchecked(page);
  // With the paths of the machine, or without.
  const differences = rebuilt.map((each) => findDifferences(shown, withoutUnchecked(each)));
  const [[first, ...others] = []] = differences.toSorted((one, other) => one.length - other.length);
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : `, and in ${countNoun(others.length, 'other place')}`;
  return `What the page shows is not what the ledger says, in ${first}${more}.`;
}

export async function checkLedger(page: PageData, lines: readonly string[]): Promise<Checked> {
  const check = new LedgerCheck();
  let problem: string | undefined;
  for (const line of lines) {
    problem = await check.take(line);
    if (problem !== undefined) break;
  }
  problem ??= check.forgedRedaction() ?? findDifference(page, check.events);
  const { events, places, prev } = check;
  const redacted = [...places.values()].filter(({ sealed }) => readSealed(sealed) === undefined).length;
  const result = { events: events.length, texts: places.size - redacted, redacted, head: prev ?? '' };
  return problem === undefined ? result : { ...result, problem };
}
