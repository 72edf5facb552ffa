// Holds what somebody cites against what was given to all seats, which each of them had read.
import { hasLetters } from '../answers/nothing.ts';
import { type Diff, isDiff, listDiffs, parseDiff } from '../diffs/diff.ts';
import { fileNamed, hasLine } from '../diffs/lookup.ts';
import { quoteStands } from '../diffs/quote.ts';
import type { EventData } from '../events.ts';
import { type Citation, type Cited, findCitations } from '../reading/citations.ts';
import { readSealed } from '../sealed/sealed.ts';
import { collapseSpace, findFault, holdsQuote, isTail } from './quote-in-text.ts';

interface GivenDocument {
  readonly path: string;
  readonly text: string;
  /** The text with its white space as one blank each, once for all quotes. */
  readonly collapsed: string;
}

/** What the seats of a debate were given to read: documents, and the change that is discussed. */
export interface GivenMaterial {
  readonly diff: Diff;
  readonly documents: readonly GivenDocument[];
}

export const NOTHING_GIVEN: GivenMaterial = { diff: { files: [] }, documents: [] };

/** Without what was redacted. */
export function readGiven({ context }: Pick<EventData<'debate-opened'>, 'context'>): GivenMaterial {
  return {
    diff: parseDiff(listDiffs(context).join('\n')),
    documents: context
      .filter((item) => !isDiff(item))
      .map(({ source, content }) => {
        const text = readSealed(content) ?? '';
        return { path: source, text, collapsed: collapseSpace(text) };
      }),
  };
}

export function documentsNamed({ documents }: GivenMaterial, name: string): readonly GivenDocument[] {
  return documents.filter(({ path }) => isTail(name, path));
}

/** `name`: `null` for any document. */
export function isInDocuments(given: GivenMaterial, quote: string, name: string | null): boolean {
  const wanted = collapseSpace(quote);
  // A brace or a dash stands everywhere and shows nothing.
  if (!hasLetters(wanted)) return false;
  const documents = name === null ? given.documents : documentsNamed(given, name);
  return documents.some(({ collapsed }) => collapsed.includes(wanted));
}

const QUOTED = /"([^"\n]{1,300})"|“([^”\n]{1,300})”|„([^“”\n]{1,300})[“”]|«([^»\n]{1,300})»|「([^」\n]{1,300})」/g;

/** Shorter ones are names and irony, which quote nobody. */
const MIN_LENGTH = 12;
const MIN_WORDS = 3;

/** Written where it is used: classes of characters take long to read, and few starts need them. */
const hasNoBlanks = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);

function isTelling(quote: string): boolean {
  if (hasNoBlanks(quote)) return quote.length >= MIN_LENGTH / 2;
  return quote.length >= MIN_LENGTH && quote.split(' ').length >= MIN_WORDS;
}

/** Each once, without the mark at its end, which may be that of the sentence around it. */
function findQuotes(text: string): readonly string[] {
  const quotes = [...text.matchAll(QUOTED)].map((match) => {
    const quoted = match.slice(1).find((part) => part !== undefined) ?? '';
    return collapseSpace(quoted).replace(/[.,;:!?…。、]+$/u, '');
  });
  return [...new Set(quotes.filter(isTelling))];
}

/** The parts of a quote around what was left out. */
const splitQuote = (quote: string) =>
  quote
    .split(/\.{3,}|…/)
    .map(collapseSpace)
    .filter((part) => part !== '');

type CitedPlace = Extract<Cited, { kind: 'lines' }>;

function checkChange({ diff }: GivenMaterial, index: number, { cited, from, to, quote }: CitedPlace): Citation {
  const file = diff.files[index];
  if (quote !== undefined) {
    const stands = quoteStands(diff, quote, { file: index, line: from });
    if (stands === undefined) return { cited, status: 'wrong', why: 'the quote is not in the change' };
    const isHere = stands.line >= from && stands.line <= to;
    if (!isHere) return { cited, status: 'wrong', why: 'the quote stands elsewhere in the change' };
  }
  const isShown = file !== undefined && hasLine(file, from) && hasLine(file, to);
  return { cited, status: isShown ? 'read' : 'unread' };
}

/** Of a page of a PDF, whose text is a document. */
function checkPage(given: GivenMaterial, { cited, path, quote }: Extract<Cited, { kind: 'page' }>): Citation {
  const [page, ...others] = documentsNamed(given, path);
  if (page === undefined) return { cited, status: 'wrong', why: 'no such page was given' };
  if (others.length > 0) return { cited, status: 'wrong', why: 'several documents have this name' };
  const isThere = quote === undefined || holdsQuote(page.text, quote);
  return isThere ? { cited, status: 'read' } : { cited, status: 'wrong', why: 'the quote is not on the page' };
}

/** `undefined` where nothing that was given has this name. */
function checkPlace(given: GivenMaterial, place: CitedPlace): Citation | undefined {
  const { cited, path } = place;
  const [document, ...others] = documentsNamed(given, path);
  if (others.length > 0) return { cited, status: 'wrong', why: 'several documents have this name' };
  if (document !== undefined) {
    const why = findFault(document.text, place);
    return why === undefined ? { cited, status: 'read' } : { cited, status: 'wrong', why };
  }
  const index = fileNamed(given.diff, path);
  return index === undefined ? undefined : checkChange(given, index, place);
}

interface Surroundings {
  /** Whether the topic, or somebody before, said this. */
  readonly isSaid: (quote: string) => boolean;
  /** Seats could look things up beyond what was given, so what is not there may still exist. */
  readonly couldLookUp: boolean;
}

function checkQuote(given: GivenMaterial, quote: string, { isSaid, couldLookUp }: Surroundings): Citation | undefined {
  const cited = `"${quote}"`;
  const stands = (part: string) => isInDocuments(given, part, null) || quoteStands(given.diff, part) !== undefined;
  const parts = splitQuote(quote);
  if (parts.every(stands)) return { cited, status: 'read' };
  if (couldLookUp || parts.every(isSaid)) return undefined;
  return { cited, status: 'wrong', why: 'it stands nowhere in the material' };
}

/** Citations of places and quotes in `text`; where nothing was given there is nothing to hold them against. */
export function checkAgainstGiven(given: GivenMaterial, text: string, around: Surroundings): readonly Citation[] {
  if (given.documents.length + given.diff.files.length === 0) return [];
  const found = findCitations(text, new Set(given.documents.map(({ path }) => path)));
  const places = found.flatMap((cited) => (cited.kind === 'lines' ? [cited] : []));
  const pages = found.flatMap((cited) => (cited.kind === 'page' ? [cited] : []));
  const checked = places.flatMap((place): Citation[] => {
    const citation = checkPlace(given, place);
    if (citation !== undefined) return [citation];
    return around.couldLookUp
      ? []
      : [{ cited: place.cited, status: 'wrong', why: 'nothing that was given has this name' }];
  });
  const attributed = new Set([...places, ...pages].flatMap(({ quote }) => quote ?? []));
  const quotes = findQuotes(text).filter((quote) => ![...attributed].some((each) => each.includes(quote)));
  return [
    ...checked,
    ...pages.map((page) => checkPage(given, page)),
    ...quotes.flatMap((quote) => checkQuote(given, quote, around) ?? []),
  ];
}
