// `debate-hall say`: takes the turn of a seat.
import { say } from '../../operations/by-hand.ts';
import { type ActingFlags, actByHand, words } from '../by-hand-action.ts';

interface SayFlags extends ActingFlags {
  readonly seat: string;
  readonly cognition?: string;
  readonly vote?: string;
  readonly key?: string;
}

export async function run(threadId: string, text: string | undefined, flags: SayFlags): Promise<void> {
  const { seat, cognition, vote, key } = flags;
  await actByHand(flags, async (hall, author) =>
    say(hall, {
      threadId,
      seat,
      author,
      content: await words(text),
      data: {
        ...(cognition === undefined ? {} : { cognition }),
        ...(vote === undefined ? {} : { vote: vote.toLowerCase() }),
      },
      ...(key === undefined ? {} : { key }),
    }),
  );
}
