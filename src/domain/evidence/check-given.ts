// Holds what somebody cites against what was given to all seats, which each of them had read.
import { hasLetters } from '../answers/nothing.ts';
import { defined } from '../defined.ts';
import { type Diff, getPath, isDiff, listDiffs, parseDiff } from '../diffs/diff.ts';
import { fileNamed, hasLine } from '../diffs/lookup.ts';
import { quoteStands } from '../diffs/quote.ts';
import type { EventData } from '../events.ts';
import { type Citation, type Cited, chooseCitation, findCitations, MAX_CITATIONS } from '../reading/citations.ts';
import { createKnownNames, type KnownNames } from '../reading/known-names.ts';
import { readSealed } from '../sealed/sealed.ts';
import { findFault, isTail } from './cited-lines.ts';
import { hasPage, namePages, readPages } from './pages.ts';
import {
  collapseSpace,
  createQuotePattern,
  hasNoBlanks,
  holdsQuote,
  listReadings,
  pickQuoted,
  type Quotable,
} from './quote-in-text.ts';

interface GivenDocument {
  readonly path: string;
  readonly text: string;
}

/** What the seats of a debate were given to read: documents, and the change that is discussed. */
export interface GivenMaterial {
  readonly diff: Diff;
  readonly documents: readonly GivenDocument[];
  /** What was to be given, and was not. */
  readonly leftOut: readonly string[];
}

export const NOTHING_GIVEN: GivenMaterial = { diff: { files: [] }, documents: [], leftOut: [] };

/** Without what was redacted. */
export function readGiven({
  context,
  contextLeftOut,
}: Pick<EventData<'debate-opened'>, 'context' | 'contextLeftOut'>): GivenMaterial {
  return {
    diff: parseDiff(listDiffs(context).join('\n')),
    documents: context
      .filter((item) => !isDiff(item))
      .map(({ source, content }) => ({ path: source, text: readSealed(content) ?? '' })),
    leftOut: contextLeftOut.map(({ source }) => source),
  };
}

/** What a citation can name, and what else the seats could read. */
export function listGivenNames(given: GivenMaterial, others: readonly string[] = []): KnownNames {
  const changed = given.diff.files.flatMap((file) => [getPath(file), file.oldPath ?? '']);
  const names = [...given.documents.map(({ path }) => path), ...changed, ...given.leftOut, ...others];
  return createKnownNames(names.filter((name) => name !== ''));
}

export function documentsNamed({ documents }: GivenMaterial, name: string): readonly GivenDocument[] {
  return documents.filter(({ path }) => isTail(name, path));
}

/** `name`: `null` for any document. */
export function isInDocuments(given: GivenMaterial, quote: string, name: string | null): boolean {
  // A brace or a dash stands everywhere and shows nothing.
  if (!hasLetters(quote)) return false;
  const documents = name === null ? given.documents : documentsNamed(given, name);
  return documents.some((document) => holdsQuote(document, quote));
}

/** Shorter ones are names and irony, which quote nobody. */
const MIN_LENGTH = 12;
const MIN_WORDS = 3;

function isTelling(quote: string): boolean {
  if (hasNoBlanks(quote)) return quote.length >= MIN_LENGTH / 2;
  return quote.length >= MIN_LENGTH && quote.split(' ').length >= MIN_WORDS;
}

/** Each once, without the mark at its end, which may be that of the sentence around it. */
function findQuotes(text: string): readonly string[] {
  const quotes = [...text.matchAll(createQuotePattern('g'))].map((match) =>
    collapseSpace(pickQuoted(match)).replace(/[.,;:!?…。、]+$/u, ''),
  );
  return [...new Set(quotes.filter(isTelling))];
}

type CitedPlace = Extract<Cited, { kind: 'lines' }>;
type CitedPage = Extract<Cited, { kind: 'page' }>;

/** What became of a citation, with its words. */
export const judge = (
  { cited, quote }: CitedPlace | CitedPage,
  status: Citation['status'],
  why?: string | undefined,
): Citation => ({ cited, ...defined({ quote }), status, ...defined({ why }) });

function checkChange({ diff }: GivenMaterial, index: number, place: CitedPlace): Citation {
  const { from, to, quote } = place;
  const file = diff.files[index];
  if (quote !== undefined && hasLetters(quote)) {
    const stands = quoteStands(diff, quote, { file: index, line: from });
    if (stands === undefined) return judge(place, 'wrong', 'the quote is not in the change');
    const isHere = stands.line >= from && stands.line <= to;
    if (!isHere) return judge(place, 'wrong', 'the quote stands elsewhere in the change');
  }
  const isShown = file !== undefined && hasLine(file, from) && hasLine(file, to);
  return judge(place, isShown ? 'read' : 'unread');
}

const LEFT_OUT = 'it was left out of the material';

/** What was left out of a page, by whose name: a part of it, it as one of several, or the whole file. */
function listLeftOut(leftOut: readonly string[], { path, page }: CitedPage) {
  return leftOut.flatMap((name) => {
    const pages = readPages(name);
    const file = pages?.file ?? name;
    return isTail(path, file) && (pages === undefined || hasPage(pages, page))
      ? [{ file, isPage: pages !== undefined }]
      : [];
  });
}

/** Of a page of a PDF, whose text is a document: nothing else is written so. */
export function checkPage(
  pages: readonly (readonly [name: string, Quotable])[],
  leftOut: readonly string[],
  cited: CitedPage,
): Citation {
  const left = listLeftOut(leftOut, cited);
  const page = namePages(cited.path, [cited.page]);
  const judged = pages.flatMap(([name, document]) => {
    if (!isTail(page, name)) return [];
    if (document.text === undefined) return judge(cited, 'unreadable', 'it was redacted');
    if (cited.quote === undefined || holdsQuote(document, cited.quote)) return judge(cited, 'read');
    const isPart = left.some(({ file, isPage }) => isPage && file === readPages(name)?.file);
    if (isPart) return judge(cited, 'unreadable', 'a part of it was left out of the material');
    return judge(cited, 'wrong', 'the quote is not on the page');
  });
  return (
    chooseCitation(judged) ??
    (left.length > 0 ? judge(cited, 'unreadable', LEFT_OUT) : judge(cited, 'wrong', 'no such page was given'))
  );
}

/** `undefined` where nothing that was given has this name, or several files of the change have it. */
function checkPlace(given: GivenMaterial, place: CitedPlace): Citation | undefined {
  const judged = documentsNamed(given, place.path).map((document) => {
    const why = findFault(document, place);
    return judge(place, why === undefined ? 'read' : 'wrong', why);
  });
  const index = fileNamed(given.diff, place.path);
  if (index !== undefined) judged.push(checkChange(given, index, place));
  if (judged.length > 0) return chooseCitation(judged);
  const isLeftOut = given.leftOut.some((name) => isTail(place.path, name));
  return isLeftOut ? judge(place, 'unreadable', LEFT_OUT) : undefined;
}

interface Surroundings {
  /** Whether the topic, or somebody before, said this. */
  readonly isSaid: (quote: string) => boolean;
  /** Seats could look things up beyond what was given, so what is not there may still exist. */
  readonly couldLookUp: boolean;
}

function checkQuote(given: GivenMaterial, quote: string, { isSaid, couldLookUp }: Surroundings): Citation | undefined {
  const cited = `"${quote}"`;
  if (isInDocuments(given, quote, null) || quoteStands(given.diff, quote) !== undefined)
    return { cited, status: 'read' };
  // Of several sources, parts of one quote are the words of none; but who puts them together has made up nothing.
  const parts = listReadings([quote]).at(-1) ?? [];
  const stands = (part: string) => isInDocuments(given, part, null) || quoteStands(given.diff, part) !== undefined;
  if (couldLookUp || parts.every((part) => isSaid(part) || stands(part))) return undefined;
  return { cited, status: 'wrong', why: 'it stands nowhere in the material' };
}

/** Citations of places and quotes in `text`; where nothing was given there is nothing to hold them against. */
export function checkAgainstGiven(
  given: GivenMaterial,
  text: string,
  around: Surroundings,
  names = listGivenNames(given),
): readonly Citation[] {
  if (given.documents.length + given.diff.files.length === 0) return [];
  const documents = given.documents.map((document) => [document.path, document] as const);
  const checked = findCitations(text, names).flatMap((cited): Citation[] => {
    if (cited.kind === 'commit') return [];
    const found = cited.kind === 'page' ? checkPage(documents, given.leftOut, cited) : checkPlace(given, cited);
    if (found !== undefined) return [found];
    if (around.couldLookUp || !names.isMissing(cited.path)) return [];
    return [judge(cited, 'wrong', 'nothing that was given has this name')];
  });
  const attributed = checked.flatMap(({ quote }) => quote ?? []).map(collapseSpace);
  const quotes = findQuotes(text)
    .filter((quote) => !attributed.some((each) => each.includes(quote)))
    .slice(0, MAX_CITATIONS);
  return [...checked, ...quotes.flatMap((quote) => checkQuote(given, quote, around) ?? [])];
}
