// Which agents can fill seats of a debate that workers run: those that a worker says it has.
import type { Probe } from '../../agents/agent.ts';
import type { Hall } from '../hall.ts';

const missing = (agent: string): Probe => ({
  usable: false,
  notes: [],
  failure: { code: 'not-installed', message: `No worker of this hall has "${agent}" now.` },
});

export async function probeWorkers(hall: Hall): Promise<(agent: string) => Probe> {
  const present = new Set((await (await hall.queue()).workers()).flatMap(({ agents }) => agents));
  return (agent) => (present.has(agent) ? { usable: true, notes: [] } : missing(agent));
}
