// Writes to debates of its own in the configured hall, all at the same time, until its standard input ends. Says what was
// acknowledged: "ID NUMBER" in a line.
import { interject, openDebate, openHall } from '../../dist/index.js';

const { name, debates } = JSON.parse(process.argv[2]);
const { signal } = new AbortController();
const hall = await openHall();
let isWanted = true;
process.stdin.on('end', () => {
  isWanted = false;
});
process.stdin.resume();

async function write(threadId) {
  await openDebate(hall, { topic: 'Should we?', threadId, seating: 'by-hand', signal });
  process.stdout.write(`${threadId} 0\n`);
  for (let number = 1; isWanted; number += 1) {
    await interject(hall, { threadId, author: 'Ada', content: `note ${number}` });
    process.stdout.write(`${threadId} ${number}\n`);
  }
}

await Promise.all(Array.from({ length: debates }, (_, index) => write(`${name}-${index}`)));
await hall.close();
