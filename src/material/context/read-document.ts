// Documents that are no text as they are: PDFs and Word files. Each is read in a thread that is ended when it takes
// too long or too much memory.
import type { Extracted, ExtractRequest } from '../../process/extract/extract.ts';
import { runInThread } from '../../process/run-in-thread.ts';

/** Of the file. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
const MAX_MS = 60_000;
const MAX_HEAP_MB = 512;

/** Why a document or picture cannot be taken, after its name, and what to do. */
export interface Refused {
  /** "is protected by a password" */
  readonly why: string;
  readonly hint: string;
}

export interface DocumentKind {
  readonly module: 'pdf' | 'word';
  readonly name: RegExp;
  readonly isOne: (bytes: Buffer) => boolean;
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
    empty: { why: 'has no text on its pages', hint: 'They are probably scanned: recognize the text first.' },
    otherwise: 'Save it as another PDF, or pass its text.',
  },
  {
    module: 'word',
    name: /\.doc[xm]$/i,
    isOne: isArchive,
    empty: { why: 'has no text', hint: 'If it has pictures, pass them as files.' },
    otherwise: 'Save it again as .docx, or as PDF or text.',
  },
];

/** Programs of offices, old and new; what Word has written since 2007 is above. */
const SHEETS = /\.(?:xl[st][xm]?|xlsb|ods|numbers)$/i;
const OTHER = /\.(?:(?:do[ct]|pp[st])[xm]?|od[tp]|pages|key)$/i;
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');

export const mayBeDocument = (name: string): boolean =>
  SHEETS.test(name) || OTHER.test(name) || KINDS.some((kind) => kind.name.test(name));

/** What kind of document a file is by name and content, or why documents of its kind are not read. */
export function findDocument(name: string, bytes: Buffer): DocumentKind | Refused | undefined {
  const kind = KINDS.find((each) => each.name.test(name) && each.isOne(bytes));
  if (kind !== undefined) return kind;
  const isCompound = bytes.subarray(0, 8).equals(COMPOUND);
  if (!mayBeDocument(name) || !(isCompound || isArchive(bytes))) return undefined;
  if (SHEETS.test(name)) return { why: 'is of a kind that is not read', hint: 'Save each sheet as CSV.' };
  if (isCompound && bytes.includes(LOCKED)) return { why: 'is protected by a password', hint: 'Save it without one.' };
  return { why: 'is of a kind that is not read', hint: 'Save it as PDF or DOCX.' };
}

export async function readDocument({ module }: DocumentKind, bytes: Buffer, signal: AbortSignal): Promise<Extracted> {
  const request: ExtractRequest = { bytes };
  const limits = { ms: MAX_MS, heapMb: MAX_HEAP_MB };
  const extracted = await runInThread<Extracted>(`process/extract/${module}`, request, limits, signal);
  return extracted ?? { problem: `cannot be read within ${MAX_MS / 1_000} s and ${MAX_HEAP_MB} MB` };
}
