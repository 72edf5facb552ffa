// Documents that are no text as they are: PDFs, and files of Word and Excel. Each is read in a thread that is ended when it takes
// too long or too much memory.
import type { Extracted, ExtractRequest } from '../../process/extract/extract.ts';
import { runInThread } from '../../process/run-in-thread.ts';

/** Of the file. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
const MAX_MS = 60_000;
const MAX_HEAP_MB = 512;

interface Refused {
  /** "is protected by a password" */
  readonly why: string;
  readonly hint: string;
}

export interface DocumentKind {
  readonly module: 'pdf' | 'word' | 'sheets';
  readonly name: RegExp;
  readonly isOne: (bytes: Buffer) => boolean;
  /** Its parts are of use without the others. */
  readonly isInParts: boolean;
  /** Said of one without any text. */
  readonly empty: Refused;
  readonly otherwise: string;
}

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

const KINDS: readonly DocumentKind[] = [
  {
    module: 'pdf',
    name: /\.pdf$/i,
    // A few programs write something before the mark.
    isOne: (bytes) => bytes.subarray(0, 1_024).includes('%PDF-'),
    isInParts: false,
    empty: { why: 'has no text on its pages', hint: 'They are probably scanned: recognize the text first.' },
    otherwise: 'Save it as another PDF, or pass its text.',
  },
  {
    module: 'word',
    name: /\.doc[xm]$/i,
    isOne: isArchive,
    isInParts: false,
    empty: { why: 'has no text', hint: 'If it has pictures, pass them as files.' },
    otherwise: 'Save it again as .docx, or as PDF or text.',
  },
  {
    module: 'sheets',
    name: /\.xls[xm]$/i,
    isOne: isArchive,
    isInParts: true,
    empty: {
      why: 'has no values in sheets that are shown',
      hint: 'Show the sheet that matters, or pass its values as CSV.',
    },
    otherwise: 'Save it again as .xlsx, or as CSV.',
  },
];

/** Programs of offices, old and new; what Word and Excel have written since 2007 is above. */
const OTHER = /\.(?:do[ct]|xl[st]|pp[st])[xm]?$|\.(?:xlsb|od[tsp]|pages|numbers|key)$/i;
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');

export const mayBeDocument = (name: string): boolean => OTHER.test(name) || KINDS.some((kind) => kind.name.test(name));

/** What kind of document a file is by name and content, or why documents of its kind are not read. */
export function findDocument(name: string, bytes: Buffer): DocumentKind | Refused | undefined {
  const kind = KINDS.find((each) => each.name.test(name) && each.isOne(bytes));
  if (kind !== undefined) return kind;
  const isCompound = bytes.subarray(0, 8).equals(COMPOUND);
  if (!OTHER.test(name) || !(isCompound || isArchive(bytes))) return undefined;
  if (isCompound && bytes.includes(LOCKED)) return { why: 'is protected by a password', hint: 'Save it without one.' };
  return { why: 'is of a kind that is not read', hint: 'Save it as PDF, DOCX or XLSX.' };
}

export async function readDocument({ module }: DocumentKind, bytes: Buffer, signal: AbortSignal): Promise<Extracted> {
  const request: ExtractRequest = { bytes };
  const limits = { ms: MAX_MS, heapMb: MAX_HEAP_MB };
  const extracted = await runInThread<Extracted>(`process/extract/${module}`, request, { limits, signal });
  return extracted ?? { problem: `cannot be read within ${MAX_MS / 1_000} s and ${MAX_HEAP_MB} MB` };
}
