// What the text of a ledger shows of its debate although nothing was checked: reading costs a fraction of checking. A debate is held
// out of a search only when it cannot be wanted, undamaged as it then would have to be; all others are checked and looked at.
import { LEDGER_VERSION, type LedgerEvent } from '../../../../domain/events.ts';
import type { Ends } from '../../../../ledger/stores/store.ts';
import { decodeBytes, FORMAT, findField, findTags, findText, OUTCOME, RELATION } from './ledger-bytes.ts';
import type { Look } from './ledger-ends.ts';
import type { ListFilter } from './list-filter.ts';

type Outcome = NonNullable<ListFilter['outcome']>;

/** What an undamaged ledger of this text would come to. */
export interface Signs {
  readonly format: string | undefined;
  /** As it stands in JSON; empty when it was redacted. */
  readonly topic: string;
  readonly outcome: string | undefined;
  /** The debate that it names as the one that it continues, is compared with, or is a fork of. */
  readonly relatedTo: string | undefined;
  /** The debates whose decisions it was given. */
  readonly recalled: readonly string[];
  readonly tags: readonly string[];
  readonly changedAt: string | undefined;
  /** Somebody recorded how it turned out. */
  readonly turnedOut: boolean;
}

/** False only when no undamaged ledger with these signs is wanted. */
export type CouldBe = (id: string, signs: Signs) => boolean;

/** Before it nothing counts that a list asks for: what turned out was recorded of a debate that was over, and is forgotten when it is reopened. */
const CLOSING = 'debate-closed';

/** What a debate has come to when this is the last such event; "debate-closed" names its outcome itself. */
const COMES_TO: ReadonlyMap<string, Outcome | undefined> = new Map<LedgerEvent['type'], Outcome | undefined>([
  [CLOSING, undefined],
  ['debate-force-closed', 'force-closed'],
  ['limit-reached', 'stopped-by-limit'],
  ['debate-extended', 'open'],
  ['limits-raised', 'open'],
]);
/** In canonical JSON every line ends like this, and within a text no quote stands bare. */
const LINE_END = new RegExp(`"type":"([a-z-]+)","v":${LEDGER_VERSION}\\}\n$`);
const LONGEST_END = 80;
const RECORDED_OUTCOME = `"type":"outcome-recorded","v":${LEDGER_VERSION}}\n`;

/** The last event that says what a debate has come to, found from the last line backwards. */
function findEnding(text: string): { readonly type: string; readonly line: string } | undefined {
  for (let end = text.length, from = 0; end > 0; end = from) {
    from = end < 2 ? 0 : text.lastIndexOf('\n', end - 2) + 1;
    const type = LINE_END.exec(text.slice(Math.max(from, end - LONGEST_END), end))?.[1];
    if (type !== undefined && COMES_TO.has(type)) return { type, line: text.slice(from, end) };
  }
  return undefined;
}

/** Signs are kept, which must not keep what they were found in. */
const keep = (found: string | undefined): string | undefined => found && decodeBytes(found);

/** `unknown`: its last lines do not reach back far enough to tell. */
function signsAt({ first: opening, last: bytes }: Ends): Signs | 'unknown' {
  const ending = findEnding(bytes);
  if (ending?.type !== CLOSING && !bytes.startsWith(opening)) return 'unknown';
  const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  return {
    format: keep(findField(opening, FORMAT)?.[1]),
    topic: decodeBytes(findText(opening, '"topic":')),
    outcome: ending === undefined ? 'open' : (COMES_TO.get(ending.type) ?? keep(findField(ending.line, OUTCOME)?.[1])),
    relatedTo: keep(findField(opening, RELATION)?.[2]),
    recalled: Array.from(opening.matchAll(/"source":"decision ([^"\\]*)"/g), ([, threadId = '']) =>
      decodeBytes(threadId),
    ),
    tags: findTags(opening).map(decodeBytes),
    turnedOut: bytes.includes(RECORDED_OUTCOME),
    changedAt: keep(/^\{"at":"([^"]*)"/.exec(bytes.slice(lastLine, lastLine + 50))?.[1]),
  };
}

export const readSigns: Look<Signs> = (ends) => new Map(Array.from(ends, ([id, each]) => [id, signsAt(each)]));

export function couldMatch({ format, outcome, tags = [], since }: ListFilter): CouldBe {
  return (_id, signs) =>
    (format === undefined || signs.format === format) &&
    (outcome === undefined || signs.outcome === outcome) &&
    tags.every((tag) => signs.tags.includes(tag)) &&
    (since === undefined || Date.parse(signs.changedAt ?? '') >= since.getTime());
}

export const couldBeRelated: CouldBe = (_id, { relatedTo }) => relatedTo !== undefined;

export function couldBeRelatedTo(threadId: string): CouldBe {
  return (_id, { relatedTo }) => relatedTo === threadId;
}

export function couldHaveRecalled(threadId: string): CouldBe {
  return (_id, { recalled }) => recalled.includes(threadId);
}

/** `words` in lower case, looked for in id and topic. */
export function couldBeCalled(words: string): CouldBe {
  const inJson = JSON.stringify(words).slice(1, -1);
  return (id, { topic }) => id.toLowerCase().includes(words) || topic.toLowerCase().includes(inJson);
}
