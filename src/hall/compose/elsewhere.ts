// The agents of a hall whose runs other processes carry out: they can be named, and none is looked for or started here.
import type { Agent, Probe } from '../../agents/agent.ts';
import { HallError } from '../../domain/failures/errors.ts';
import type { RunQueue } from '../../platform/queues/queue.ts';
import { packageFile } from '../../support/package-root.ts';
import type { AgentDirectory } from '../operations/hall.ts';

/** Whether one is there is for the workers to say. */
const ON_WORKER: Probe = { usable: true, notes: ['It runs on a worker.'] };

function refuseRun(): never {
  throw new HallError('not-permitted', 'This server calls no agents itself.', {
    hint: 'Start a debate: a worker runs it.',
  });
}

function elsewhere({ obstacle: _, ...agent }: Agent): Agent {
  return { ...agent, probe: async () => ON_WORKER, plan: refuseRun, open: async () => refuseRun() };
}

export function agentsElsewhere(agents: AgentDirectory): AgentDirectory {
  return {
    ...agents,
    create: (spec) => {
      const agent = agents.create(spec);
      return agent && elsewhere(agent);
    },
  };
}

export function createNoWorkersError(): HallError {
  return new HallError('config-invalid', 'This server runs no debates itself, and its hall has no queue for workers.', {
    hint: `Keep the hall in Postgres, without "queue": {"kind": "inline"}, and start "debate-hall worker": see ${packageFile('docs/team-hall.md')}.`,
  });
}

async function refuseWork(): Promise<never> {
  throw createNoWorkersError();
}

/** Of a folder that is served: the queue of this process, which takes no run, so it never has one. */
export const takeNoRuns = (queue: RunQueue): RunQueue => ({
  ...queue,
  enqueue: refuseWork,
  work: refuseWork,
  setSchedule: refuseWork,
});
