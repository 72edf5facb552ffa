// `debate-hall open`: starts a debate with manual turns.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { showDebate } from '../../../../hall/operations/records/read-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printUnclear } from '../../actions/run-view.ts';
import { type DebateFlags, requestFrom, settingsFrom } from '../../input/settings-from-flags.ts';
import { MATERIAL, type TopicFlags, topicFrom } from '../../input/topic-input.ts';
import { printJson, printResult } from '../../terminal/io.ts';

type OpenFlags = HallFlags & DebateFlags & TopicFlags;

export async function run(argument: string | undefined, flags: OpenFlags): Promise<void> {
  await withHall(flags, settingsFrom(flags), async ({ hall, signal, readInput }) => {
    const request = requestFrom(await topicFrom(argument, flags, readInput), flags);
    const stdin = () => readInput(MATERIAL);
    const { threadId, debate } = await openDebate(hall, toOpenInput(request, { stdin, seating: 'by-hand', signal }));
    printUnclear(debate.opened, {});
    if (flags.json === true) await printJson(await showDebate(hall, threadId));
    else await printResult(threadId);
    return EXIT.ok;
  });
}
