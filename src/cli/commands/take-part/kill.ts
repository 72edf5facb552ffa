// `debate-hall kill`: the emergency stop.
import { kill } from '../../../operations/debate/by-hand.ts';
import { type ActingFlags, actByHand } from '../../actions/by-hand-action.ts';

export async function run(reference: string, reason: string, flags: ActingFlags): Promise<void> {
  await actByHand(reference, flags, async (hall, { threadId, author }) => kill(hall, { threadId, author, reason }), {
    forGood: true,
  });
}
