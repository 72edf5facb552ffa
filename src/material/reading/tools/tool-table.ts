// All tools for looking things up, in the order in which agents and people see them.
import * as z from 'zod';
import type { ToolDeclaration } from '../seat-tools.ts';
import { findDecisions } from './find-decisions.ts';
import { gitBlame } from './git-blame.ts';
import { gitLog } from './git-log.ts';
import { gitShow } from './git-show.ts';
import { listFiles } from './list-files.ts';
import { readDocument } from './read-document.ts';
import { readFile } from './read-file.ts';
import { searchText } from './search-text.ts';
import type { ReadingTool } from './tool.ts';

export const TOOLS: readonly ReadingTool[] = [
  ...[listFiles, searchText, readFile, gitLog, gitShow, gitBlame, readDocument, findDecisions],
];

export const DECLARATIONS: readonly ToolDeclaration[] = TOOLS.map(({ name, description, input }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input);
  return { name, description, inputSchema };
});
