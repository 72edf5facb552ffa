// Tools for files and documents: which there are, and the lines of one.
import * as z from 'zod';
import { isPageAddress, namePage } from '../../../net/fetch/page-address.ts';
import { createPace } from '../../../support/pace.ts';
import { findFileNames, type Sources } from '../sources.ts';
import { UnreadableError } from '../unreadable.ts';
import {
  createGlobMatch,
  defineReadingTool,
  globField,
  lineField,
  linesField,
  MAX_NAME_ARGUMENT,
  normalizeName,
  pageOfText,
  skipField,
  toPage,
} from './tool.ts';

const MAX_WORK_MS = 5_000;
const TOO_LONG = 'The glob takes too long here. Try a simpler one.';

export const listFiles = defineReadingTool({
  name: 'list_files',
  description: 'Lists the files that can be read, by the paths that the other tools take.',
  input: z.strictObject({ glob: globField, skip: skipField }),
  async run({ glob, skip = 0 }, { files }) {
    const isMatch = createGlobMatch(glob);
    const pace = createPace({ maxWorkMs: MAX_WORK_MS, tooLong: () => new UnreadableError(TOO_LONG) });
    const names: string[] = [];
    for (const name of files.keys()) {
      const pause = pace();
      if (pause !== undefined) await pause;
      if (isMatch(name)) names.push(name);
    }
    return toPage(glob === undefined ? 'files' : `files ${glob}`, names.sort(), skip, () => []);
  },
});

export const readFile = defineReadingTool({
  name: 'read_file',
  description: 'Reads a file with line numbers. Cite what you take from it as path:line or path:from-to.',
  input: z.strictObject({
    path: z.string().min(1).max(MAX_NAME_ARGUMENT).describe('As list_files gives it'),
    line: lineField,
    lines: linesField,
  }),
  async run({ path, line, lines }, sources) {
    const name = normalizeName(path);
    return pageOfText(name, await sources.read(name), { line, lines });
  },
});

/** The pinned file of context that did not fit into the prompt. */
function findLeftOut(sources: Sources, name: string): string | undefined {
  if (!sources.leftOut.includes(name)) return undefined;
  const [file, ...others] = findFileNames(sources, isPageAddress(name) ? namePage(name) : name);
  return others.length === 0 ? file : undefined;
}

export const readDocument = defineReadingTool({
  name: 'read_document',
  description: 'Reads a document of this debate with line numbers. Without a name it lists the documents.',
  input: z.strictObject({
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
