// All tools for looking things up, as agents and people get them.
import * as z from 'zod';
import type { ToolDeclaration } from '../seat-tools.ts';
import { TOOLS } from './tool-table.ts';

export const DECLARATIONS: readonly ToolDeclaration[] = TOOLS.map(({ name, description, input }) => {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input);
  return { name, description, inputSchema };
});
