// `debate-hall say`: takes the turn of a seat.
import { defined } from '../../../../domain/defined.ts';
import { say } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { type ActingFlags, actManually, readWords } from '../../actions/manual-action.ts';
import { namedValues } from '../../input/named-values.ts';

interface SayFlags extends ActingFlags {
  readonly seat: string;
  readonly cognition?: string;
  readonly vote?: string;
  readonly data?: readonly string[];
  readonly key?: string;
  readonly seatKey?: string;
}

export async function run(reference: string, text: string | undefined, flags: SayFlags): Promise<void> {
  const { seat, cognition, vote, data, key, seatKey } = flags;
  await actManually(reference, flags, async (hall, { threadId, author, readInput }) =>
    say(hall, {
      threadId,
      seat,
      author,
      content: await readWords(text, readInput, `the turn of ${seat}`),
      data: {
        ...namedValues('--data', data ?? []),
        ...defined({ cognition }),
        ...(vote === undefined ? {} : { vote: vote.toLowerCase() }),
      },
      ...defined({ key, seatKey }),
    }),
  );
}
