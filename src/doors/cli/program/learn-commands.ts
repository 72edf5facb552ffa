// The commands for learning from decisions that were made before.
import type { Command } from 'commander';
import {
  addHallOptions,
  addLimitOptions,
  addViewOptions,
  collect,
  defineActing,
  exitCodes,
  loadAction,
  parseSequence,
  parseWhole,
  withProject,
} from '../input/options.ts';

export function defineHindsight(program: Command): void {
  defineActing(program, 'outcome', 'Record how a decision turned out.')
    .argument('<outcome>', 'right, wrong, mixed, or the answer that turned out to be right')
    .option('--note <text>', 'what happened')
    .addHelpText(
      'after',
      `
A later outcome corrects an earlier one; both stay in the ledger. A probability
takes yes or no: whether it happened.

Examples:
  debate-hall outcome rust-rewrite right --note "Latency fell by half."
  debate-hall outcome which-language Go`,
    )
    .action(loadAction(() => import('../commands/learn/outcome.ts')));

  addHallOptions(
    program
      .command('calibration')
      .summary('Compare confidence with what turned out.')
      .description(
        'Compare how sure seats were with what turned out: by agent, format, outcome and confidence, with Brier scores.',
      ),
  )
    .option('-F, --format <format>', 'only debates in this format')
    .option('--agent <agent>', 'only answers of this agent or person; rehearsals count only if named')
    .option('--since <time>', 'only outcomes recorded since: 2026-11-20, 12h, 7d or 2w')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Counts openings and ballots of debates whose outcome was recorded with "outcome".
A Brier score of 0 is perfect; saying 50% to everything gives 0.25. Below 20
answers there is too little data to say anything.

Examples:
  debate-hall calibration --since 90d
  debate-hall calibration --agent claude --json`,
    )
    .action(loadAction(() => import('../commands/learn/calibration.ts')));

  addHallOptions(
    program
      .command('recall')
      .summary('Find past decisions that resemble a question.')
      .description(
        'Find past decisions that resemble a question, even if it is worded differently. No model and no network is used.',
      )
      .argument('<question...>', 'the question'),
  )
    .option('--options <words>', 'its possible answers, separated by commas: "Rust,Go"')
    .option('--tag <tag>', 'only decisions with this tag (repeatable)', collect)
    .option('--limit <n>', 'maximum number of decisions (default: 10)', parseWhole)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall recall "Is it worth porting the server to Rust?"')
    .action(loadAction(() => import('../commands/learn/recall.ts')));

  const recheck = program
    .command('recheck')
    .summary("Debate a question again with today's material.")
    .description(
      "Debate a question again with today's material: same question, options, format and agents. " +
        'Exits with 8 if the answer changed.',
    )
    .argument('<id>', 'the debate')
    .option('--dry-run', 'show seats, calls and sizes without calling a model')
    .option('--last', 'show what the last recheck found; no new one')
    .optionsGroup('Seats:')
    .option('--seat <seat=agent>', 'agent for any seat (repeatable)', collect)
    .option('--retries <n>', 'retries per failed call', parseSequence);
  withProject(addViewOptions(addLimitOptions(recheck)))
    .addHelpText(
      'after',
      `
Files and git ranges are read again from the current folder. What was piped in
stays as it was.

Example:
  debate-hall recheck which-language || echo "Look at it again."
${exitCodes({ change: true })}`,
    )
    .action(loadAction(() => import('../commands/learn/recheck.ts')));
}
