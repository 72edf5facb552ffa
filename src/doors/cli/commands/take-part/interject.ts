// `debate-hall interject`: words from outside the seats.
import { defined } from '../../../../domain/defined.ts';
import { interject } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { type ActingFlags, actManually, readWords } from '../../actions/manual-action.ts';

interface InterjectFlags extends ActingFlags {
  readonly source?: string;
  readonly key?: string;
}

export async function run(reference: string, text: string | undefined, flags: InterjectFlags): Promise<void> {
  const { source, key } = flags;
  await actManually(reference, flags, async (hall, { threadId, author, readInput }) =>
    interject(hall, {
      threadId,
      author,
      content: await readWords(text, readInput, 'the interjection'),
      ...defined({ source, key }),
    }),
  );
}
