// `debate-hall close`: ends a debate with a decision.
import { close } from '../../../operations/debate/by-hand.ts';
import { type ActingFlags, actByHand, words } from '../../actions/by-hand-action.ts';

export async function run(reference: string, synthesis: string | undefined, flags: ActingFlags): Promise<void> {
  await actByHand(reference, flags, async (hall, { threadId, author, readInput }) =>
    close(hall, {
      threadId,
      author,
      ...(synthesis === undefined ? {} : { synthesis: await words(synthesis, readInput, 'the decision') }),
    }),
  );
}
