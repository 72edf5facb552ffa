// Pieces that the arguments and results of several tools have in common. What a schema says is read by models at every
// start of a session, so it says little.
import * as z from 'zod';
import { debateRequest } from '../../../domain/debate-request.ts';
import { defined } from '../../../domain/defined.ts';
import type { RuleData } from '../../../domain/event-parts.ts';
import { GATES } from '../../../domain/question/choices.ts';

/** A debate that exists: its id, the beginning of it, or "last". Tools get the whole id; see tool.ts. */
export const threadId = z.string().max(200);
export const words = z.string().max(1_000_000);

/** Each has `role`, `act`, `label` and `step`, and `agent`, or for people `form`. */
export const dueShape = z.array(z.looseObject({}));

/** Of the turn that is answered: refused if the debate has moved on. */
export const step = z.string().max(500).optional().describe('As in due');

/** Where a debate stands. What its opening chose is in results too, and not in the schema, which every session pays for. */
export const standingShape = {
  thread_id: z.string(),
  status: z.string(),
  turn_count: z.number(),
  next_role: z.string().nullable(),
  due: dueShape,
  next_seq: z.number(),
  synthesis: z.string().optional(),
  outcome: z.string().optional(),
  full_panel: z.boolean().optional(),
  degraded: z.array(z.string()).optional(),
  failures: z.array(z.looseObject({})).optional(),
};

/** What is asked for a debate, in few words, for models that know no command line. */
export const requested = {
  ...debateRequest,
  thread_id: debateRequest.threadId,
  seats: debateRequest.seats.describe('{"wall": "codex:gpt-5.5#high"}: agent[:model][#effort], or "human"'),
  answer: debateRequest.answer.describe('Default: form'),
  gate: z.enum(GATES).optional(),
};

/** Options of the format that were given. `names`: the argument behind each, as errors name it. */
export function readOptions<Names extends Readonly<Record<string, string>>>(
  names: Names,
  args: { readonly [Name in Names[string]]?: RuleData[string] | undefined },
): RuleData {
  const given = Object.entries(names).map(([option, name]) => [option, args[name as Names[string]]]);
  return defined(Object.fromEntries(given)) as RuleData;
}
