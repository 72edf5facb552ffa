// The life of a very long debate in one process: opens it, appends turns one by one, verifies it.
// Arguments: folder to work in, name of the debate, turns, characters of each, "plain" or "typographic".
import { openDebate, openHall, verifyDebate } from '../../dist/index.js';
import { ENDLESS, turn } from './turns.mjs';

const [cwd, threadId, turns, characters, letters] = process.argv.slice(2);
const hall = await openHall({ cwd, home: cwd, env: {} });
try {
  const { signal } = new AbortController();
  await openDebate(hall, { topic: 'Should we?', threadId, options: ENDLESS, seating: 'by-hand', signal });
  for (let number = 0; number < Number(turns); number += 1) {
    await hall.engine.dispatch(threadId, turn(number, Number(characters), letters));
  }
  const { ok } = await verifyDebate(hall, { threadId });
  if (!ok) throw new Error('The ledger does not verify.');
} finally {
  await hall.close();
}
