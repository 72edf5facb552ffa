// What two debates look like at every door, to tell whether one shows what the other hides.
import type { Doors, Seen } from './doors.ts';

/** Without what belongs to this very debate or moment: its name, times, hashes, salts and the length of the ledger's lines. */
function withoutNoise(seen: Seen, threadId: string): Seen {
  const plain = (text: string) =>
    text
      .replaceAll(threadId, 'ID')
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replace(/\b[0-9a-f]{16,32}\b/g, 'DIGITS')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)/g, 'TIME')
      .replace(/"(?:runningMs|durationMs|RUNNING_MS)":\d+|RUNNING_MS::\d+|\d+(?:\.\d)? (?:ms|s)\b/g, 'SPAN');
  return Object.fromEntries(Object.entries(seen).map(([door, text]) => [door, plain(text)]));
}

/** The doors that show something else, with the place where they begin to. */
export function listDifferences(one: Seen, other: Seen): string[] {
  return Object.keys({ ...one, ...other }).flatMap((door) => {
    const [mine = '', theirs = ''] = [one[door], other[door]];
    if (mine === theirs) return [];
    const at = [...mine].findIndex((character, index) => character !== theirs[index]);
    return [`${door}: ${mine.slice(Math.max(0, at - 40), at + 40)} | ${theirs.slice(Math.max(0, at - 40), at + 40)}`];
  });
}

/** Everything that can be seen at the doors but lists of all debates, which hold the other one, too. */
export async function lookAtAll(doors: Doors, threadId: string): Promise<Seen> {
  const {
    list: _,
    debate_history: __,
    ...seen
  } = { ...(await doors.look(threadId)), ...(await doors.print(threadId)) };
  return withoutNoise(seen, threadId);
}
