// The commands that ask what would have come out otherwise: fork, replay, compare.
import { type Command, Option } from 'commander';
import {
  addHallOptions,
  addLimitOptions,
  addSeatOptions,
  addViewOptions,
  collect,
  exitCodes,
  formatDocs,
  loadAction,
  parseSequence,
  parseSpeed,
  parseWhole,
  withProject,
} from '../input/options.ts';

export function defineFork(program: Command): void {
  const fork = program
    .command('fork')
    .summary('Hold a debate again with something changed.')
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
  addSeatOptions(fork.optionsGroup('Seats:'))
    .option('--judge <agent>', 'agent that judges (oxford)')
    .option('--retries <n>', 'retries per failed call', parseSequence);
  addViewOptions(addLimitOptions(fork)).option(
    '--dry-run',
    'show what would be copied and asked without calling a model',
  );
  withProject(fork)
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
    .action(loadAction(() => import('../commands/debate/fork.ts')));
}

export function defineComparing(program: Command): void {
  addHallOptions(
    program
      .command('replay')
      .summary('Play a debate back and derive everything again.')
      .description(
        'Play a debate back, event by event, without calling a model. The rules read every answer again, and the ' +
          'replay stops at the first event that comes out otherwise.',
      )
      .argument('<id>', 'the debate'),
  )
    .option('--until <seq>', 'stop after this event', parseSequence)
    .option('--speed <n>', 'play at this many times the original speed (default: without pauses)', parseSpeed)
    .option('--log', 'print one line per step instead of streaming')
    .option('-q, --quiet', 'print only what the replay came to')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exits with 0 if everything comes out the same, and otherwise with 1.

Examples:
  debate-hall replay 2026-11-20-rewrite-backend
  debate-hall replay 2026-11-20-rewrite-backend --speed 20`,
    )
    .action(loadAction(() => import('../commands/read/replay.ts')));

  addHallOptions(
    program
      .command('compare')
      .summary('Show how two debates differ.')
      .description(
        'Show how two debates differ: seats, rules, answers, outcome, cost, and the first event that differs.',
      )
      .argument('<id>', 'the debate')
      .argument('<other>', 'the debate to compare it with'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
To compare a debate with blind answers of its agents, use run --compare.

Example:
  debate-hall compare 2026-11-20-rewrite-backend 2026-11-20-rewrite-backend-2`,
    )
    .action(loadAction(() => import('../commands/read/compare.ts')));
}
