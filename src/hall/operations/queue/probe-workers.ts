// Which agents can fill seats of a debate that workers run: those that a worker says it has.
import type { Probe } from '../../../agents/agent.ts';
import type { Hall } from '../hall.ts';

const missing = (agent: string): Probe => ({
  usable: false,
  notes: [],
  failure: { code: 'not-installed', message: `No worker of this hall has "${agent}" now.` },
});

/** Where no worker runs nobody can tell, and the debate waits for one. */
export async function probeWorkers(hall: Hall): Promise<(agent: string) => Probe> {
  const workers = await (await hall.queue()).workers();
  const present = new Set(workers.flatMap(({ agents }) => agents));
  return (agent) => (workers.length === 0 || present.has(agent) ? { usable: true, notes: [] } : missing(agent));
}
