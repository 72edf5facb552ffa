// Runs in a thread of its own: the text of each page of a PDF. Nothing of the file is run, and nothing is fetched for it.
import { getDocumentProxy } from 'unpdf';
import { answerWith, type Extracted, type LeftOutPart } from './extract.ts';

const MAX_PAGES = 500;

/** pdf.js has these names for what it says of a file. */
const REASONS: Readonly<Record<string, string>> = {
  PasswordException: 'is protected by a password',
  InvalidPDFException: 'is damaged, or no PDF',
};

/** What stands on a page: texts, and marks without one. */
type Item = { readonly str: string; readonly hasEOL: boolean } | { readonly type: string };

/** In the order of the file, which is nearly always that of reading. */
async function readPage(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items }: { readonly items: readonly Item[] } = await page.getTextContent();
  page.cleanup();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  // Characters that no font of the file names.
  return text.replaceAll('\u0000', '\ufffd').trim();
}

/** "3,5-7" */
function formatPages(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

async function extract(bytes: Uint8Array): Promise<Extracted> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useSystemFonts: false });
    const pages: { readonly number: number; readonly text: string }[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1) {
      pages.push({ number, text: await readPage(pdf, number) });
    }
    const empty = pages.filter(({ text }) => text === '').map(({ number }) => number);
    const unread: LeftOutPart[] = [];
    if (empty.length > 0)
      unread.push({ name: `p${formatPages(empty)}`, reason: 'no text: scanned, or a picture', missed: true });
    if (pdf.numPages > MAX_PAGES)
      unread.push({ reason: `only ${MAX_PAGES} of ${pdf.numPages} pages were read`, missed: true });
    const full = pages.filter(({ text }) => text !== '');
    return { parts: full.map(({ number, text }) => ({ name: `p${number}`, text })), unread };
  } catch (error) {
    return { problem: REASONS[(error as Error).name] ?? 'cannot be read as a PDF' };
  }
}

answerWith(extract);
