// An agent whose questions wait until the limits of its provider allow another call.
import type { Permit } from '../platform/permits/permits.ts';
import type { Agent, AgentSession, Reply } from './agent.ts';

const failed = (code: 'cancelled' | 'unreachable', message: string): Reply => ({
  status: 'failed',
  failure: { code, message },
  details: { durationMs: 0, notes: [] },
});

/** `acquire` gives no permit when its signal is aborted first. */
export function withPermits(agent: Agent, acquire: (signal: AbortSignal) => Promise<Permit | undefined>): Agent {
  const limit = (session: AgentSession): AgentSession => ({
    ...session,
    async ask(prompt, options) {
      const permit = await acquire(options.signal);
      if (permit === undefined) return failed('cancelled', 'It was stopped before it was asked.');
      try {
        const signal = AbortSignal.any([options.signal, permit.lost]);
        const reply = await session.ask(prompt, { ...options, signal });
        const isLost = permit.lost.aborted && reply.status === 'failed' && !options.signal.aborted;
        return isLost ? failed('unreachable', 'The permit for the call was lost, as the database stayed away.') : reply;
      } finally {
        await permit.release();
      }
    },
  });
  return { ...agent, open: async (seat, options) => limit(await agent.open(seat, options)) };
}
