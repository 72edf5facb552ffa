// `debate-hall pick`: names the next speaker of a mediated debate.
import { pick } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { type ActingFlags, actManually } from '../../actions/manual-action.ts';

export async function run(reference: string, seat: string, flags: ActingFlags): Promise<void> {
  await actManually(reference, flags, async (hall, { threadId, author }) => pick(hall, { threadId, seat, author }));
}
