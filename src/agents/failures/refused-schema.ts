// A schema that the program or its service refuses must not cost a seat its answer: then words alone ask for the same.
import type { AgentSession, Prompt } from '../agent.ts';

function inWordsAlone({ step: { schema: _, ...step }, ...prompt }: Prompt): Prompt {
  return { ...prompt, step };
}

/** Goes on without schemas as soon as a question is answered that was rejected with one. */
export function withoutRefusedSchema(session: AgentSession): AgentSession {
  let takes = true;
  return {
    ...session,
    async ask(prompt, options) {
      if (prompt.step.schema === undefined) return await session.ask(prompt, options);
      if (!takes) return await session.ask(inWordsAlone(prompt), options);
      const reply = await session.ask(prompt, options);
      if (reply.status === 'answered' || reply.failure.code !== 'rejected' || options.signal.aborted) return reply;
      const again = await session.ask(inWordsAlone(prompt), options);
      if (again.status === 'failed') return again;
      takes = false;
      const note = `it was asked without the answer schema, which was refused (${reply.failure.message})`;
      return { ...again, details: { ...again.details, notes: [...again.details.notes, note] } };
    },
  };
}
