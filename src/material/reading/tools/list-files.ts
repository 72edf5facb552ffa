// Lists what can be read.
import * as z from 'zod';
import { createGlobMatch, defineTool, globField, pageOf, skipField } from './tool.ts';

export const listFiles = defineTool({
  name: 'list_files',
  description: 'Lists the files that can be read, by the paths that the other tools take.',
  input: z.object({ glob: globField, skip: skipField }),
  async run({ glob, skip = 0 }, { files }) {
    const names = [...files.keys()].filter(createGlobMatch(glob)).sort();
    return pageOf(glob === undefined ? 'files' : `files ${glob}`, names, skip, () => []);
  },
});
