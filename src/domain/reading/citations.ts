// What an answer cites: places of files, documents and commits; and what became of each citation. Finds them without knowing
// what there is.
import * as z from 'zod';
import { findJson } from '../answers/json-in-text.ts';
import { readSealed, type Sealed } from '../sealed/sealed.ts';
import { listStrings } from '../values/tree.ts';

export const citationSchema = z.strictObject({
  /** As it stands in the answer: "src/cart.ts:10-20". */
  cited: z.string().min(1).max(400),
  /** `read`: it is there, and the seat had seen it. `unread`: it is there. `wrong`: it is not. */
  status: z.enum(['read', 'unread', 'wrong']),
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

/** Citations that are looked at in one answer. */
const MAX_CITATIONS = 50;
const MAX_CITED = 300;

export type Cited =
  | {
      readonly kind: 'lines';
      readonly cited: string;
      readonly path: string;
      readonly from: number;
      readonly to: number;
      readonly quote: string | undefined;
    }
  /** A page of a PDF, which is a document of its own: "spec.pdf:p3". */
  | { readonly kind: 'page'; readonly cited: string; readonly path: string; readonly quote: string | undefined }
  | { readonly kind: 'commit'; readonly cited: string; readonly commit: string };

/** A path with an ending or a folder, perhaps behind the host of a web page, then `:line`, `:from-to` or `#Lfrom-Lto`; then perhaps a quote. */
const LINES =
  /(?<![\w/.@:-])((?:https?:\/\/[\w.-]+(?::\d{1,5})?\/)?(?:(?:[\w.@+~-]+\/)*[\w@+~-][\w.@+~-]*\.[A-Za-z]\w{0,9}|(?:[\w.@+~-]+\/)+[\w.@+~-]+|(?<=\/)[\w.@+~-]+))(?::|#L)(\d{1,7})(?:[-–]L?(\d{1,7}))?(?![\w:])(?:`?[)\]]?[:,]?\s?(?:"([^"\n]{1,300})"|“([^”\n]{1,300})”))?/g;
const PAGE =
  /(?<![\w/.@:-])((?:[\w.@+~-]+\/)*[\w@+~-][\w.@+~-]*\.[Pp][Dd][Ff]):p(\d{1,5})(?!\w)(?:`?[)\]]?[:,]?\s?(?:"([^"\n]{1,300})"|“([^”\n]{1,300})”))?/g;
/** What each of them has; most texts have none of it, and the patterns take 1 ms to compile. */
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

/**
 * Each citation once, in the order of the text. Time is linear in the text. `pages` are the web pages that can be cited; any
 * other address is only a link.
 */
export function findCitations(written: string, pages: ReadonlySet<string> = new Set()): readonly Cited[] {
  const text = withoutNotation(written);
  if (!MARK.test(text)) return [];
  const found = new Map<string, { at: number; cited: Cited }>();
  for (const match of text.matchAll(LINES)) {
    const [, path = '', from = '', to = from, straight, curly] = match;
    if (path.length > MAX_CITED || (path.includes('://') && !pages.has(path))) continue;
    const [one, other] = [Number(from), Number(to)];
    const cited = `${path}:${from === to ? from : `${from}-${to}`}`;
    const quote = straight ?? curly;
    found.set(`${cited} ${quote ?? ''}`, {
      at: match.index,
      cited: { kind: 'lines', cited, path, from: Math.min(one, other), to: Math.max(one, other), quote },
    });
  }
  for (const match of text.matchAll(PAGE)) {
    const [, file = '', page = '', straight, curly] = match;
    if (file.length > MAX_CITED) continue;
    const path = `${file}:p${Number(page)}`;
    const quote = straight ?? curly;
    found.set(`${path} ${quote ?? ''}`, { at: match.index, cited: { kind: 'page', cited: path, path, quote } });
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
