// `debate-hall pick`: names the next speaker of a mediated debate.
import { pick } from '../../operations/by-hand.ts';
import { type ActingFlags, actByHand } from '../by-hand-action.ts';

export async function run(threadId: string, seat: string, flags: ActingFlags): Promise<void> {
  await actByHand(flags, async (hall, { author }) => pick(hall, { threadId, seat, author }));
}
