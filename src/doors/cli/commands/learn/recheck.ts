// `debate-hall recheck`: debates a question again with today's material, and says whether the answer changed.
import type { Command } from '@commander-js/extra-typings';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { OUTCOME_WORDS, wasStopped } from '../../../../domain/outcomes.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import {
  findLastRecheck,
  findOpenRecheck,
  type Recheck,
  readRecheck,
  recheckOpening,
} from '../../../../hall/operations/debate/related/recheck.ts';
import { getExitCode } from '../../../../hall/operations/debate/running/outcome-exit.ts';
import type { RunInput } from '../../../../hall/operations/debate/running/prepare-run.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { toRunEnd } from '../../../../runner/run-debate.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { runWithFurtherSteps, showPlans } from '../../actions/further-steps.ts';
import { type OutputFile, outputFiles, writeOutputs } from '../../actions/output-files.ts';
import { type ActionContext, withHall } from '../../actions/run-action.ts';
import { openToRun } from '../../actions/run-view.ts';
import {
  addLimitOptions,
  addViewOptions,
  collect,
  exitCodes,
  type FlagsOf,
  Option,
  parseSequence,
  withProject,
} from '../../input/options.ts';
import { collectSettings, readChanges, seatSpecs } from '../../input/settings-from-flags.ts';
import { SUMMARY_HANG } from '../../render/summary.ts';
import { type Colours, coloursFor, printJson, printMessage } from '../../terminal/io.ts';

const MATERIAL = [
  ['added', 'new'],
  ['gone', 'gone'],
  ['changed', 'changed'],
] as const satisfies readonly (readonly [keyof Recheck['material'], string])[];

function describe({ outcome, answer }: Recheck['before']): string {
  const title = outcome === null ? 'no outcome' : OUTCOME_WORDS[outcome].title.toLowerCase();
  return answer === null ? title : `${answer} (${title})`;
}

function describeChange({ before, now, changed }: Recheck, colours: Colours): string {
  const from = `${before.threadId}: ${describe(before)}; now: ${describe(now)}`;
  const stopped = [before, now].find(({ outcome }) => wasStopped(outcome));
  if (stopped !== undefined) return `nothing to compare, since ${stopped.threadId} was stopped; ${from}`;
  if (changed === null) return `answers in words, compare them yourself; ${from}`;
  if (changed) return colours.yellow(`the answer changed; ${from}`);
  const same = before.answer === now.answer ? 'the same answer' : 'an answer that counts as the same';
  return colours.green(`${same}; ${from}`);
}

/** What changed between a debate and its recheck. */
function recheckLines(recheck: Recheck, colours: Colours): string[] {
  const material = MATERIAL.flatMap(([key, word]) => {
    const sources = recheck.material[key];
    return sources.length === 0 ? [] : [`${word}: ${sources.join(', ')}`];
  });
  const rows = [
    ['Recheck', describeChange(recheck, colours)],
    ['Material', material.length === 0 ? 'as it was' : material.join('; ')],
  ] as const;
  return rows.map(([name, value]) => `${colours.dim(name.padEnd(SUMMARY_HANG.length))}${value}`);
}

function addOptions(command: Command) {
  const seats = command
    .argument('<id>', 'the debate')
    .option('--dry-run', 'show seats, calls and sizes without calling a model')
    .addOption(
      new Option('--last', 'show what the last recheck found; no new one').conflicts([
        ...['dryRun', 'seat', 'retries', 'maxTokens', 'maxUsd', 'maxMinutes'],
      ]),
    )
    .optionsGroup('Seats:')
    .option('--seat <seat=agent>', 'agent for any seat (repeatable)', collect)
    .option('--retries <n>', 'retries per failed call', parseSequence);
  return withProject(addViewOptions(addLimitOptions(seats)));
}

type RecheckFlags = FlagsOf<typeof addOptions>;

/** A run that did not end keeps its own code; else a changed answer comes first. */
function chooseExit(exit: ExitCode, recheck: Recheck | undefined): ExitCode {
  const isOver = exit === EXIT.ok || exit === EXIT.degraded || exit === EXIT.disagreement;
  return isOver && recheck?.changed === true ? EXIT.changed : exit;
}

async function runRecheck(
  context: ActionContext,
  flags: RecheckFlags,
  { of, ...input }: Pick<RunInput, 'threadId' | 'probing' | 'reseat' | 'limits'> & { readonly of: string },
  files: readonly OutputFile[],
): Promise<ExitCode> {
  // Which continues one that was stopped, and says in the end what it found.
  const own = { files, resumeCommand: `debate-hall recheck ${of}` };
  const exit = await runWithFurtherSteps(context, flags, input, undefined, own);
  const recheck = await readRecheck(context.hall, input.threadId);
  if (recheck !== undefined && flags.quiet !== true) printRecheck(recheck);
  return chooseExit(exit, recheck);
}

function printRecheck(recheck: Recheck): void {
  const lines = recheckLines(toPrintable(recheck), coloursFor(process.stderr));
  for (const line of lines) printMessage(line, SUMMARY_HANG);
}

/** What the last recheck came to, without another one. */
async function showLast(
  { hall }: ActionContext,
  flags: RecheckFlags,
  of: string,
  files: readonly OutputFile[],
): Promise<ExitCode> {
  const threadId = await findLastRecheck(hall, of);
  const snapshot = await hall.engine.snapshot(threadId);
  const reason = toRunEnd(snapshot.debate.status);
  const recheck = await readRecheck(hall, threadId);
  if (reason === undefined || recheck === undefined) {
    throw new HallError('not-active', `The last recheck, "${threadId}", is not over.`, {
      hint: (await hall.store.isRunning(threadId))
        ? `Follow it with "debate-hall watch ${threadId}".`
        : `Resume it with "debate-hall recheck ${of}".`,
    });
  }
  await writeOutputs(hall, threadId, files, { isLast: true });
  if (flags.json === true) await printJson(recheck);
  else printRecheck(recheck);
  return chooseExit(getExitCode(reason, toRecord(snapshot)), recheck);
}

async function run(reference: string, flags: RecheckFlags): Promise<void> {
  await withHall(flags, { settings: collectSettings(flags) }, async (context) => {
    const { hall, signal } = context;
    const of = await findDebate(hall, reference);
    const interrupted = flags.dryRun === true ? undefined : await findOpenRecheck(hall, of);
    const files = flags.dryRun === true ? [] : await outputFiles(hall, undefined, flags, interrupted);
    if (flags.last === true) return await showLast(context, flags, of, files);
    if (interrupted !== undefined) {
      return await runRecheck(context, flags, { threadId: interrupted, of, ...readChanges(flags) }, files);
    }
    const { input, gone } = await recheckOpening(hall, of, seatSpecs(flags));
    for (const seat of toPrintable(gone)) printMessage(`Not configured any more, so another agent is seated: ${seat}`);
    const opening = { ...input, signal };
    if (flags.dryRun === true) return await showPlans(hall, opening, flags);
    const { threadId, probing } = await openToRun(hall, files, (own) => openDebate(hall, { ...opening, ...own }));
    return await runRecheck(context, flags, { threadId, probing, of }, files);
  });
}

export function define(command: Command): void {
  addOptions(
    command.description(
      "Debate a question again with today's material: same question, options, format and agents. " +
        'Exits with 8 if the answer changed.',
    ),
  )
    .addHelpText(
      'after',
      `
Files and git ranges are read again from the current folder. What was piped in
stays as it was. Files to look things up in count as changed at another commit.

Example:
  debate-hall recheck which-language || echo "Look at it again."
${exitCodes({ 0: 'decided, with the same answer', 8: 'the answer changed' })}`,
    )
    .action(run);
}
