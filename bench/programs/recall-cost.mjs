// Milliseconds of CPU time that recalling past decisions takes in a fresh process, the first time and again, and what is found.
// Arguments: folder to work in, question, how many are wanted.
import { openHall, recallDecisions } from '../../dist/index.js';

const [cwd, topic, limit] = process.argv.slice(2);
const hall = await openHall({ cwd, home: cwd, env: {} });
async function ask() {
  const before = process.cpuUsage();
  const found = await recallDecisions(hall, { topic, limit: Number(limit), least: 0 });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, found: found.map(({ threadId }) => threadId) };
}
const first = await ask();
const again = await ask();
await hall.close();
process.stdout.write(JSON.stringify({ first: first.ms, again: again.ms, found: first.found }));
