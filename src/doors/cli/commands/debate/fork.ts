// `debate-hall fork`: holds a debate again with something changed; or shows what that would ask.
import { type Command, Option } from 'commander';
import { defined } from '../../../../domain/defined.ts';
import { type ForkInput, openFork, planFork } from '../../../../hall/operations/debate/related/fork-debate.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { type OutputFlags, outputFiles } from '../../actions/output-files.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { openToRun, runAndShow } from '../../actions/run-view.ts';
import type { ViewFlags } from '../../actions/show-end.ts';
import { namedValues } from '../../input/named-values.ts';
import {
  addLimitOptions,
  addSeatOptions,
  addViewOptions,
  collect,
  exitCodes,
  formatDocs,
  parseSequence,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { collectSettings, type LimitFlags, type SeatFlags, seatSpecs } from '../../input/settings-from-flags.ts';
import { showPlan } from '../../render/plan-view.ts';

interface ForkFlags extends HallFlags, SeatFlags, LimitFlags, ViewFlags, Pick<OutputFlags, 'html' | 'report'> {
  readonly at?: number;
  readonly id?: string;
  readonly order?: string;
  readonly rounds?: number;
  readonly option?: readonly string[];
  readonly judge?: string;
  readonly retries?: number;
  readonly dryRun?: boolean;
}

async function run(reference: string, flags: ForkFlags): Promise<void> {
  const { maxTokens, maxUsd, maxMinutes, retries, at, id, order, rounds, option = [], judge, seat = [] } = flags;
  const limits = defined({ maxTokens, maxUsd, maxMinutes, retries });
  await withHall(flags, collectSettings(limits), async (context) => {
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
    const { reading: read } = (await hall.engine.snapshot(input.threadId)).debate.opened;
    const files = await outputFiles(hall, undefined, { ...flags, read });
    const { threadId, probing } = await openToRun((probing) => openFork(hall, { ...input, probing }));
    return await runAndShow(context, flags, { threadId, probing }, { files });
  });
}

export function define(command: Command): void {
  command
    .description(
      'Open a new debate that copies the turns of another one and asks only what changes: the seats that get another ' +
        'agent, and everything after --at. Copied turns cost nothing. The record names the parent and what was copied.',
    )
    .argument('<id>', 'the debate to fork')
    .optionsGroup('Rules:')
    .option('--at <seq>', 'keep everything up to this event and ask what follows again', parseSequence)
    .option('--id <name>', 'ID for the fork (default: from date and topic)')
    .addOption(new Option('--order <order>', 'order of the speakers (wind-wall-door)').choices(['fixed', 'mediated']))
    .option('--rounds <n>', 'rounds before the decision', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  addSeatOptions(command.optionsGroup('Seats:'))
    .option('--judge <agent>', 'agent that judges (oxford)')
    .option('--retries <n>', 'retries per failed call', parseSequence);
  addViewOptions(addLimitOptions(command)).option(
    '--dry-run',
    'show what would be copied and asked without calling a model',
  );
  withProject(command)
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
