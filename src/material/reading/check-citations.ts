// Holds what an answer cites against the pinned sources, and against what its seat had seen.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { checkPage, judge } from '../../domain/evidence/check-given.ts';
import { findFault, isTail } from '../../domain/evidence/cited-lines.ts';
import type { Quotable } from '../../domain/evidence/quote-in-text.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { type Citation, type Cited, chooseCitation, findCitations } from '../../domain/reading/citations.ts';
import { createKnownNames, type KnownNames } from '../../domain/reading/known-names.ts';
import { mergePlaces, type Place } from '../../domain/reading/reading.ts';
import { readSealed } from '../../domain/sealed/sealed.ts';
import { Recent } from '../../support/recent.ts';
import type { LookCache } from './look-cache.ts';
import { findFileNames } from './sources.ts';
import { findCommit, findPast } from './tools/history.ts';
import { UnreadableError } from './unreadable.ts';

type CitedLines = Extract<Cited, { kind: 'lines' }>;

/** All that a seat saw before that event, by repeating its looks where the ledger names only a part of it. */
async function listSeen(looks: LookCache, log: readonly LedgerEvent[], seat: string): Promise<readonly Place[]> {
  const seen: Place[] = [];
  for (const event of log) {
    if (!isEvent(event, 'look-recorded') || event.data.seat !== seat) continue;
    const { tool, arguments: sealed, moreSeen, sha256 } = event.data;
    const text = readSealed(sealed);
    seen.push(...event.data.seen);
    if (moreSeen === undefined || text === undefined) continue;
    const again = await looks.get({ tool, arguments: JSON.parse(text) });
    if (again.sha256 === sha256) seen.push(...again.seen);
  }
  return mergePlaces(seen);
}

/** Of more of them nobody can mean one. */
const MOST_FILES = 20;

/** All files that a path can mean: by its whole name, else by the names that end with it. */
function findFiles({ sources }: LookCache, path: string): readonly string[] {
  const wanted = path.replace(/^(?:\.\/)+/, '');
  const named = findFileNames(sources, wanted);
  return named.length > 0 ? named : [...sources.files.keys()].filter((name) => isTail(wanted, name));
}

function coversLines(seen: readonly Place[], name: string, { from, to }: CitedLines): boolean {
  return seen.some((place) => 'path' in place && place.path === name && place.from <= from && place.to >= to);
}

function judgeText(cited: CitedLines, text: Quotable, isSeen: boolean): Citation {
  const fault = findFault(text, cited);
  return fault === undefined ? judge(cited, isSeen ? 'read' : 'unread') : judge(cited, 'wrong', fault);
}

/** "It is a link." in the middle of a sentence. */
const toClause = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');

interface Check {
  readonly looks: LookCache;
  readonly seen: readonly Place[];
  readonly names: KnownNames;
  /** The text of a file by its name. @throws UnreadableError */
  readonly read: (name: string) => Promise<Quotable>;
}

/** Keeps as many as one citation can mean, since many citations mean the same. */
function createReader({ sources }: LookCache): Check['read'] {
  const kept = new Recent<string, Promise<Quotable>>(MOST_FILES);
  return async (name) => {
    const reading = kept.get(name) ?? sources.read(name).then((text) => ({ text }));
    kept.set(name, reading);
    return await reading;
  };
}

async function judgeFile({ seen, read }: Check, cited: CitedLines, name: string) {
  try {
    return judgeText(cited, await read(name), coversLines(seen, name, cited));
  } catch (error) {
    if (error instanceof UnreadableError) return judge(cited, 'unreadable', toClause(error.message));
    throw error;
  }
}

/** `undefined` where nobody can know what is meant, or whether it is there. */
async function checkLines(check: Check, cited: CitedLines): Promise<Citation | undefined> {
  const { looks, names } = check;
  const { sources } = looks;
  // Documents are in every prompt.
  const judged = sources.documents
    .filter(({ name }) => isTail(cited.path, name))
    .map((document) =>
      document.text === undefined ? judge(cited, 'unreadable', 'it was redacted') : judgeText(cited, document, true),
    );
  const files = findFiles(looks, cited.path);
  if (files.length > MOST_FILES) return undefined;
  for (const name of files) judged.push(await judgeFile(check, cited, name));
  if (judged.length > 0 || !names.isMissing(cited.path)) return chooseCitation(judged);
  const past = await findPast(sources, cited.path);
  if (past === 'never') return judge(cited, 'wrong', 'nothing that can be read has this name');
  return judge(cited, 'unreadable', past === 'hidden' ? 'it may not be read here' : 'only the history has it');
}

/** A number alone may be one of anything, and so may a word. */
const isTelling = (commit: string) => /\d/.test(commit) && /[a-f]/.test(commit);

async function checkCommit(
  { looks: { sources }, seen }: Check,
  { cited, commit }: Extract<Cited, { kind: 'commit' }>,
): Promise<Citation | undefined> {
  if (sources.histories.length === 0) return undefined;
  try {
    const { id } = await findCommit(sources, commit);
    const isSeen = seen.some((place) => 'commit' in place && id.startsWith(place.commit));
    return { cited, status: isSeen ? 'read' : 'unread' };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const why = 'there is no such commit in the history that can be read';
    return isTelling(commit) ? { cited, status: 'wrong', why } : undefined;
  }
}

/** A check never stops what it checks: what cannot be looked at has no mark, such as what git is too slow for or has lost. */
async function unlessUnreadable(check: Promise<Citation | undefined>): Promise<Citation | undefined> {
  try {
    return await check;
  } catch (error) {
    const isUnreadable = error instanceof HallError && error.code === 'context-unreadable';
    if (isUnreadable || error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** Checks what stands in `text`, which the seat says after the events of `log`. */
export async function checkCitations(
  looks: LookCache,
  log: readonly LedgerEvent[],
  { seat, text }: { readonly seat: string; readonly text: string },
): Promise<readonly Citation[]> {
  const { sources } = looks;
  const names = createKnownNames([
    ...sources.documents.map(({ name }) => name),
    ...sources.leftOut,
    ...sources.files.keys(),
  ]);
  const found = findCitations(text, names);
  if (found.length === 0) return [];
  const check = { looks, seen: await listSeen(looks, log, seat), names, read: createReader(looks) };
  const documents = sources.documents.map((document) => [document.name, document] as const);
  const checked: (Citation | undefined)[] = [];
  for (const cited of found) {
    if (cited.kind === 'lines') checked.push(await unlessUnreadable(checkLines(check, cited)));
    else if (cited.kind === 'commit') checked.push(await unlessUnreadable(checkCommit(check, cited)));
    else checked.push(checkPage(documents, sources.leftOut, cited));
  }
  return checked.filter((each) => each !== undefined);
}
