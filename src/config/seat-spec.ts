// Who fills a seat, as people write it: `agent[:model][#effort]`, such as `codex:gpt-5.5#high`.
import * as z from 'zod';
import { HallError } from '../domain/errors.ts';

const SHAPE = 'agent[:model][#effort], such as "claude", "codex:gpt-5.5#high" or "gemini#low"';

/** A lower-case slug; `constructor` would be found on every object. */
export const agentNameSchema = z
  .string()
  .max(64, { error: 'must have at most 64 characters' })
  .regex(/^[a-z][a-z0-9-]*(?![\s\S])/, { error: 'must be a lower-case slug such as "claude" or "my-agent"' })
  .refine((name) => name !== 'constructor', { error: 'is reserved' });

/** Passed to programs as the value of an option, so it must not look like an option itself. */
const modelSchema = z
  .string()
  .max(200, { error: 'must have at most 200 characters' })
  .regex(/^[^\s\p{C}#-][^\s\p{C}#]*(?![\s\S])/u, {
    error: 'must be a model name without spaces or "#" that does not start with "-"',
  });

const effortSchema = z
  .string()
  .max(32, { error: 'must have at most 32 characters' })
  .regex(/^[a-z][a-z0-9-]*(?![\s\S])/, { error: 'must be a lower-case word such as "high"' });

const seatFields = {
  agent: agentNameSchema.describe('Name of an agent: a built-in one or one under "agents".'),
  model: modelSchema.optional(),
  effort: effortSchema.optional(),
};
const bareSeatSchema = z.strictObject(seatFields);

/** An agent with its model and effort. */
export type AgentSpec = z.infer<typeof bareSeatSchema>;

/**
 * Reads `agent[:model][#effort]`. The model runs from the first ":" to the last "#", so it may hold ":" and "/".
 * @throws HallError `bad-input` that says which part is wrong
 */
export function parseSeatSpec(text: string): AgentSpec {
  const hash = text.lastIndexOf('#');
  const beforeEffort = hash === -1 ? text : text.slice(0, hash);
  const colon = beforeEffort.indexOf(':');
  const parsed = bareSeatSchema.safeParse({
    agent: colon === -1 ? beforeEffort : beforeEffort.slice(0, colon),
    ...(colon === -1 ? {} : { model: beforeEffort.slice(colon + 1) }),
    ...(hash === -1 ? {} : { effort: text.slice(hash + 1) }),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const part = String(issue?.path[0] ?? 'agent');
  throw new HallError('bad-input', `not a valid seat: its ${part} ${issue?.message ?? 'is wrong'}`, {
    hint: `Write ${SHAPE}.`,
  });
}

/** The inverse of `parseSeatSpec`. */
export function formatSeatSpec(spec: AgentSpec): string {
  const model = spec.model === undefined ? '' : `:${spec.model}`;
  const effort = spec.effort === undefined ? '' : `#${spec.effort}`;
  return `${spec.agent}${model}${effort}`;
}

const seatTextSchema = z
  .string()
  .transform((text, context): AgentSpec => {
    try {
      return parseSeatSpec(text);
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      context.addIssue({ code: 'custom', message: `is ${error.message}. ${error.hint ?? ''}`.trim() });
      return z.NEVER;
    }
  })
  .describe(`Short form: ${SHAPE}.`);

const seatError = { error: `must be text (${SHAPE}) or an object with "agent"` };

/** A seat in a configuration file: the short form or an object. */
export const seatSpecSchema = z.union(
  [
    seatTextSchema,
    z.strictObject({
      ...seatFields,
      standIn: z
        .union([seatTextSchema, bareSeatSchema], seatError)
        .optional()
        .describe('Takes over when the agent keeps failing; the record says so.'),
    }),
  ],
  seatError,
);

/** What fills a seat, and who takes over when it keeps failing. */
export type SeatSpec = z.infer<typeof seatSpecSchema>;
