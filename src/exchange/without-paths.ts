// A record for others to read: without what tells of the machine that it was made on. The ledger keeps all of it.
import { defined } from '../domain/defined.ts';
import type { Provenance } from '../domain/event-parts.ts';
import type { LiveEvent } from '../domain/live-events.ts';
import type { DebateRecord, RecordEntry } from '../domain/record.ts';
import { changeHolder } from '../domain/sealed/sealed.ts';
import { escapePlain } from '../domain/words/markdown-safe.ts';
import { mapStrings } from '../support/map-strings.ts';

/** An absolute path of two parts or more, of Unix or Windows; of addresses nothing. */
const ABSOLUTE = /(?<![\w.:/\\~-])(?:~|[A-Za-z]:)?(?:[/\\][\w.@+~-]+){2,}/g;

/** The same text with the last part of each absolute path only: "/home/ana/spec.md" becomes "…/spec.md". */
export function shortenPaths(text: string): string {
  return text.replace(ABSOLUTE, (path) => `…/${path.split(/[/\\]/).at(-1)}`);
}

const withoutArgv = ({ argv: _, pictures, ...by }: Provenance): Provenance => ({
  ...by,
  ...defined({ pictures: pictures?.map(shortenPaths) }),
});

function shortenEntry(entry: RecordEntry): RecordEntry {
  switch (entry.kind) {
    case 'turn':
    case 'rejected':
    case 'follow-up-answer':
      return changeHolder(entry, { by: withoutArgv(entry.by) });
    case 'failure':
      return { ...entry, failure: { ...entry.failure, message: shortenPaths(entry.failure.message) } };
    case 'note':
      return { ...entry, message: shortenPaths(entry.message) };
    case 'replacement':
      return { ...entry, reason: shortenPaths(entry.reason) };
    default:
      return entry;
  }
}

const shortenReason = <T extends { readonly reason: string }>(item: T): T => ({
  ...item,
  reason: shortenPaths(item.reason),
});

const shortenSource = <T extends { readonly source: string }>(item: T): T => ({
  ...item,
  source: shortenPaths(item.source),
});

/** A text of the hall, and what stands for it in a record for others. */
type Shortened = readonly (readonly [own: string, short: string])[];

/** What the hall itself said, not a seat or a person; the longest first, as one may be a part of another. */
function listShortened({ authority, contextLeftOut, entries }: DebateRecord): Shortened {
  const own = [
    ...contextLeftOut.flatMap(({ source, reason }) => [source, reason]),
    ...authority.left.map(({ reason }) => reason),
    ...entries.flatMap((entry) => (entry.kind === 'failure' ? [entry.failure.message] : [])),
  ];
  // A sentence may be repeated within another one.
  const whole = new Set(own.flatMap((text) => [text, text.replace(/\.$/, '')]));
  return [...whole]
    .map((text) => [text, shortenPaths(text)] as const)
    .filter(([text, short]) => text !== short)
    .sort(([one], [other]) => other.length - one.length);
}

/** "/home/ana/p" is no part of "/home/ana/pears", "/home/ana/p/x" or "/srv/home/ana/p". */
const isWhole = (before: string, after: string): boolean =>
  !/[\p{L}\p{N}_./\\~]$/u.test(before) && !/^[/\\]?[@+~.-]?[\p{L}\p{N}_]/u.test(after);

/** Puts what is shortened into a text, in which it is written so. */
const replaceWithin = (text: string, shortened: Shortened, write = (each: string) => each): string =>
  shortened.reduce((whole, pair) => {
    const [own, short] = pair.map(write) as [string, string];
    return whole.replaceAll(own, (found, at: number) =>
      isWhole(whole.slice(Math.max(0, at - 2), at), whole.slice(at + own.length, at + own.length + 4)) ? short : found,
    );
  }, text);

/** A result repeats why seats left or failed, and what was left out. */
function shortenResult(result: DebateRecord['result'], shortened: Shortened): DebateRecord['result'] {
  if (result === null || shortened.length === 0) return result;
  const { data, headline, markdown, details } = result;
  return {
    ...result,
    data: mapStrings(data, (text) => replaceWithin(text, shortened)),
    headline: replaceWithin(headline, shortened),
    markdown: replaceWithin(markdown, shortened, escapePlain),
    ...defined({ details: details === undefined ? undefined : replaceWithin(details, shortened, escapePlain) }),
  };
}

/** What seats and people said stays as it is. */
export function withoutPaths(record: DebateRecord): DebateRecord {
  const { authority, context, contextLeftOut, entries, pictures, reading, result } = record;
  return {
    ...record,
    authority: {
      ...authority,
      replaced: authority.replaced.map(shortenReason),
      left: authority.left.map(shortenReason),
      ...defined({ pictures: authority.pictures?.map(shortenSource) }),
    },
    context: context.map(shortenSource),
    contextLeftOut: contextLeftOut.map((item) => shortenReason(shortenSource(item))),
    entries: entries.map(shortenEntry),
    result: shortenResult(result, listShortened(record)),
    ...defined({ pictures: pictures?.map(shortenSource) }),
    ...(reading === undefined
      ? {}
      : { reading: { ...reading, pins: reading.pins.map((pin) => ({ ...pin, spec: shortenPaths(pin.spec) })) } }),
  };
}

/** The same for what a run tells. */
export function shortenLiveEvent(event: LiveEvent): LiveEvent {
  switch (event.type) {
    case 'note':
    case 'details-revealed':
      return { ...event, message: shortenPaths(event.message) };
    case 'seat-left':
    case 'seat-replaced':
      return { ...event, reason: shortenPaths(event.reason) };
    case 'retrying':
    case 'seat-failed':
      return { ...event, failure: { ...event.failure, message: shortenPaths(event.failure.message) } };
    default:
      return event;
  }
}
