// Falls back to a prompt without a JSON Schema when the program or its service rejects the schema.
import { defined } from '../../domain/defined.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import type { AgentSession, Prompt, Reply, ReplyDetails } from '../agent.ts';
import { addTry } from '../usage.ts';

function withoutSchema({ step: { schema: _, ...step }, ...prompt }: Prompt): Prompt {
  return { ...prompt, step };
}

/** By the service, or by a program of a version that knows no schemas. */
const isRefused = ({ code }: Failure) => code === 'rejected' || code === 'unknown-option';

/** Both tries are one reply: whoever sums up what was spent sees no other. */
function withFirstTry({ durationMs, usage }: ReplyDetails, again: Reply): Reply {
  const { details } = again;
  const firstTextMs = details.firstTextMs === undefined ? undefined : durationMs + details.firstTextMs;
  const together = { durationMs: durationMs + details.durationMs, usage: addTry(usage, details.usage), firstTextMs };
  return { ...again, details: { ...details, ...defined(together) } };
}

/** Stops sending schemas once a question that was rejected with a schema was answered without one. */
export function withSchemaFallback(session: AgentSession): AgentSession {
  let isAccepted = true;
  return {
    ...session,
    async ask(prompt, options) {
      if (prompt.step.schema === undefined) return await session.ask(prompt, options);
      if (!isAccepted) return await session.ask(withoutSchema(prompt), options);
      const reply = await session.ask(prompt, options);
      if (reply.status === 'answered' || !isRefused(reply.failure) || options.signal.aborted) return reply;
      const again = withFirstTry(reply.details, await session.ask(withoutSchema(prompt), options));
      if (again.status === 'failed') return again;
      isAccepted = false;
      const note = `it was asked without the answer schema, which was refused (${reply.failure.message})`;
      return { ...again, details: { ...again.details, notes: [...again.details.notes, note] } };
    },
  };
}
