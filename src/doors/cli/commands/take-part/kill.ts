// `debate-hall kill`: the emergency stop.
import { kill } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { type ActingFlags, actManually } from '../../actions/manual-action.ts';

export async function run(reference: string, reason: string, flags: ActingFlags): Promise<void> {
  await actManually(reference, flags, async (hall, { threadId, author }) => kill(hall, { threadId, author, reason }), {
    forGood: true,
  });
}
