// What an answer cites: places of files, documents and commits; and what became of each citation.
import * as z from 'zod';
import { findJson } from '../answers/json-in-text.ts';
import { namePages } from '../evidence/pages.ts';
import { createQuotePattern, pickQuoted } from '../evidence/quote-in-text.ts';
import { readSealed, type Sealed } from '../sealed/sealed.ts';
import { listStrings } from '../values/tree.ts';
import { isInPath, type KnownNames, MAX_NAME, normalizePath } from './known-names.ts';

/**
 * `read`: it is there, and the seat had seen it. `unread`: it is there. `unreadable`: there is such a file, which nobody can read.
 * `wrong`: it is not there.
 */
export const CITATION_STATUSES = ['read', 'unread', 'unreadable', 'wrong'] as const;

export const citationSchema = z.strictObject({
  /** As it stands in the answer: "src/cart.ts:10-20". */
  cited: z.string().min(1).max(400),
  /** What is quoted of it. */
  quote: z.string().min(1).max(300).optional(),
  status: z.enum(CITATION_STATUSES),
  /** What is wrong. */
  why: z.string().min(1).max(400).optional(),
});
export type Citation = z.infer<typeof citationSchema>;

const citationsSchema = z.array(citationSchema);

/** Those of a recorded turn; none where they were redacted. */
export function readCitations(sealed: Sealed | undefined): readonly Citation[] {
  const text = sealed === undefined ? undefined : readSealed(sealed);
  return text === undefined ? [] : citationsSchema.parse(JSON.parse(text));
}

/** Of several files that can be meant, the one that a citation fits; `undefined` where there is none to judge it by. */
export function chooseCitation(judged: readonly Citation[]): Citation | undefined {
  const best = CITATION_STATUSES.flatMap((status) => judged.find((each) => each.status === status) ?? [])[0];
  if (best?.status !== 'wrong' || judged.length === 1) return best;
  return { ...best, why: `${judged.length} files have this name, and it is in none of them` };
}

/** Citations that are looked at in one answer, and as many quotes of no place. */
export const MAX_CITATIONS = 50;

interface CitedPlace {
  /** The place alone, as it stands in the answer. */
  readonly cited: string;
  readonly path: string;
  readonly quote: string | undefined;
}

export type Cited =
  | (CitedPlace & { readonly kind: 'lines'; readonly from: number; readonly to: number })
  /** A page of a PDF, which is a document of its own: "spec.pdf:p3". */
  | (CitedPlace & { readonly kind: 'page'; readonly page: number })
  | { readonly kind: 'commit'; readonly cited: string; readonly commit: string };

/** What stands behind a path: `:line`, `:line:column`, `:from-to`, `#Lfrom-Lto`, or `:p3`; no part of a time, a version or an address. */
const PLACE =
  /(?::|#L)(?<from>\d{1,7})(?::\d{1,7})?(?:[-–]L?(?<to>\d{1,7})(?::\d{1,7})?)?(?![\w/]|[.:]\d)|:p(?<page>\d{1,5})(?!\w)/g;
const BEFORE_QUOTE = /[*`]{0,3}[)\]]?[:,]?\s?/y;
/** Most texts have nothing of it, and the patterns take 1 ms to compile. */
const MARK = /(?::|#L|:p)\d|commit\s/i;
const COMMIT = /\bcommit\s+`?([0-9a-f]{7,40})\b/gi;

/** The text with its JSON replaced by the strings in it: there a quotation mark may be an escaped one, or belong to the JSON. */
function withoutNotation(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { value, start, end } of findJson(text).values) {
    const strings = listStrings(value);
    if (strings.length === 0) continue;
    parts.push(text.slice(from, start), ...strings);
    from = end;
  }
  return [...parts, text.slice(from)].join('\n');
}

/** The path that ends at `end` and begins after `from`: a known one, else all that can be one, with an ending or a folder. */
function readPath(
  text: string,
  from: number,
  end: number,
  names: KnownNames,
): { readonly written: string; readonly path: string } | undefined {
  const nearest = Math.max(from, end - MAX_NAME);
  const line = nearest + text.slice(nearest, end).lastIndexOf('\n') + 1;
  const known = names.findStart(text, line, end);
  if (known !== undefined) return { written: text.slice(known, end), path: text.slice(known, end) };
  let start = end;
  while (start > line && isInPath(text[start - 1]) && text[start - 1] !== ':') start -= 1;
  const written = text.slice(start, end);
  // Of an address, of a place in a program, or from the root of a machine, which nobody knows here.
  const isOther = /^\//.test(written) || (start > 0 && /[:\\]/.test(text[start - 1] ?? ''));
  if (isOther || !/\/|\.[A-Za-z]\w{0,9}$/.test(written)) return undefined;
  const path = normalizePath(written);
  return path === undefined ? undefined : { written, path };
}

/** Each citation once, in the order of the text. Time is linear in the text. What is no name that is known is taken for one as it looks. */
export function findCitations(written: string, names: KnownNames): readonly Cited[] {
  const text = withoutNotation(written).normalize('NFC');
  if (!MARK.test(text)) return [];
  const found = new Map<string, { at: number; cited: Cited }>();
  const quotation = createQuotePattern('y');
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    const { index } = match;
    const named = readPath(text, from, index, names);
    from = index + match[0].length;
    const { page, from: first = '', to: last = first } = match.groups ?? {};
    if (named === undefined || (page !== undefined && !/\.pdf$/i.test(named.path))) continue;
    const { written: name, path } = named;
    BEFORE_QUOTE.lastIndex = from;
    quotation.lastIndex = from + (BEFORE_QUOTE.exec(text)?.[0].length ?? 0);
    const quoted = quotation.exec(text);
    const quote = quoted === null ? undefined : pickQuoted(quoted);
    if (page !== undefined) {
      const cited = namePages(name, [Number(page)]);
      found.set(`${cited} ${quote ?? ''}`, {
        at: index,
        cited: { kind: 'page', cited, path, page: Number(page), quote },
      });
      continue;
    }
    const [one, other] = [Number(first), Number(last)];
    const cited = `${name}:${first === last ? first : `${first}-${last}`}`;
    const lines = { from: Math.min(one, other), to: Math.max(one, other) };
    found.set(`${cited} ${quote ?? ''}`, { at: index, cited: { kind: 'lines', cited, path, ...lines, quote } });
  }
  for (const match of text.matchAll(COMMIT)) {
    const [, commit = ''] = match;
    const cited = `commit ${commit.toLowerCase()}`;
    found.set(cited, { at: match.index, cited: { kind: 'commit', cited, commit: commit.toLowerCase() } });
  }
  return [...found.values()]
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_CITATIONS)
    .map(({ cited }) => cited);
}
