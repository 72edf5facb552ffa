// `debate-hall open`: starts a debate with manual turns.
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { showDebate } from '../../../../hall/operations/records/read-debate.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { printUnclear } from '../../actions/run-view.ts';
import { type DebateFlags, optionsFrom, questionFrom, settingsFrom } from '../../input/settings-from-flags.ts';
import { MATERIAL, type TopicFlags, topicFrom } from '../../input/topic-input.ts';
import { printJson, printResult } from '../../terminal/io.ts';

type OpenFlags = HallFlags & DebateFlags & TopicFlags & { readonly id?: string };

export async function run(argument: string | undefined, flags: OpenFlags): Promise<void> {
  await withHall(flags, settingsFrom(flags), async ({ hall, signal, readInput }) => {
    const { threadId, debate } = await openDebate(hall, {
      topic: await topicFrom(argument, flags, readInput),
      ...questionFrom(flags),
      options: optionsFrom(flags),
      context: flags.context ?? [],
      ...defined({ read: flags.read, tags: flags.tag }),
      stdin: () => readInput(MATERIAL),
      seating: 'by-hand',
      signal,
      ...defined({ threadId: flags.id }),
    });
    printUnclear(debate.opened, {});
    if (flags.json === true) await printJson(await showDebate(hall, threadId));
    else await printResult(threadId);
    return EXIT.ok;
  });
}
