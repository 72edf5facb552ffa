// Keeps apart what lies beside the ledgers: nobody is given a place that is the hall's own, no new debate gets an ID whose documents would have the name of another's, of a device or of a
// file that is there, and nobody writes over or removes what is not known to be of the debate, be it another's or a person's.
import { relative } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { checkThreadId, isThreadId } from '../../../domain/ids.ts';
import { WRITTEN_EXTENSIONS } from '../../../exchange/exporters/exporter.ts';
import type { Store } from '../../../ledger/stores/store.ts';
import { findRealPlace } from '../../../support/real-place.ts';
import { withSlashes } from '../../../support/text.ts';
import type { Hall } from '../hall.ts';
import { lookAt, lookBeside } from './look-beside.ts';

/** ".oct": the report of "a.oct", which ends in ".md", has the name of the record of "a", which ends in ".oct.md". */
const TAKEN_ENDS = WRITTEN_EXTENSIONS.flatMap((long) =>
  WRITTEN_EXTENSIONS.filter((short) => short !== long && long.endsWith(short)).map((short) =>
    long.slice(0, -short.length),
  ),
);

/** What Windows writes to these files goes to a device, whatever follows behind the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|(?![\s\S]))/i;

/** Of a debate that is to be opened: stricter than what is read, as older debates keep their IDs. Throws `bad-input`. */
export function checkNewForm(id: string): void {
  checkThreadId(id);
  const refuse = (why: string, hint: string) => {
    throw new HallError('bad-input', `"${id}" cannot be the ID of a new debate: ${why}.`, { hint });
  };
  const end = TAKEN_ENDS.find((each) => id.toLowerCase().endsWith(each));
  if (end !== undefined) refuse(`the records of others end in "${end}"`, `Choose an ID that does not end in "${end}".`);
  if (DEVICE.test(id)) refuse('it is the name of a device on Windows', 'Choose another ID.');
}

/** In the folder of a hall, or of one below it, such as that of an evaluation. */
const STATE = /^(?!\.\.\/|[a-z]:)(?:.*\/)?(?:\.hall(?:\/.*)?|[^/]+\.sigs(?:\/.*)?|[^/]*\.jsonl|\.gitignore)$/i;
const RECORD = /^([^/]+?)(\.oct)?\.md$/i;

/**
 * Before a document is written where somebody asked for it: what the engine alone writes is no such place, and neither is the record of
 * another debate. Throws `bad-input`.
 */
export async function refuseOwnPlace(
  { loaded, store }: Hall,
  output: string,
  threadId: string | undefined,
): Promise<void> {
  const { hall } = loaded.config;
  const inside = withSlashes(relative(await findRealPlace(hall), await findRealPlace(output)));
  const [, id = '', isRecord] = RECORD.exec(inside) ?? [];
  const isOfOther =
    id !== '' && id !== threadId && (isRecord !== undefined || (isThreadId(id) && (await store.exists(id))));
  if (!isOfOther && !STATE.test(inside)) return;
  throw new HallError(
    'bad-input',
    `${output} is where the hall keeps ${isOfOther ? 'the record of another debate' : 'its own state'}.`,
    {
      hint: `Name another file, best outside of ${hall}.`,
    },
  );
}

interface NewPlace {
  /** What the hall once wrote of a debate of this ID is of the one that comes back. */
  readonly copied?: boolean;
}

/** A file in a place of a debate that is not there yet: a person's, or of a debate whose ledger is elsewhere. */
async function findInTheWay(
  store: Store,
  threadId: string,
  { copied = false }: NewPlace = {},
): Promise<string | undefined> {
  const { own, foreign } = await lookBeside(store, threadId);
  const [first] = copied ? foreign : [...own, ...foreign];
  return first && store.documentPlace(threadId, first);
}

/** Whether a new debate can have this ID: neither a debate has it nor a file the name of one of its own. Throws `storage`. */
export async function isFree(store: Store, threadId: string): Promise<boolean> {
  return !(await store.exists(threadId)) && (await findInTheWay(store, threadId)) === undefined;
}

/** Throws `already-exists` where a debate of this ID would have a file in its way. That a debate has it, the store says. */
export async function refuseInTheWay(store: Store, threadId: string, options: NewPlace = {}): Promise<void> {
  const file = await findInTheWay(store, threadId, options);
  if (file === undefined || (await store.findTaken(threadId)) !== undefined) return;
  throw new HallError(
    'already-exists',
    `${file} is there already, and its debate is not in this hall, if it has one.`,
    {
      hint: 'Choose another ID, or move the file out of the folder of the debates.',
    },
  );
}

/** Throws `bad-input`, and `already-exists` where a file is in the way. */
export async function checkNewId({ store }: Hall, threadId: string): Promise<void> {
  checkNewForm(threadId);
  await refuseInTheWay(store, threadId);
}

/** Whether the document in this place is of another debate that is there, since an older ID gives both the same name. */
export async function isOfOther({ store }: Hall, threadId: string, extension: string): Promise<boolean> {
  if (!TAKEN_ENDS.some((end) => threadId.toLowerCase().endsWith(end))) return false;
  const owner = (await lookAt(store, threadId, extension))?.owner;
  return owner !== undefined && owner !== threadId && (await store.exists(owner));
}

/** Throws `storage`, also where something else is in the place. */
export async function writeOwn(
  { store }: Hall,
  threadId: string,
  extension: string,
  pieces: Iterable<string>,
): Promise<string> {
  const found = await lookAt(store, threadId, extension);
  if (found === undefined || found.owner === threadId) return await store.writeDocument(threadId, extension, pieces);
  const whose =
    found.owner === undefined ? 'Debate Hall did not write what is there' : `it is of the debate "${found.owner}"`;
  throw new HallError('storage', `Cannot write ${store.documentPlace(threadId, extension)}: ${whose}.`, {
    hint: `Move that file, or export to another one with "debate-hall export ${threadId} --output FILE".`,
  });
}
