// Keeps the documents beside the ledgers apart: nobody is given a place that is the hall's own, no new ID may make the name of one debate's document that of another's or of a device, and
// where an older ID does, nobody writes over what is another debate's, and nobody removes it, nor a file that only ends as a ledger does.
import { relative } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { checkThreadId, isThreadId } from '../../../domain/ids.ts';
import { findOwnDebate } from '../../../domain/own-documents.ts';
import { WRITTEN_EXTENSIONS } from '../../../exchange/exporters/exporter.ts';
import { findRealPlace } from '../../../support/real-place.ts';
import { withSlashes } from '../../../support/text.ts';
import type { Hall } from '../hall.ts';

/** ".oct": the report of "a.oct", which ends in ".md", has the name of the record of "a", which ends in ".oct.md". */
const TAKEN_ENDS = WRITTEN_EXTENSIONS.flatMap((long) =>
  WRITTEN_EXTENSIONS.filter((short) => short !== long && long.endsWith(short)).map((short) =>
    long.slice(0, -short.length),
  ),
);

/** What Windows writes to these files goes to a device, whatever follows behind the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|(?![\s\S]))/i;

/** Of a debate that is to be opened: stricter than what is read, as older debates keep their IDs. Throws `bad-input`. */
export function checkNewId(id: string): void {
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

/** The other debate that the document in this place is about, if it is about one that is there. */
async function findOther({ store }: Hall, threadId: string, extension: string): Promise<string | undefined> {
  if (!TAKEN_ENDS.some((end) => threadId.toLowerCase().endsWith(end))) return undefined;
  const text = await store.readDocument(threadId, extension);
  const owner = text === undefined ? undefined : findOwnDebate(`${threadId}${extension}`, text);
  return owner !== undefined && owner !== threadId && (await store.exists(owner)) ? owner : undefined;
}

/** Throws `storage`, also where the place is taken by a document of another debate. */
export async function writeOwn(
  hall: Hall,
  threadId: string,
  extension: string,
  pieces: Iterable<string>,
): Promise<string> {
  const other = await findOther(hall, threadId, extension);
  if (other === undefined) return await hall.store.writeDocument(threadId, extension, pieces);
  const place = hall.store.documentPlace(threadId, extension);
  throw new HallError('storage', `Cannot write ${place}: it is of the debate "${other}".`, {
    hint: `Export it to another file: debate-hall export ${threadId} --output <file>`,
  });
}

/** Extensions of the documents in the places of this debate that are not about another one. */
export async function listOwn(hall: Hall, threadId: string): Promise<readonly string[]> {
  const others = await Promise.all(WRITTEN_EXTENSIONS.map((extension) => findOther(hall, threadId, extension)));
  return WRITTEN_EXTENSIONS.filter((_, index) => others[index] === undefined);
}

/** How a line of a ledger begins and ends; the end is missing where it was cut off, or is longer than what is looked at. */
const EVENT =
  /(?:^\ufeff?|\n)\{"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","data":\{[^\n]*(?:\},"hash":"[0-9a-f]{64}","prev":(?:null|"[0-9a-f]{64}"),"seq":\d+,"type":"[^"\n]+","v":\d+\}\r?\n|(?![\s\S]))/;
const LOOKED_AT_BYTES = 256 * 1024;

/** A ledger has a line in the form of an event, however damaged the rest is; whatever else lies in a folder is none. Throws `storage`. */
export async function refuseForeign({ store }: Hall, threadId: string): Promise<void> {
  const extension = '.jsonl';
  const text = await store.readDocument(threadId, extension, LOOKED_AT_BYTES);
  // A database holds no files of others.
  if (text === undefined || EVENT.test(text)) return;
  throw new HallError(
    'storage',
    `${store.documentPlace(threadId, extension)} is not a ledger: no line has the form of an event.`,
    { hint: 'If it was one, remove the file itself; else move it out of the folder of the debates.' },
  );
}
