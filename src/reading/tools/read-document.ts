// Reads a document of the debate's own context, whole even where it is not in the prompt.
import * as z from 'zod';
import { UnreadableError } from '../unreadable.ts';
import { defineTool, lineField, linesField, MAX_NAME, pageOfText } from './tool.ts';

export const readDocument = defineTool({
  name: 'read_document',
  description: 'Reads a document of this debate with line numbers. Without a name it lists the documents.',
  input: z.object({
    name: z.string().min(1).max(MAX_NAME).optional().describe('As listed without a name'),
    line: lineField,
    lines: linesField,
  }),
  async run({ name, line, lines }, { documents }) {
    if (name === undefined) {
      const names = documents.map((document) => document.name);
      return { title: 'documents', lines: names.length === 0 ? ['There are none.'] : names, seen: [] };
    }
    const found = documents.find((document) => document.name === name);
    if (found === undefined) throw new UnreadableError('There is no such document. Without a name you get the list.');
    if (found.text === undefined) throw new UnreadableError('This document was redacted.');
    return pageOfText(found.name, found.text, { line, lines });
  },
});
