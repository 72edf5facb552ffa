// The command that forks a debate.
import { type Command, Option } from 'commander';
import {
  addLimitOptions,
  addSeatOptions,
  addViewOptions,
  collect,
  exitCodes,
  formatDocs,
  loadAction,
  parseSequence,
  parseWhole,
  withProject,
} from '../input/options.ts';

export function defineFork(program: Command): void {
  const fork = program
    .command('fork')
    .summary('Run a debate again with something changed.')
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
