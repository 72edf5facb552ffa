// Who fills a seat, as people write it: `agent[:model][#effort][+perspective]`, such as `codex:gpt-5.5#high+operator`.
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';

const SHAPE =
  'agent[:model][#effort][+perspective], such as "claude", "codex:gpt-5.5#high", "gemini#low" or "claude:opus+operator"';

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

const perspectiveSchema = z
  .string()
  .max(64, { error: 'must have at most 64 characters' })
  .regex(/^[a-z][a-z0-9-]*(?![\s\S])/, { error: 'must be the name of a perspective such as "operator"' });

const agentFields = {
  agent: agentNameSchema.describe('Name of an agent: a built-in one or one under "agents".'),
  model: modelSchema.optional(),
  effort: effortSchema.optional(),
};
export const agentSchema = z.strictObject(agentFields);
const seatFields = {
  ...agentFields,
  perspective: perspectiveSchema.optional().describe('Point of view of the seat; see debate-hall perspectives.'),
};
const bareSeatSchema = z.strictObject(seatFields);

/** What fills a seat, and who takes over when it keeps failing, written without short forms. */
export const seatFillingSchema = bareSeatSchema.extend({ standIn: agentSchema.optional() });
export type SeatFilling = z.infer<typeof seatFillingSchema>;

/** An agent with its model and effort. */
export type AgentSpec = z.infer<typeof agentSchema>;

const PERSPECTIVE = /\+([a-z][a-z0-9-]*)$/;

/**
 * Reads `agent[:model][#effort][+perspective]`. The model runs from the first ":" to the last "#", so it may hold ":" and "/".
 * @throws HallError `bad-input` that says which part is wrong
 */
export function parseSeatSpec(text: string): SeatFilling {
  const perspective = PERSPECTIVE.exec(text)?.[1];
  const filling = perspective === undefined ? text : text.replace(PERSPECTIVE, '');
  const hash = filling.lastIndexOf('#');
  const beforeEffort = hash === -1 ? filling : filling.slice(0, hash);
  const colon = beforeEffort.indexOf(':');
  const parsed = bareSeatSchema.safeParse({
    agent: colon === -1 ? beforeEffort : beforeEffort.slice(0, colon),
    ...(colon === -1 ? {} : { model: beforeEffort.slice(colon + 1) }),
    ...(hash === -1 ? {} : { effort: filling.slice(hash + 1) }),
    ...defined({ perspective }),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const part = String(issue?.path[0] ?? 'agent');
  throw new HallError('bad-input', `This is not a valid seat: its ${part} ${issue?.message ?? 'is wrong'}.`, {
    hint: `Write ${SHAPE}.`,
  });
}

/**
 * Reads who takes over a seat, or answers once: a point of view belongs to a seat from its beginning.
 * @throws HallError `bad-input`
 */
export function parseAgentSpec(text: string): AgentSpec {
  const { perspective, ...agent } = parseSeatSpec(text);
  if (perspective === undefined) return agent;
  throw new HallError('bad-input', `"${text}" names a perspective, which a seat has only from the start of a debate.`, {
    hint: `Leave "+${perspective}" out: the seat keeps the perspective that it has.`,
  });
}

/** The inverse of `parseSeatSpec`. */
export function formatSeatSpec(spec: AgentSpec & { readonly perspective?: string | undefined }): string {
  const model = spec.model === undefined ? '' : `:${spec.model}`;
  const effort = spec.effort === undefined ? '' : `#${spec.effort}`;
  const perspective = spec.perspective === undefined ? '' : `+${spec.perspective}`;
  return `${spec.agent}${model}${effort}${perspective}`;
}

function shortForm<Spec>(parse: (text: string) => Spec) {
  return z
    .string()
    .transform((text, context): Spec => {
      try {
        return parse(text);
      } catch (error) {
        if (!(error instanceof HallError)) throw error;
        context.addIssue({
          code: 'custom',
          message: `${error.message.replace('This ', '')} ${error.hint ?? ''}`.trim(),
        });
        return undefined as never;
      }
    })
    .describe(`Short form: ${SHAPE}.`);
}

/** What the short form of a seat says when it is wrong begins after "is". */
function parseStandIn(text: string): AgentSpec {
  const { perspective, ...agent } = parseSeatSpec(text);
  if (perspective === undefined) return agent;
  throw new HallError('bad-input', 'This is a stand-in, which takes over the perspective of its seat.', {
    hint: `Leave "+${perspective}" out.`,
  });
}

const seatError = { error: `must be text (${SHAPE}) or an object with "agent"` };

/** A seat in a configuration file: the short form or an object. */
export const seatSpecSchema = z.union(
  [
    shortForm(parseSeatSpec),
    z.strictObject({
      ...seatFields,
      standIn: z
        .union([shortForm(parseStandIn), agentSchema], seatError)
        .optional()
        .describe('Takes over when the agent keeps failing; the record says so.'),
    }),
  ],
  seatError,
);
