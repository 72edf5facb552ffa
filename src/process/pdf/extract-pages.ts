// Runs in a thread of its own: the text of each page of a PDF. Nothing of the file is run, and nothing is fetched for it.
import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

export interface PagesRequest {
  readonly bytes: Uint8Array;
  readonly mostPages: number;
}

export type PagesAnswer =
  /** The text of each page that was read; empty for one that has none, such as a scanned one. */
  | { readonly pages: readonly string[]; readonly total: number }
  /** Why there is none: "is protected by a password". */
  | { readonly problem: string };

/** pdf.js has these names for what it says of a file. */
const REASONS: Readonly<Record<string, string>> = {
  PasswordException: 'is protected by a password',
  InvalidPDFException: 'is damaged, or no PDF',
};

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** What stands on a page: texts, and marks without one. */
type Item = { readonly str: string; readonly hasEOL: boolean } | { readonly type: string };

/** In the order of the file, which is nearly always that of reading. */
async function readPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items }: { readonly items: readonly Item[] } = await page.getTextContent();
  page.cleanup();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  // Characters that no font of the file names.
  return text.replaceAll('\u0000', '\ufffd').trim();
}

async function extract({ bytes, mostPages }: PagesRequest): Promise<PagesAnswer> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useSystemFonts: false });
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number += 1) {
      pages.push(await readPage(pdf, number));
    }
    return { pages, total: pdf.numPages };
  } catch (error) {
    return { problem: REASONS[(error as Error).name] ?? 'cannot be read as a PDF' };
  }
}

void extract(workerData as PagesRequest).then((answer) => parentPort?.postMessage(answer));
