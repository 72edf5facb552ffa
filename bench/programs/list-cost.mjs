// Milliseconds of CPU time that listing takes in a fresh process, as JSON: the first time and again.
// Arguments: folder to work in, "list", "history" or "decided".
import { listDebates, openHall } from '../../dist/index.js';

/** As many as the command line shows, and whether there are more; a page of `debate_history`; a filter that none fits. */
const CALLS = {
  list: async (hall) => (await listDebates(hall, { limit: 31 })).length,
  history: async (hall) => (await hall.summaries.page({ from: 0, limit: 20 })).rows.length,
  filter: async (hall) => (await listDebates(hall, { outcome: 'agreed' })).length,
};

const [cwd, name] = process.argv.slice(2);
const hall = await openHall({ cwd, home: cwd, env: {} });
const costs = [];
for (let call = 0; call < 2; call += 1) {
  const before = process.cpuUsage();
  await CALLS[name](hall);
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / 1_000);
}
await hall.close();
process.stdout.write(JSON.stringify(costs));
