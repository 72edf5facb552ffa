// Holds what an answer cites against the pinned sources, and against what its seat had seen.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { findFault, holdsQuote, isTail } from '../../domain/evidence/quote-in-text.ts';
import { type Citation, type Cited, findCitations } from '../../domain/reading/citations.ts';
import { mergePlaces, type Place } from '../../domain/reading/reading.ts';
import { readSealed } from '../../domain/sealed/sealed.ts';
import type { LookCache } from './look-cache.ts';
import { findFileNames } from './sources.ts';
import { findCommit } from './tools/history.ts';
import { UnreadableError } from './unreadable.ts';

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

type Found = { readonly name: string; readonly text: string; readonly inPrompt: boolean };

/** The file or document that a path means: by its whole name, else by the only name that ends with it. */
async function findText({ sources }: LookCache, path: string): Promise<Found | string> {
  const wanted = path.replace(/^(?:\.\/)+/, '');
  const document = sources.documents.find(({ name }) => name === wanted);
  if (document?.text !== undefined) {
    return { name: wanted, text: document.text, inPrompt: true };
  }
  const [name, ...others] = findFileNames(sources, wanted);
  if (name === undefined) return 'there is no such file';
  if (others.length > 0) return 'several files have this name';
  try {
    return { name, text: await sources.read(name), inPrompt: false };
  } catch (error) {
    if (error instanceof UnreadableError) return 'it cannot be read';
    throw error;
  }
}

function coversLines(seen: readonly Place[], name: string, from: number, to: number): boolean {
  return seen.some((place) => 'path' in place && place.path === name && place.from <= from && place.to >= to);
}

async function checkLines(
  looks: LookCache,
  seen: readonly Place[],
  cited: Extract<Cited, { kind: 'lines' }>,
): Promise<Citation> {
  const { from, to } = cited;
  const wrong = (why: string): Citation => ({ cited: cited.cited, status: 'wrong', why });
  const found = await findText(looks, cited.path);
  if (typeof found === 'string') return wrong(found);
  const { name, text, inPrompt } = found;
  const fault = findFault(text, cited);
  if (fault !== undefined) return wrong(fault);
  return { cited: cited.cited, status: inPrompt || coversLines(seen, name, from, to) ? 'read' : 'unread' };
}

/** Pages of PDFs are documents, which every seat has in its prompt. */
function checkPage({ documents }: LookCache['sources'], { cited, path, quote }: Extract<Cited, { kind: 'page' }>) {
  const page = documents.find(({ name }) => isTail(path, name));
  const wrong = (why: string): Citation => ({ cited, status: 'wrong', why });
  if (page?.text === undefined) return wrong('no such page was given');
  const isThere = quote === undefined || holdsQuote(page.text, quote);
  return isThere ? ({ cited, status: 'read' } as const) : wrong('the quote is not on the page');
}

async function checkCommit(
  looks: LookCache,
  seen: readonly Place[],
  { cited, commit }: Extract<Cited, { kind: 'commit' }>,
): Promise<Citation> {
  try {
    const { id } = await findCommit(looks.sources, commit);
    const isSeen = seen.some((place) => 'commit' in place && id.startsWith(place.commit));
    return { cited, status: isSeen ? 'read' : 'unread' };
  } catch (error) {
    if (error instanceof UnreadableError)
      return { cited, status: 'wrong', why: 'there is no such commit in the history' };
    throw error;
  }
}

/** Checks what stands in `text`, which the seat says after the events of `log`. */
export async function checkCitations(
  looks: LookCache,
  log: readonly LedgerEvent[],
  { seat, text }: { readonly seat: string; readonly text: string },
): Promise<readonly Citation[]> {
  const found = findCitations(text, new Set(looks.sources.documents.map(({ name }) => name)));
  if (found.length === 0) return [];
  const seen = await listSeen(looks, log, seat);
  const checked: Citation[] = [];
  for (const cited of found) {
    if (cited.kind === 'lines') checked.push(await checkLines(looks, seen, cited));
    else if (cited.kind === 'commit') checked.push(await checkCommit(looks, seen, cited));
    else checked.push(checkPage(looks.sources, cited));
  }
  return checked;
}
