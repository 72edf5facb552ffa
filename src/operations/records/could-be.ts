// Which debates someone can be looking for, by the text of the ledger alone: reading it costs a fraction of checking it. A debate is
// held out only when it cannot be wanted, undamaged as it then would have to be; all others are checked and looked at.
import { LEDGER_VERSION, type LedgerEvent } from '../../domain/events.ts';
import type { ListFilter } from './list-debates.ts';

/** `text` is the whole ledger. False only when no undamaged ledger of this text is wanted. */
export type CouldBe = (id: string, text: string) => boolean;

type Outcome = NonNullable<ListFilter['outcome']>;

/** What a debate has come to when this is the last such event; "debate-closed" names its outcome itself. */
const COMES_TO = {
  'debate-closed': undefined,
  'debate-force-closed': 'force-closed',
  'limit-reached': 'stopped-by-limit',
  'debate-extended': 'open',
  'limits-raised': 'open',
} as const satisfies Partial<Record<LedgerEvent['type'], Outcome | undefined>>;

function couldComeTo(text: string, outcome: Outcome): boolean {
  let last: { at: number; comesTo: Outcome | undefined } = { at: -1, comesTo: 'open' };
  for (const [type, comesTo] of Object.entries(COMES_TO)) {
    // In canonical JSON a line ends like this, and within a text no quote stands bare.
    const at = text.lastIndexOf(`"type":"${type}","v":${LEDGER_VERSION}}\n`);
    if (at > last.at) last = { at, comesTo };
  }
  if (last.comesTo !== undefined) return last.comesTo === outcome;
  const line = text.slice(text.lastIndexOf('\n', last.at) + 1, last.at);
  return line.includes(`"outcome":"${outcome}"`);
}

function couldChangeSince(text: string, since: Date): boolean {
  const lastLine = text.lastIndexOf('\n', text.length - 2) + 1;
  const at = /^\{"at":"([^"]{1,40})"/.exec(text.slice(lastLine, lastLine + 50))?.[1];
  return at !== undefined && Date.parse(at) >= since.getTime();
}

export function couldMatch({ format, outcome, since }: ListFilter): CouldBe {
  return (_id, text) =>
    (format === undefined || text.includes(`"format":${JSON.stringify(format)}`)) &&
    (outcome === undefined || couldComeTo(text, outcome)) &&
    (since === undefined || couldChangeSince(text, since));
}

/** `words` in lower case, looked for in id and topic. */
export function couldBeCalled(words: string): CouldBe {
  const inJson = JSON.stringify(words).slice(1, -1);
  return (id, text) =>
    id.toLowerCase().includes(words) || text.slice(0, text.indexOf('\n')).toLowerCase().includes(inJson);
}
