// What a person can look up for a seat, and who may: what a debate pinned may be files of the machine that serves.
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import type { LookArgument, LookTool, SeatLooks } from '../../domain/hall-page/looks.ts';
import type { Reading } from '../../domain/reading/reading.ts';
import { countLooks, findLeft } from '../../domain/reading/usage.ts';
import { getVisibility } from '../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../ledger/engine/snapshot.ts';
import { mayEver } from '../../platform/access/check-permission.ts';
import type { Principal } from '../../platform/access/principal.ts';

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

/** Says which tools there are for looking things up, and what they take; only a debate that reads loads them. */
async function describeTools(): Promise<readonly LookTool[]> {
  const { DECLARATIONS } = await import('../../material/reading/tools/tool-table.ts');
  return DECLARATIONS.map(({ name, description, inputSchema: schema }) => ({
    name,
    description,
    arguments: listArguments(schema),
  }));
}

/** Whether what can be looked up are files of the machine that serves. */
export const hasFiles = ({ pins }: Reading) => pins.some(({ kind }) => kind === 'files' || kind === 'history');

/** `undefined` where there is nothing to look up, or not for this person. */
export async function readSeatLooks(
  snapshot: Snapshot,
  { seat, step }: { readonly seat: string; readonly step: string },
  principal: Principal,
): Promise<SeatLooks | undefined> {
  const { reading } = snapshot.debate.opened;
  if (reading === undefined || !mayEver(principal, 'say')) return undefined;
  if (hasFiles(reading) && !mayEver(principal, 'read-files')) return undefined;
  const tools = await describeTools();
  if (Number.isFinite(getVisibility(snapshot).blindFrom)) return { tools };
  return { tools, left: findLeft(countLooks(snapshot.log, seat, step), reading.budget) };
}
