// `debate-hall github report`: one comment that says what a debate came to.
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { reportDebate } from '../../../../hall/operations/github/report.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { callFrom, type ThreadFlags, targetFrom } from '../../actions/github-action.ts';
import { withHall } from '../../actions/run-action.ts';
import { printJson, printResult } from '../../terminal/io.ts';

interface ReportFlags extends ThreadFlags {
  readonly link?: string;
  readonly commit?: string;
  readonly allowMissing?: boolean;
}

export async function run(reference: string, flags: ReportFlags): Promise<void> {
  await withHall(flags, [], async (context) => {
    const { link, commit, allowMissing } = flags;
    // What may be missing cannot be found by a part of its ID.
    const threadId = allowMissing === true ? reference : await findDebate(context.hall, reference);
    const done = await reportDebate(context.hall, {
      ...callFrom(threadId, flags, context),
      ...targetFrom(flags),
      ...defined({ link, commit, allowMissing }),
    });
    if (flags.json === true) await printJson(done);
    else await printResult(`${done.url}\n${done.change === 'none' ? 'unchanged' : done.change}`);
    return EXIT.ok;
  });
}
