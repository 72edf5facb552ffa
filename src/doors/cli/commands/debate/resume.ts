// `debate-hall resume`: resumes a debate where it left off.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import type { ExitCode } from '../../../../domain/failures/exit-codes.ts';
import {
  getRunOutput,
  listStepsAfterClose,
  type RunOutput,
} from '../../../../hall/operations/debate/running/run-output.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { runWithFurtherSteps } from '../../actions/further-steps.ts';
import { type OutputFile, outputFiles } from '../../actions/output-files.ts';
import { withHall } from '../../actions/run-action.ts';
import { showEnd } from '../../actions/show-end.ts';
import {
  addLimitOptions,
  addSeatOptions,
  addViewOptions,
  exitCodes,
  type FlagsOf,
  parseSequence,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { withComparison, withFollowUps } from '../../input/run-options.ts';
import { collectSettings, readChanges } from '../../input/settings-from-flags.ts';
import { coloursFor, printMessage } from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

function addOptions(command: Command) {
  const rules = command
    .argument('<id>', 'the debate')
    .optionsGroup('Rules:')
    .option('--more <rounds>', 'add rounds to an Oxford debate, even a closed one', parseWhole);
  const seats = addSeatOptions(withComparison(withFollowUps(rules)).optionsGroup('Seats:')).option(
    '--retries <n>',
    'retries per failed call',
    parseSequence,
  );
  return withProject(addViewOptions(addLimitOptions(seats)));
}

type ResumeFlags = FlagsOf<typeof addOptions>;

/** The end of a debate that is over, and what can still be done with it. */
async function showClosed(
  hall: Hall,
  end: RunOutput,
  flags: ResumeFlags,
  files: readonly OutputFile[],
): Promise<ExitCode> {
  const exit = await showEnd(hall, end, flags, { files });
  const steps = listStepsAfterClose(end.snapshot).join(', or ');
  if (flags.quiet !== true && steps !== '')
    printMessage(`${coloursFor(process.stderr).cyan('next: ')} The debate is closed; ${steps}.`);
  return exit;
}

async function run(reference: string, flags: ResumeFlags): Promise<void> {
  const { retries, escalate, escalateSeat } = flags;
  const settings = collectSettings(defined({ retries, escalate, escalateSeat }));
  await withHall(flags, { settings }, async (context) => {
    const threadId = await findDebate(context.hall, reference);
    const files = await outputFiles(context.hall, undefined, flags, threadId);
    const more = flags.more === undefined ? {} : { more: { rounds: flags.more, by: personName() } };
    const changes = { ...readChanges(flags), ...more };
    const hasFurtherSteps = escalate === true || flags.compare !== undefined;
    const isUnchanged = Object.keys(changes).length === 0;
    const end = isUnchanged && !hasFurtherSteps ? await getRunOutput(context.hall, threadId) : undefined;
    if (end !== undefined) return await showClosed(context.hall, end, flags, files);
    return await runWithFurtherSteps(context, flags, { threadId, ...changes }, undefined, { files });
  });
}

export function define(command: Command): void {
  addOptions(
    command.description(
      'Resume a debate where it left off. Nothing is asked twice. Seats and limits given here replace the recorded ones.',
    ),
  )
    .addHelpText(
      'after',
      `
Examples:
  debate-hall resume 2026-11-20-rewrite-backend --wall gemini
  debate-hall resume 2026-11-20-motion --more 2
${exitCodes()}`,
    )
    .action(run);
}
