// `debate-hall pick`: names the next speaker of a mediated debate.
import { pick } from '../../../operations/debate/by-hand.ts';
import { type ActingFlags, actByHand } from '../../actions/by-hand-action.ts';

export async function run(reference: string, seat: string, flags: ActingFlags): Promise<void> {
  await actByHand(reference, flags, async (hall, { threadId, author }) => pick(hall, { threadId, seat, author }));
}
