// Lists what can be read.
import * as z from 'zod';
import { createPace } from '../../../support/pace.ts';
import { UnreadableError } from '../unreadable.ts';
import { createGlobMatch, defineReadingTool, globField, skipField, toPage } from './tool.ts';

const MAX_WORK_MS = 5_000;
const TOO_LONG = 'The glob takes too long here. Try a simpler one.';

export const listFiles = defineReadingTool({
  name: 'list_files',
  description: 'Lists the files that can be read, by the paths that the other tools take.',
  input: z.object({ glob: globField, skip: skipField }),
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
