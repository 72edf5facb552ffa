// The commands that read, check and hand on debates.
import { type Command, Option } from 'commander';
import { hash, lazily, withFilter, withHall } from './input/options.ts';

export function defineReading(program: Command): void {
  withHall(
    program
      .command('show')
      .description('Show a debate: outcome, panel, and everything that was said.')
      .argument('<id>', 'the debate'),
  )
    .option('--json', 'print the whole record as JSON')
    .action(lazily(() => import('./commands/read/show.ts')));

  withHall(
    program
      .command('stats')
      .summary('Show where time, tokens and money went.')
      .description('Shows where time, tokens and money went: in a debate by turn and seat, in the whole hall by agent.')
      .argument('[id]', 'the debate; all of the hall when left out'),
  )
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
What an agent did not report is unknown, and never counted as nothing. A plan that is paid by the month has no cost per call.

Examples:
  debate-hall stats
  debate-hall stats 2026-11-20-rewrite-backend
  debate-hall stats --json | jq '.agents[] | {agent, calls, usage}'`,
    )
    .action(lazily(() => import('./commands/read/stats.ts')));

  withFilter(program.command('list').description('List the debates, the one that changed last first.'))
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
Shows the 30 debates that changed last; --limit asks for more or fewer.

Example:
  debate-hall list --outcome decided --since 30d`,
    )
    .action(lazily(() => import('./commands/read/list.ts')));

  withFilter(
    program
      .command('search')
      .summary('Search topics, decisions and everything that was said.')
      .description(
        'Searches topics, decisions and everything that was said, and shows the lines that hold all the words.',
      )
      .argument('<words...>', 'what to look for, in any order and case'),
  )
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  debate-hall search sqlite backup --since 2026-01-01')
    .action(lazily(() => import('./commands/read/search.ts')));

  withHall(
    program
      .command('verify')
      .description('Check a ledger from its first byte to its last, offline.')
      .argument('[id]', 'the debate'),
  )
    .addOption(new Option('--all', 'check every debate of the hall').conflicts('head'))
    .option('--head <hash>', 'a hash noted elsewhere that the chain must hold', hash)
    .option('--signed', 'also demand a signature by somebody whose key is known')
    .option('--signers <file>', "the keys that count, as OpenSSH lists allowed signers (default: your git's)")
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
Exits 0 when the ledger holds and 1 when it does not, naming the first bad event and field.
Each line of the signers file names a person and a key: ada@example.org ssh-ed25519 AAAA…

Examples:
  debate-hall verify --all
  debate-hall verify rust-rewrite --signed --signers team.signers`,
    )
    .action(lazily(() => import('./commands/read/verify.ts')));

  withHall(
    program
      .command('sign')
      .summary('Sign a ledger as it stands with your SSH key.')
      .description('Signs the head of a ledger with your SSH key and keeps the signature beside the record.')
      .argument('<id>', 'the debate'),
  )
    .option('--key <file>', 'private key, or public one that your SSH agent holds (default: the key git signs with)')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  debate-hall sign rust-rewrite --key ~/.ssh/id_ed25519')
    .action(lazily(() => import('./commands/share/sign.ts')));

  withHall(program.command('export').description('Write a debate as a document.').argument('<id>', 'the debate'))
    .option(
      '-F, --format <file-format>',
      'octave, markdown, json, sarif, github-annotations, octave-v1, python-json or debate-folder',
      'markdown',
    )
    .option('-o, --output <path>', 'a file in place of standard output; the folder of a debate-folder')
    .option('--force', 'replace what is there')
    .action(lazily(() => import('./commands/read/export.ts')));

  withHall(
    program
      .command('import')
      .summary('Bring in a debate of another program.')
      .description(
        'Brings in a ledger of the Python debate-hall-mcp or a debate folder of dialectic, checking every turn.',
      )
      .argument('<path>', '{thread_id}.json, or a folder with a debate.md'),
  )
    .option('--id <name>', 'another name for it')
    .option('--force', 'import it although it does not verify; it is kept as history, with the damage noted')
    .option('--json', 'print as JSON')
    .action(lazily(() => import('./commands/share/import.ts')));
}
