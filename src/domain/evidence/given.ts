// What the seats of a debate were given to read: documents, and the change that is discussed.
import { type Diff, parseDiff } from '../diffs/diff.ts';
import { isDiff, listDiffs } from '../diffs/given-diffs.ts';
import type { EventData } from '../events.ts';
import { textOf } from '../sealed/sealed.ts';
import { collapseSpace, isTail } from './quote-in-text.ts';

export interface GivenDocument {
  readonly path: string;
  readonly text: string;
  /** The text with its white space as one blank each, once for all quotes. */
  readonly collapsed: string;
}

export interface Given {
  readonly diff: Diff;
  readonly documents: readonly GivenDocument[];
}

export const NOTHING_GIVEN: Given = { diff: { files: [] }, documents: [] };

/** Without what was redacted. */
export function readGiven({ context }: Pick<EventData<'debate-opened'>, 'context'>): Given {
  return {
    diff: parseDiff(listDiffs(context).join('\n')),
    documents: context
      .filter((item) => !isDiff(item))
      .map(({ source, content }) => {
        const text = textOf(content) ?? '';
        return { path: source, text, collapsed: collapseSpace(text) };
      }),
  };
}

/** The documents that a name can mean. */
export function documentsNamed({ documents }: Given, name: string): readonly GivenDocument[] {
  return documents.filter(({ path }) => isTail(name, path));
}

/** `name`: `null` for any document. */
export function isInDocuments(given: Given, quote: string, name: string | null): boolean {
  const wanted = collapseSpace(quote);
  // A brace or a dash stands everywhere and shows nothing.
  if (!/[\p{L}\p{N}]/u.test(wanted)) return false;
  const documents = name === null ? given.documents : documentsNamed(given, name);
  return documents.some(({ collapsed }) => collapsed.includes(wanted));
}
