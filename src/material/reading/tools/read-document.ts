// Reads a document of the debate's own context, whole even where it is not in the prompt.
import * as z from 'zod';
import { isPageAddress, namePage } from '../../../net/fetch/page-address.ts';
import { findFileNames, type Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';
import { defineReadingTool, lineField, linesField, MAX_NAME_ARGUMENT, pageOfText } from './tool.ts';

/** The pinned file of context that did not fit into the prompt. */
function findLeftOut(sources: Sources, name: string): string | undefined {
  if (!sources.leftOut.includes(name)) return undefined;
  const [file, ...others] = findFileNames(sources, isPageAddress(name) ? namePage(name) : name);
  return others.length === 0 ? file : undefined;
}

export const readDocument = defineReadingTool({
  name: 'read_document',
  description: 'Reads a document of this debate with line numbers. Without a name it lists the documents.',
  input: z.object({
    name: z.string().min(1).max(MAX_NAME_ARGUMENT).optional().describe('As listed without a name'),
    line: lineField,
    lines: linesField,
  }),
  async run({ name, line, lines }, sources) {
    const { documents } = sources;
    if (name === undefined) {
      const others = sources.leftOut.filter((each) => findLeftOut(sources, each) !== undefined);
      const names = [
        ...documents.map((document) => document.name),
        ...others.map((each) => `${each} (not in the prompt)`),
      ];
      return { title: 'documents', lines: names.length === 0 ? ['There are none.'] : names, seen: [] };
    }
    const found = documents.find((document) => document.name === name);
    const file = found === undefined ? findLeftOut(sources, name) : undefined;
    if (file !== undefined) return pageOfText(file, await sources.read(file), { line, lines });
    if (found === undefined) throw new UnreadableError('There is no such document. Without a name you get the list.');
    if (found.text === undefined) throw new UnreadableError('This document was redacted.');
    return pageOfText(found.name, found.text, { line, lines });
  },
});
