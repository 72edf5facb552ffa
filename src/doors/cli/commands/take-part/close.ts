// `debate-hall close`: ends a debate with a decision.
import { close } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { type ActingFlags, actManually, readWords } from '../../actions/manual-action.ts';

export async function run(reference: string, synthesis: string | undefined, flags: ActingFlags): Promise<void> {
  await actManually(reference, flags, async (hall, { threadId, author, readInput }) =>
    close(hall, {
      threadId,
      author,
      ...(synthesis === undefined ? {} : { synthesis: await readWords(synthesis, readInput, 'the decision') }),
    }),
  );
}
