// All tools for looking things up, in the order in which agents and people see them.
import * as z from 'zod';
import type { ToolDeclaration } from '../seat-tools.ts';
import { listFiles, readDocument, readFile } from './files.ts';
import { gitBlame, gitLog, gitShow } from './history.ts';
import { findDecisions, searchText } from './search.ts';
import type { ReadingTool } from './tool.ts';

export const TOOLS: readonly ReadingTool[] = [
  ...[listFiles, searchText, readFile, gitLog, gitShow, gitBlame, readDocument, findDecisions],
];

export const DECLARATIONS: readonly ToolDeclaration[] = TOOLS.map(({ name, description, input }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input);
  return { name, description, inputSchema };
});
