// `debate-hall fork`: holds a debate again with something changed; or shows what that would ask.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { type ForkInput, openFork, planFork } from '../../../../hall/operations/debate/related/fork-debate.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { outputFiles } from '../../actions/output-files.ts';
import { withHall } from '../../actions/run-action.ts';
import { openToRun, runAndShow } from '../../actions/run-view.ts';
import { namedValues } from '../../input/named-values.ts';
import {
  addLimitOptions,
  addSeatOptions,
  addViewOptions,
  collect,
  exitCodes,
  type FlagsOf,
  formatDocs,
  Option,
  parseSequence,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { collectSettings, seatSpecs } from '../../input/settings-from-flags.ts';
import { showPlan } from '../../render/plan-view.ts';

function addOptions(command: Command) {
  const rules = command
    .argument('<id>', 'the debate to fork')
    .optionsGroup('Rules:')
    .option('--at <seq>', 'keep everything up to this event and ask what follows again', parseSequence)
    .option('--id <name>', 'ID for the fork (default: from date and topic)')
    .addOption(new Option('--order <order>', 'order of the speakers (wind-wall-door)').choices(['fixed', 'mediated']))
    .option('--rounds <n>', 'rounds before the decision', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  const seats = addSeatOptions(rules.optionsGroup('Seats:'))
    .option('--judge <agent>', 'agent that judges (oxford)')
    .option('--retries <n>', 'retries per failed call', parseSequence);
  const output = addViewOptions(addLimitOptions(seats)).option(
    '--dry-run',
    'show what would be copied and asked without calling a model',
  );
  return withProject(output);
}

async function run(reference: string, flags: FlagsOf<typeof addOptions>): Promise<void> {
  const { maxTokens, maxUsd, maxMinutes, retries, at, id, order, rounds, option = [], judge, seat = [] } = flags;
  const limits = defined({ maxTokens, maxUsd, maxMinutes, retries });
  await withHall(flags, { settings: collectSettings(limits) }, async (context) => {
    const { hall, signal } = context;
    const judges = judge === undefined ? [] : [`judge=${judge}`];
    const input: ForkInput = {
      threadId: await findDebate(hall, reference),
      seats: seatSpecs({ ...flags, seat: [...judges, ...seat] }),
      options: { ...namedValues('--option', option), ...defined({ order, rounds }) },
      ...defined({ at, id }),
      signal,
    };
    if (flags.dryRun === true) return await showPlan(await planFork(hall, input), flags.json === true);
    const files = await outputFiles(hall, undefined, flags, id);
    const { threadId, probing } = await openToRun(hall, files, (own) => openFork(hall, { ...input, ...own }));
    return await runAndShow(context, flags, { threadId, probing }, { files });
  });
}

export function define(command: Command): void {
  addOptions(
    command.description(
      'Open a new debate that copies the turns of another one and asks only what changes: the seats that get another ' +
        'agent, and everything after --at. Copied turns cost nothing. The record names the parent and what was copied.',
    ),
  )
    .addHelpText(
      'after',
      `
Examples:
  debate-hall fork 2026-11-20-rewrite-backend --wall codex
  debate-hall fork 2026-11-20-rewrite-backend --at 7
  debate-hall fork 2026-11-20-motion --judge claude:opus --dry-run
  debate-hall fork 2026-11-20-rewrite-backend --at 7 -o consensus=true
${exitCodes()}
${formatDocs()}`,
    )
    .action(run);
}
