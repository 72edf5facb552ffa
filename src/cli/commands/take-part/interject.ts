// `debate-hall interject`: words from outside the seats.
import { defined } from '../../../domain/defined.ts';
import { interject } from '../../../operations/debate/by-hand.ts';
import { type ActingFlags, actByHand, words } from '../../actions/by-hand-action.ts';

interface InterjectFlags extends ActingFlags {
  readonly source?: string;
  readonly key?: string;
}

export async function run(reference: string, text: string | undefined, flags: InterjectFlags): Promise<void> {
  const { source, key } = flags;
  await actByHand(reference, flags, async (hall, { threadId, author, readInput }) =>
    interject(hall, {
      threadId,
      author,
      content: await words(text, readInput, 'the interjection'),
      ...defined({ source, key }),
    }),
  );
}
