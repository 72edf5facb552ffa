// `debate-hall github interject`: a comment from GitHub as words that every later speaker sees, or as the turn of a seat.
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { interjectFromGitHub } from '../../../../hall/operations/github/interject.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { callFrom, type ThreadFlags, targetFrom } from '../../actions/github-action.ts';
import { withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

interface InterjectFlags extends ThreadFlags {
  readonly comment: string;
  readonly seat?: string;
}

export async function run(reference: string, flags: InterjectFlags): Promise<void> {
  await withHall(flags, [], async (context) => {
    const done = await interjectFromGitHub(context.hall, {
      ...callFrom(await findDebate(context.hall, reference), flags, context),
      ...targetFrom(flags),
      commentId: flags.comment,
      ...defined({ seat: flags.seat }),
    });
    if (flags.json === true) await printJson(done);
    else {
      const what = done.status === 'added' ? 'added' : 'was already recorded; nothing was added';
      const kind = flags.seat === undefined ? 'interjection' : 'turn';
      await printResult(`#${done.event} ${kind} of ${toPrintable([done.author])[0]} ${what}`);
    }
    return EXIT.ok;
  });
}
