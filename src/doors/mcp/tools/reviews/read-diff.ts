// read_diff: the change that a review would be about.
import * as z from 'zod';
import { summarizeLeftOut } from '../../../../domain/left-out.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { readChange } from '../../../../hall/operations/review/review-diff.ts';
import { clip, quoteLines } from '../../texts/text.ts';
import { defineTool, READS } from '../tool.ts';

/** Half of what a result may have, since quotes and line ends take two characters in JSON. */
const MAX_BYTES = 40_000;
const MOST_LEFT_OUT = 50;
const MOST_NAME = 300;

/** Arguments that say which change is meant. */
export const changeShape = {
  staged: z.boolean().optional().describe('Staged changes only'),
  range: z.string().min(1).max(300).optional().describe('main...HEAD; default: everything uncommitted'),
  path: z.string().min(1).max(1_000).optional().describe('Limit to this path (may be in another repository)'),
};

export const readDiffTool = defineTool({
  name: 'read_diff',
  title: 'Read a change',
  description:
    'Reads a change in a git repository: staged, unstaged and new files, without anything that looks like a secret.',
  input: z.strictObject(changeShape),
  output: z.object({
    diff: z.string(),
    file_count: z.number(),
    files: z.array(z.string()),
    range: z.string(),
    left_out: z.array(z.looseObject({})),
  }),
  operation: 'read-files',
  hints: READS,
  async run({ staged, range, path }, { hall, signal }) {
    const { diff } = await readChange(hall, { staged, range, path, maxBytes: MAX_BYTES, signal });
    const files = diff.files.map((file) => file.path);
    const left_out = summarizeLeftOut(diff.leftOut, MOST_LEFT_OUT).map(({ source, reason }) => ({
      source: clip(source, MOST_NAME),
      reason,
    }));
    return {
      structured: { diff: diff.text, file_count: files.length, files, range: diff.range, left_out },
      text: [
        `${countNoun(files.length, 'file')} of the ${diff.range}; the diff is in the data.`,
        quoteLines(clip(files.join('\n'), 4_000)),
        ...(left_out.length === 0 ? [] : [`Left out: ${countNoun(diff.leftOut.length, 'part')}.`]),
      ].join('\n'),
    };
  },
});
