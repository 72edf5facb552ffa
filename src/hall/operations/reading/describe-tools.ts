// Says which tools there are for looking things up, and what they take; only a debate that reads loads them.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { LookArgument, LookTool } from '../../../domain/hall-page/looks.ts';

const KINDS = { string: 'text', integer: 'number', boolean: 'switch' } as const;

const inputSchema = z.object({
  properties: z.record(
    z.string(),
    z.object({ type: z.enum(['string', 'integer', 'boolean']), description: z.string().optional() }),
  ),
  required: z.array(z.string()).default([]),
});

function listArguments(schema: unknown): readonly LookArgument[] {
  const { properties, required } = inputSchema.parse(schema);
  return Object.entries(properties).map(([name, { type, description }]) => ({
    name,
    kind: KINDS[type],
    required: required.includes(name),
    ...defined({ hint: description }),
  }));
}

export async function describeTools(): Promise<readonly LookTool[]> {
  const { DECLARATIONS } = await import('../../../material/reading/tools/declarations.ts');
  return DECLARATIONS.map(({ name, description, inputSchema: schema }) => ({
    name,
    description,
    arguments: listArguments(schema),
  }));
}
