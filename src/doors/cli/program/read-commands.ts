// The commands that read and check debates.
import { type Command, Option } from 'commander';
import {
  addFilterOptions,
  addHallOptions,
  loadAction,
  parseHash,
  parseSequence,
  parseSpeed,
} from '../input/options.ts';

export function defineReading(program: Command): void {
  addFilterOptions(program.command('list').description('List debates, most recently changed first.'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Shows the 30 debates that changed last. Use --limit for more or fewer.

Example:
  debate-hall list --outcome decided --since 30d`,
    )
    .action(loadAction(() => import('../commands/read/list.ts')));

  addHallOptions(
    program.command('show').description('Show a debate: outcome, panel and transcript.').argument('<id>', 'the debate'),
  )
    .option('--summary', 'show only what it came to, how far it can be trusted and what it took')
    .option('--evidence', 'show what each seat looked up and what it cites')
    .option('--json', 'print the full record as JSON')
    .action(loadAction(() => import('../commands/read/show.ts')));

  addFilterOptions(
    program
      .command('search')
      .summary('Search topics, decisions and transcripts.')
      .description('Search topics, decisions and transcripts for lines that contain all the words.')
      .argument('<words...>', 'words to find, in any order and case'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  debate-hall search sqlite backup --since 2026-01-01')
    .action(loadAction(() => import('../commands/read/search.ts')));

  addHallOptions(
    program
      .command('stats')
      .summary('Show where time, tokens and money went.')
      .description(
        'Show where time, tokens and money went: by turn and seat for one debate, by agent for the whole hall.',
      )
      .argument('[id]', 'the debate (default: the whole hall)'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Figures that an agent does not report are shown as unknown, not as zero.
Monthly subscriptions report no per-call cost.

Examples:
  debate-hall stats
  debate-hall stats 2026-11-20-rewrite-backend
  debate-hall stats --json | jq '.agents[] | {agent, calls, usage}'`,
    )
    .action(loadAction(() => import('../commands/read/stats.ts')));

  addHallOptions(
    program
      .command('verify')
      .description('Check a ledger offline, from first byte to last.')
      .argument('[id]', 'the debate'),
  )
    .addOption(new Option('--all', 'check every debate in the hall').conflicts(['head', 'evidence']))
    .option('--head <hash>', 'hash you noted earlier that the chain must contain', parseHash)
    .option('--evidence', 'also read the sources again and compare every look and citation')
    .option('--signed', 'also require a signature by a known key')
    .option('--signers <file>', 'allowed-signers file of OpenSSH (default: the one git uses)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exits with 0 if the ledger verifies, and otherwise with 1, naming the first bad
event and field. Each line of the signers file is a person and a key:
ada@example.org ssh-ed25519 AAAA…

Examples:
  debate-hall verify --all
  debate-hall verify rust-rewrite --signed --signers team.signers`,
    )
    .action(loadAction(() => import('../commands/read/verify.ts')));
}

export function defineComparing(program: Command): void {
  addHallOptions(
    program
      .command('replay')
      .summary('Play a debate back and check every step.')
      .description(
        'Play a debate back, event by event, without calling a model. The rules read every answer again, and the ' +
          'replay stops at the first event that differs.',
      )
      .argument('<id>', 'the debate'),
  )
    .option('--until <seq>', 'stop after this event', parseSequence)
    .option('--speed <n>', 'play at this many times the original speed (default: without pauses)', parseSpeed)
    .option('--log', 'print one line per step instead of streaming')
    .option('-q, --quiet', 'print only the result of the replay')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Exits with 0 if every event is the same, and otherwise with 1.

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
