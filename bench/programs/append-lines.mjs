// Appends lines to debates of a hall, as fast as they are taken, until its input ends.
// Arguments: folder to work in, name of the debates, how many at the same time, bytes of a line.
import { openDebate, openHall } from '../../dist/index.js';

const [cwd, name, debates, bytes] = process.argv.slice(2);
const line = `${JSON.stringify({ text: 'a'.repeat(Number(bytes) - 12) })}\n`;
const hall = await openHall({ cwd, home: cwd });
const { signal } = new AbortController();
let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
process.stdin.resume();

/** Nobody reads these ledgers, so what is added need not be events. */
async function append(threadId) {
  await openDebate(hall, { topic: 'Should we?', threadId, seating: 'by-hand', signal });
  let { cursor: after } = await hall.store.read(threadId);
  while (!isOver) ({ cursor: after } = await hall.store.append(threadId, { after, lines: line }));
}

await Promise.all(Array.from({ length: Number(debates) }, (_, index) => append(`${name}-${index}`)));
await hall.close();
