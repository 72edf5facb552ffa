// Every command with its arguments, options and examples. Actions are loaded only when they run, so that --version,
// --help and completion stay quick.
import { Argument, Command, Option } from 'commander';
import { packageVersion } from '../compose/version.ts';
import { defineServing } from '../mcp/program.ts';
import type { Shell } from './commands/completion.ts';
import { defineCrossReview } from './cross-review-commands.ts';
import {
  collect,
  exitCodes,
  hash,
  lazily,
  sequence,
  whole,
  withFilter,
  withHall,
  withLimits,
  withView,
} from './options.ts';
import { defineTrust } from './trust-commands.ts';
import { throwUsageErrors } from './usage-error.ts';

function withSeats(command: Command): Command {
  return command
    .option('--wind <agent>', 'who proposes: agent[:model][#effort]')
    .option('--wall <agent>', 'who tests')
    .option('--door <agent>', 'who decides')
    .option('--mediator <agent>', 'who picks the speakers of a mediated debate')
    .option('--seat <seat=agent>', 'who fills any other seat (repeat)', collect);
}

function defineRunning(program: Command): void {
  const run = program
    .command('run')
    .summary('Debate a topic with the agents on this machine.')
    .description('Fills the seats, runs the debate, shows it live, prints the decision and keeps the record.')
    .argument('[topic]', 'the question; or give it with --file, or on standard input')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'file, folder, glob, "-" or git:RANGE as material (repeat)', collect)
    .option('--id <name>', 'name of the debate')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--rounds <n>', 'rounds before the decision', whole)
    .option('--preset <preset>', 'start from a preset of the configuration')
    .option('-F, --format <format>', 'rules of the debate')
    .option('-o, --option <name=value>', 'an option of the format (repeat); see docs/formats', collect)
    .option('--mediated', 'the mediator picks each speaker (wind-wall-door)');
  withSeats(run)
    .option('--rehearse', 'fill the seats with the built-in rehearsal: no model, no cost')
    .option('--max-turns <n>', 'hard limit on turns', whole)
    .option('--max-rounds <n>', 'hard limit on rounds', whole)
    .option('--strict', 'refuse turns that break the cognition rules (wind-wall-door)')
    .option('--vote', 'Wind and Wall vote on the decision')
    .option('--no-vote', 'the decision of Wind, Wall and Door stands without a vote')
    .option('--allow-secrets', 'take context that looks like a secret')
    .option('--retries <n>', 'further tries of a failed call', sequence);
  withLimits(run);
  withView(run)
    .option('--dry-run', 'show seats, calls and sizes; start nothing, spend nothing')
    .addOption(
      new Option('--batch <file>', 'run one debate for each line of a JSONL file').conflicts([
        'file',
        'id',
        'dryRun',
        'events',
      ]),
    )
    .option('-j, --jobs <n>', 'debates at the same time with --batch', whole, 2)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall run "Should we rewrite our backend in Rust?"
  debate-hall run --rehearse "Should we rewrite our backend in Rust?"
  debate-hall run -f question.md --context src/ --rounds 3 --wall codex --door claude:opus
  git diff main | debate-hall run "Is this change safe to ship?" --context - --json > verdict.json
${exitCodes()}`,
    );
  withHall(run).action(lazily(() => import('./commands/run.ts')));

  const resume = program
    .command('resume')
    .summary('Go on with a debate where it stopped.')
    .description('Asks nothing twice. Seats and limits that are given here take the place of the recorded ones.')
    .argument('<id>', 'the debate')
    .option('--more <rounds>', 'go on for more rounds than it was opened for, where the format can', whole)
    .option('--retries <n>', 'further tries of a failed call', sequence);
  withHall(withView(withLimits(withSeats(resume))))
    .addHelpText(
      'after',
      `
Examples:
  debate-hall resume 2026-11-20-rewrite-backend --wall gemini
  debate-hall resume 2026-11-20-monorepo --more 2
${exitCodes()}`,
    )
    .action(lazily(() => import('./commands/resume.ts')));

  withHall(
    program.command('watch').description('Follow a debate that another process runs.').argument('<id>', 'the debate'),
  )
    .option('--events', 'print live events as JSON lines')
    .option('--log', 'one line for each step, no streaming')
    .action(lazily(() => import('./commands/watch.ts')));
}

function defineReading(program: Command): void {
  withHall(
    program
      .command('show')
      .description('Show a debate: outcome, panel, and everything that was said.')
      .argument('<id>', 'the debate'),
  )
    .option('--json', 'print the whole record as JSON')
    .action(lazily(() => import('./commands/show.ts')));

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
    .action(lazily(() => import('./commands/stats.ts')));

  withFilter(program.command('list').description('List the debates, the one that changed last first.'))
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExample:\n  debate-hall list --outcome decided --since 30d')
    .action(lazily(() => import('./commands/list.ts')));

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
    .action(lazily(() => import('./commands/search.ts')));

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
    .action(lazily(() => import('./commands/verify.ts')));

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
    .action(lazily(() => import('./commands/sign.ts')));

  withHall(program.command('export').description('Write a debate as a document.').argument('<id>', 'the debate'))
    .option(
      '-F, --format <file-format>',
      'octave, markdown, json, sarif, github-annotations, octave-v1, python-json or debate-folder',
      'markdown',
    )
    .option('-o, --output <path>', 'a file in place of standard output; the folder of a debate-folder')
    .option('--force', 'replace what is there')
    .action(lazily(() => import('./commands/export.ts')));

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
    .action(lazily(() => import('./commands/import.ts')));
}

function defineSetup(program: Command): void {
  withHall(
    program.command('agents').description('List the agents, which of them can be used, and what is known of them.'),
  )
    .option('--json', 'print as JSON')
    .action(lazily(() => import('./commands/agents.ts')));

  withHall(program.command('doctor').description('Check this machine: agents, configuration, hall.'))
    .option('--probe', 'also ask each usable agent one short question, which costs a few tokens')
    .option('--clean', 'remove copies of texts that killed writes left in the hall')
    .option('--json', 'print as JSON')
    .action(lazily(() => import('./commands/doctor.ts')));

  program
    .command('init')
    .description('Write a configuration file for this project, from the agents that are here.')
    .option('--force', 'replace a file that exists')
    .action(lazily(() => import('./commands/init.ts')));

  const config = program.command('config').description('Look at the configuration.');
  withHall(config.command('explain').description('Show what is not at its default, and where each value comes from.'))
    .option('--all', 'show the defaults too')
    .option('--json', 'print as JSON')
    .action(lazily(() => import('./commands/config-explain.ts')));

  defineTrust(program);

  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(debate-hall completion bash)     in ~/.bashrc
  source <(debate-hall completion zsh)      in ~/.zshrc, after compinit
  debate-hall completion fish | source      in ~/.config/fish/config.fish`,
    )
    .action(async (shell: string) => (await import('./commands/completion.ts')).run(shell as Shell));
}

function defineByHand(program: Command): void {
  const open = program
    .command('open')
    .description('Open a debate whose seats are taken by hand; prints its name.')
    .argument('[topic]', 'the question')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'file, folder, glob, "-" or git:RANGE as material (repeat)', collect)
    .option('--id <name>', 'name of the debate')
    .option('-r, --recipe <recipe>', 'plan the rounds and the vote as a recipe does')
    .option('-F, --format <format>', 'rules of the debate')
    .option('-o, --option <name=value>', 'an option of the format (repeat); see docs/formats', collect)
    .option('--mediated', 'speakers are picked (wind-wall-door)')
    .option('--strict', 'refuse turns that break the cognition rules (wind-wall-door)')
    .option('--max-turns <n>', 'hard limit on turns', whole)
    .option('--max-rounds <n>', 'hard limit on rounds', whole)
    .option('--allow-secrets', 'take context that looks like a secret')
    .option('--json', 'print as JSON');
  withHall(open).action(lazily(() => import('./commands/open.ts')));

  const acting = (name: string, description: string) =>
    withHall(program.command(name).description(description).argument('<id>', 'the debate'))
      .option('--author <name>', 'who acts, for the record (default: GIT_AUTHOR_NAME or your login name)')
      .option('--json', 'print as JSON');

  acting('say', 'Take the turn of a seat.')
    .argument('[text]', 'what the seat says; without it, standard input')
    .requiredOption('--seat <seat>', 'the seat')
    .option('--cognition <cognition>', 'PATHOS, ETHOS or LOGOS: hold the turn to its rules')
    .addOption(new Option('--vote <vote>', 'when the seat is asked to vote').choices(['approve', 'reject']))
    .option('--data <name=value>', "what the format's rules are told outright (repeat); see docs/formats", collect)
    .option('--key <key>', 'idempotency key: the same turn under the same key is recorded once')
    .option('--seat-key <key>', 'what taking the seat gave, for a seat that is held')
    .addHelpText(
      'after',
      '\nExample:\n  debate-hall say rust-rewrite --seat wind "What if we rewrote only the hot path?"',
    )
    .action(lazily(() => import('./commands/say.ts')));
  acting('pick', 'Pick the next speaker of a mediated debate.')
    .argument('<seat>', 'wind, wall, door or close')
    .action(lazily(() => import('./commands/pick.ts')));
  acting('interject', 'Say something from outside the seats; every later speaker sees it.')
    .argument('[text]', 'the words; without them, standard input')
    .option('--source <address>', 'where it comes from')
    .option('--key <key>', 'idempotency key')
    .action(lazily(() => import('./commands/interject.ts')));
  acting('close', 'Close a debate with a decision.')
    .argument('[synthesis]', 'the decision; "-": standard input; left out when the debate has run its course')
    .action(lazily(() => import('./commands/close.ts')));
  acting('kill', 'End a debate at once, whoever runs it.')
    .argument('<reason>', 'why')
    .action(lazily(() => import('./commands/kill.ts')));
  acting('redact', 'Remove text for good; the chain still verifies.')
    .requiredOption('--event <seq>', 'the event, as "show" numbers it', sequence)
    .option('--field <pointer>', 'only this text of the event, such as /content (repeat)', collect)
    .requiredOption('--reason <text>', 'why, for the record')
    .action(lazily(() => import('./commands/redact.ts')));
  withHall(program.command('delete'))
    .description('Delete a debate for good: its ledger and its record.')
    .argument('<id>', 'the debate')
    .option('--yes', 'do not ask')
    .option('--json', 'print as JSON')
    .action(lazily(() => import('./commands/delete.ts')));
}

function defineGitHub(program: Command): void {
  const github = program
    .command('github')
    .summary('Show a debate to your team, take their words in, propose the decision.')
    .description('Connects a debate to a discussion or an issue, and its decision to a decision record.');
  const acting = (name: string, description: string) =>
    withHall(github.command(name).description(description).argument('<id>', 'the debate'))
      .option('--repo <owner/name>', 'the repository; that of the linked thread unless told otherwise')
      .option('--max-wait <seconds>', 'longest time to wait for rate limits in all', sequence, 60)
      .option('--json', 'print as JSON');
  const toThread = (command: Command) =>
    command
      .addOption(new Option('--discussion <thread>', 'number or node id of a discussion').conflicts('issue'))
      .option('--issue <number>', 'number of an issue');

  toThread(acting('sync', 'Post each turn and the outcome as a comment, each exactly once.'))
    .addHelpText(
      'after',
      `
The debate is linked to the thread by the first sync; later ones need no --repo and no thread.

Examples:
  debate-hall github sync rust-rewrite --repo acme/shop --discussion 12
  debate-hall github sync rust-rewrite`,
    )
    .action(lazily(() => import('./commands/github-sync.ts')));
  toThread(acting('comments', 'List the comments of the thread, with those that are part of the debate.'))
    .addHelpText('after', '\nExample:\n  debate-hall github comments rust-rewrite')
    .action(lazily(() => import('./commands/github-comments.ts')));
  acting('ratify', 'Propose the decision of a closed debate as a decision record in a pull request.')
    .option('--number <n>', 'number of the record; the next free one unless told otherwise', whole)
    .option('--path <folder>', 'folder of the records in the repository: docs/adr/ unless told otherwise')
    .option('--target <thread>', 'discussion or issue to refer to; the linked one unless told otherwise')
    .addHelpText('after', '\nExample:\n  debate-hall github ratify rust-rewrite --repo acme/shop')
    .action(lazily(() => import('./commands/github-ratify.ts')));
  toThread(acting('interject', 'Bring a comment of the thread into the debate; every later speaker sees it.'))
    .requiredOption('--comment <address>', 'address of the comment, or the number at its end')
    .addHelpText(
      'after',
      `
Examples:
  debate-hall github interject rust-rewrite --comment 2291834
  debate-hall github interject rust-rewrite --comment https://github.com/acme/shop/issues/12#issuecomment-2291834`,
    )
    .action(lazily(() => import('./commands/github-interject.ts')));
}

function defineServer(program: Command): void {
  const mcp = program
    .command('mcp')
    .summary('Serve debates to assistants over MCP.')
    .description('Serves debates over the Model Context Protocol on standard input and output.');
  defineServing(mcp);
  mcp
    .command('install')
    .description('Write the entry that makes a client start this server; what is there stays as it is.')
    .option('--client <client>', 'claude, codex, gemini, vscode or cursor (default: all that are found)')
    .option('--print', 'print the entry and write nothing')
    .addHelpText(
      'after',
      `
The options of "mcp" go into the entry:
  debate-hall mcp install --read-only --toolsets core,review --hall ~/debates`,
    )
    // Commander gives options that "mcp" has as well to "mcp".
    .action((_flags, command: Command) =>
      lazily(() => import('./commands/mcp-install.ts'))(command.optsWithGlobals(), command),
    );
}

export function createProgram(): Command {
  const program = new Command('debate-hall')
    .description('Agent CLIs debate a decision under finite rules and leave a record that nobody can quietly change.')
    .version(packageVersion())
    .showSuggestionAfterError(false)
    // Whoever runs the program reports errors; see usage-error.ts.
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', '\nStart with:\n  debate-hall run --rehearse "Should we rewrite our backend in Rust?"');
  defineRunning(program);
  defineCrossReview(program);
  defineReading(program);
  defineByHand(program);
  defineGitHub(program);
  defineSetup(program);
  defineServer(program);
  throwUsageErrors(program);
  return program;
}
