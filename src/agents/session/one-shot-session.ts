// A session whose questions know nothing of each other, such as calls that each start a program.
import type { AgentSession, Reply } from '../agent.ts';

/** Closing it cancels pending questions and waits for their ends. */
export function createOneShotSession(ask: AgentSession['ask']): AgentSession {
  const closing = new AbortController();
  const pending = new Set<Promise<Reply>>();
  return {
    ask(prompt, { signal, onText }) {
      const reply = ask(prompt, { signal: AbortSignal.any([signal, closing.signal]), onText });
      pending.add(reply);
      return reply.finally(() => pending.delete(reply));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(pending);
    },
  };
}
