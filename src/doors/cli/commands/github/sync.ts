// `debate-hall github sync`: a debate as comments in a discussion or an issue.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { syncDebate } from '../../../../hall/operations/github/sync.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { callFrom, type ThreadFlags, targetFrom } from '../../actions/github-action.ts';
import { withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

export async function run(reference: string, flags: ThreadFlags): Promise<void> {
  await withHall(flags, [], async (context) => {
    const done = await syncDebate(context.hall, {
      ...callFrom(await findDebate(context.hall, reference), flags, context),
      ...targetFrom(flags),
    });
    if (flags.json === true) {
      await printJson(done);
      return EXIT.ok;
    }
    const { syncedCount, adoptedCount, editedCount, comments, url } = done;
    const found = adoptedCount === 0 ? '' : `, ${adoptedCount} found there`;
    await printResult(`${url}\n${syncedCount} posted${found}, ${editedCount} redacted, ${comments.length} in all`);
    for (const warning of done.warnings) printMessage(`warning: ${warning}`);
    return EXIT.ok;
  });
}
