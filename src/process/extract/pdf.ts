// Runs in a thread of its own: the text of each page of a PDF. Nothing of the file is run, and nothing is fetched for it.
import { getDocumentProxy } from 'unpdf';
import { defined } from '../../domain/defined.ts';
import { answerWith, type Extracted, type LeftOutPart } from './extract.ts';

const MAX_PAGES = 500;

/** pdf.js has these names for what it says of a file. */
const REASONS: Readonly<Record<string, string>> = {
  PasswordException: 'is protected by a password',
  InvalidPDFException: 'is damaged, or no PDF',
};

const LACKING = 'text in a font whose table of characters is not in the file';
const DAMAGED = 'damaged: some of its text may be missing';
const LACKS = [LACKING, DAMAGED] as const;
type Lack = (typeof LACKS)[number];

/** Said of a file with none of its text, where its pages have reasons. */
const NOTHING_LEFT: Readonly<Record<Lack, string>> = {
  [LACKING]: 'has its text in fonts whose tables of characters are not in the file',
  [DAMAGED]: 'has damaged pages, and no text that can be read',
};

/** What stands on a page: texts, and marks without one. */
type Item = { readonly str: string; readonly hasEOL: boolean } | { readonly type: string };

interface Page {
  readonly number: number;
  readonly text: string;
  /** Why not all of its text could be read. */
  readonly lacks?: Lack;
}

interface Annotation {
  readonly subtype?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** Of a choice. */
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly contentsObj?: { readonly str?: string };
}

/** As the page shows it; a button that is not ticked has the value "Off". */
function readField({ fieldValue, password, checkBox, radioButton, options = [] }: Annotation): readonly unknown[] {
  if (password === true || (fieldValue === 'Off' && (checkBox === true || radioButton === true))) return [];
  const show = (value: unknown) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
  return [fieldValue].flat().map(show);
}

/** What somebody filled in or noted on a page, in words: no part of what is drawn there. */
function listAdded(annotations: readonly Annotation[]): readonly string[] {
  const lines = annotations.map((annotation) => {
    const { subtype = '', fieldName, contentsObj } = annotation;
    if (/^(?:Link|Popup)$/.test(subtype)) return '';
    const isField = subtype === 'Widget';
    const said = isField ? readField(annotation) : [contentsObj?.str];
    const words = said.filter((each) => typeof each === 'string' && each.trim() !== '').join(', ');
    return words === '' ? '' : `${isField ? fieldName || 'Field' : 'Note'}: ${words}`;
  });
  // All buttons of a group say which of them is chosen.
  return [...new Set(lines)].filter((line) => line !== '');
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** In the order of the file, which is nearly always that of reading. */
async function readPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items }: { readonly items: readonly Item[] } = await page.getTextContent();
  const added = listAdded(await page.getAnnotations());
  page.cleanup();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  // Characters that no font of the file names.
  return [text.trim(), ...added].join('\n').replaceAll('\u0000', '\ufffd').trim();
}

/** pdf.js passes over what is damaged on a page without a word, unless it has to stop there; then it also reads less of what is whole. */
async function isDamaged(strict: Pdf, number: number): Promise<boolean> {
  try {
    const page = await strict.getPage(number);
    await page.getTextContent();
    page.cleanup();
    return false;
  } catch {
    return true;
  }
}

async function extract(bytes: Uint8Array): Promise<Extracted> {
  // Fonts of Chinese, Japanese and Korean may only name the table of their characters. None is here, and pdf.js passes over their text.
  let asked = 0;
  function CMapReaderFactory() {
    const fetch = async () => {
      asked += 1;
      throw new TypeError('There is no such table.');
    };
    return { fetch };
  }
  try {
    const options = { verbosity: 0, disableFontFace: true, useSystemFonts: false, enableXfa: true, CMapReaderFactory };
    // Each of them takes its bytes for itself.
    const strict = await getDocumentProxy(bytes.slice(), { ...options, stopAtErrors: true });
    const pdf = await getDocumentProxy(bytes, options);
    // What its pages say is that other programs cannot show it.
    if (pdf.isPureXfa) return { problem: 'is a form that only programs for XFA show' };
    const pages: Page[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number += 1) {
      const before = asked;
      const text = await readPage(pdf, number);
      const isLacking = asked > before;
      const isBroken = !isLacking && (await isDamaged(strict, number));
      const lacks: Lack | undefined = isLacking ? LACKING : isBroken ? DAMAGED : undefined;
      pages.push({ number, text, ...defined({ lacks }) });
      // So that the next page that needs the same font asks as well.
      if (isLacking) await pdf.cleanup();
    }
    const full = pages.filter(({ text }) => text !== '');
    const reason = pages.find(({ lacks }) => lacks !== undefined)?.lacks;
    if (full.length === 0 && reason !== undefined) return { problem: NOTHING_LEFT[reason] };
    const unread: LeftOutPart[] = [];
    const leave = (isLeft: (page: Page) => boolean, reason: string, isPart = false) => {
      const numbers = pages.filter(isLeft).map(({ number }) => number);
      if (numbers.length > 0) unread.push({ pages: numbers, isPart, reason, missed: true });
    };
    leave(({ text, lacks }) => text === '' && lacks === undefined, 'no text: scanned, or a picture');
    for (const each of LACKS) {
      leave(({ text, lacks }) => text === '' && lacks === each, each);
      leave(({ text, lacks }) => text !== '' && lacks === each, each, true);
    }
    if (pdf.numPages > MAX_PAGES)
      unread.push({ reason: `only ${MAX_PAGES} of ${pdf.numPages} pages were read`, missed: true });
    return { parts: full.map(({ number, text }) => ({ page: number, text })), unread };
  } catch (error) {
    return { problem: REASONS[(error as Error).name] ?? 'cannot be read as a PDF' };
  }
}

answerWith(extract);
