// Replaces the name of a person in a ledger. The chain covers names as they are, so every event from the first one on that changes gets
// another hash; what was signed or noted elsewhere stands for the ledger as it was.
import { PERSON_KIND } from '../../domain/event-parts.ts';
import type { EventDraft, LedgerEvent } from '../../domain/events.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { type ChangeText, mapStrings } from '../../support/map-strings.ts';
import { chainEnd, chainEvent, eventHash, type Seal, toLine } from '../chain/chain.ts';
import { type Pen, readTime } from './replica.ts';

export interface Renaming {
  /** As records name the person, and as whoever asked for runs. */
  readonly names: ReadonlySet<string>;
  readonly to: string;
  /** Of a fork: the hash that it names of its parent, and the one that took its place. */
  readonly head?: readonly [before: string, now: string];
}

export interface Renamed {
  readonly events: readonly LedgerEvent[];
  readonly last: LedgerEvent;
  /** Hash of the last event as it was. */
  readonly head: string;
  /** How many of them named the person. */
  readonly changed: number;
}

/** The code of the note that a ledger gets at its end. */
export const PERSON_ERASED = 'person-erased';

/** Fields that hold the name of a person; `by` also holds an object that says where an answer came from. */
const NAMES: ReadonlySet<string> = new Set(['author', 'by', 'askedBy']);

const createRename =
  ({ names, to, head }: Renaming): ChangeText =>
  (text, key = '', holder) => {
    if (holder === undefined) return text;
    if (key === 'head') return head?.[0] === text ? head[1] : text;
    const isName = NAMES.has(key) || (key === 'agent' && 'kind' in holder && holder.kind === PERSON_KIND);
    return isName && names.has(text) ? to : text;
  };

/** `undefined` when no event names the person or a hash that was replaced. */
export function renamePerson(events: readonly LedgerEvent[], renaming: Renaming): Renamed | undefined {
  const rename = createRename(renaming);
  let changed = 0;
  let prev: string | null = null;
  const renamed = events.map((event) => {
    const data = mapStrings(event.data, rename);
    const isSame = JSON.stringify(data) === JSON.stringify(event.data);
    if (!isSame) changed += 1;
    if (isSame && event.prev === prev) {
      prev = event.hash;
      return event;
    }
    const rest = { ...event, data, prev } as LedgerEvent;
    const next = { ...rest, hash: eventHash(rest) };
    prev = next.hash;
    return next;
  });
  const [before, last] = [events.at(-1), renamed.at(-1)];
  if (changed === 0 || before === undefined || last === undefined) return undefined;
  return { events: renamed, last, head: before.hash, changed };
}

/** So that whoever knows the ledger by its head from before can tell what became of it. */
function createRenameNote({ changed, last, head }: Renamed, seal: Seal): EventDraft {
  const message = `The name of a person was replaced in ${countNoun(changed, 'event')}. Before, event ${last.seq} had the hash ${head}.`;
  return { type: 'note-recorded', data: { code: PERSON_ERASED, message: seal(message) } };
}

/** The ledger with the name replaced, and the note of that behind it. */
export function writeRenamed(renamed: Renamed, pen: Pen): string {
  const note = chainEvent(createRenameNote(renamed, pen.seal), chainEnd(renamed.last), readTime(pen));
  return [...renamed.events, note].map(toLine).join('');
}
