// Reads a file by its lines.
import * as z from 'zod';
import { defineReadingTool, lineField, linesField, MAX_NAME_ARGUMENT, normalizeName, pageOfText } from './tool.ts';

export const readFile = defineReadingTool({
  name: 'read_file',
  description: 'Reads a file with line numbers. Cite what you take from it as path:line or path:from-to.',
  input: z.object({
    path: z.string().min(1).max(MAX_NAME_ARGUMENT).describe('As list_files gives it'),
    line: lineField,
    lines: linesField,
  }),
  async run({ path, line, lines }, sources) {
    const name = normalizeName(path);
    return pageOfText(name, await sources.read(name), { line, lines });
  },
});
