// `debate-hall github ratify`: a decision as a decision record in a pull request.
import { defined } from '../../../../domain/defined.ts';
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { ratify } from '../../../../hall/operations/github/ratify.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { callFrom, type GitHubFlags } from '../../actions/github-action.ts';
import { withHall } from '../../actions/run-action.ts';
import { printJson, printMessage, printResult } from '../../terminal/io.ts';

interface RatifyFlags extends GitHubFlags {
  readonly number?: number;
  readonly path?: string;
  readonly target?: string;
}

export async function run(reference: string, flags: RatifyFlags): Promise<void> {
  await withHall(flags, [], async (context) => {
    const { repo, number, path, target } = flags;
    const done = await ratify(context.hall, {
      ...callFrom(await findDebate(context.hall, reference), flags, context),
      ...defined({ repo, adrNumber: number, adrPath: path, targetId: target }),
    });
    if (flags.json === true) await printJson(done);
    else {
      await printResult(`${done.pullUrl}\n${done.adrPath} on ${done.branch}: ${done.status}`);
      for (const warning of done.warnings) printMessage(`warning: ${warning}`);
    }
    return EXIT.ok;
  });
}
