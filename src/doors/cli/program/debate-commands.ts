// The commands that run debates: run, check, resume, watch.
import { type Command, Option } from 'commander';
import {
  addGateOption,
  addHallOptions,
  addLimitOptions,
  addQuestionOptions,
  addReadingOptions,
  addSeatOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  foldHelp,
  formatDocs,
  loadAction,
  parseSequence,
  parseWhole,
  withProject,
} from '../input/options.ts';

/** What most people use of the commands that ask agents. */
const COMMON = [
  ...['--file', '--context', '--read', '--options', '--recipe', '--format', '--agents', '--rehearse'],
  ...['--max-usd', '--report', '--quiet', '--dry-run'],
];

/** What was decided before. */
function withRecall(command: Command): Command {
  return command.option('--recall', 'give the seats past decisions that resemble the question');
}

/** What may follow a debate. */
function withFollowUps(command: Command): Command {
  return command
    .optionsGroup('Afterwards:')
    .option('--escalate', 'if nothing is settled, run a larger debate (see docs/questions.md)')
    .option('--escalate-seat <seat=agent>', 'agent for a seat of the last step (repeatable)', collect);
}

function withComparison(command: Command): Command {
  return command.option('--compare <n>', 'then ask for n blind answers of the same agents, and compare', parseWhole);
}

function withSeats(command: Command): Command {
  return addSeatOptions(command.optionsGroup('Seats:'));
}

export function defineRun(program: Command): void {
  const run = program
    .command('run')
    .summary('Debate a topic with the agents on this machine.')
    .description('Run a debate, show it live, print the decision and keep the record.')
    .argument('[topic]', 'the question to decide (default: --file or standard input)')
    .optionsGroup('Input:')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'material: file, folder, glob, address, "-" or git:RANGE (repeatable)', collect)
    .option('--allow-secrets', 'allow a topic or context that looks like a secret');
  addTagOption(
    withRecall(addReadingOptions(run)).option('--id <name>', 'ID for the new debate (default: from date and topic)'),
  )
    .addOption(
      new Option('--batch <file>', 'run one debate per line of a JSONL file').conflicts([
        'file',
        'id',
        'dryRun',
        'events',
        'escalate',
        'compare',
        'html',
        'report',
      ]),
    )
    .option('-j, --jobs <n>', 'debates to run at once with --batch', parseWhole, 2)
    .addOption(
      new Option('--queue', 'leave the run to the workers of a shared hall').conflicts([
        'batch',
        'dryRun',
        'events',
        'escalate',
        'compare',
        'html',
        'report',
      ]),
    )
    .optionsGroup('Rules:')
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'rounds before the decision', parseWhole)
    .option('--vote', 'have Wind and Wall vote on the decision')
    .option('--no-vote', 'decide without a vote')
    .option('--mediated', 'let a mediator pick each speaker (wind-wall-door)')
    .option('--strict', 'reject turns that break the cognition rules (wind-wall-door)')
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  addGateOption(addQuestionOptions(run.optionsGroup('Question:')));
  withComparison(withFollowUps(run));
  withSeats(run)
    .option('--agents <agents>', 'agents of the debating seats, in order: claude,codex:gpt-5.5#high')
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence);
  addLimitOptions(run)
    .option('--max-turns <n>', 'maximum number of turns', parseWhole)
    .option('--max-rounds <n>', 'maximum number of rounds', parseWhole);
  addViewOptions(run).option('--dry-run', 'show seats, calls and sizes without calling a model');
  foldHelp(withProject(run), COMMON)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall run "Should we rewrite our backend in Rust?"
  debate-hall run --rehearse "Should we rewrite our backend in Rust?"
  debate-hall run --options "Rust,Go,neither" "Which language for the new service?" --compare 3
  debate-hall run "Should we rewrite our backend in Rust?" --gate challenge --escalate
  debate-hall run "Should we split the engine package?" --read .
  debate-hall run -f question.md --context src/ --rounds 3 --wall codex --door claude:opus
  debate-hall run --format panel --agents claude,codex,gemini+operator "Should we move to Postgres?"
  debate-hall run --tag backend --tag cost "Should we rewrite our backend in Rust?"
  debate-hall run --queue "Should we rewrite our backend in Rust?"
  git diff main | debate-hall run "Is this change safe to ship?" --context - --json > verdict.json
${exitCodes()}
${formatDocs()}`,
    )
    .action(loadAction(() => import('../commands/debate/run.ts')));
}

export function defineCheck(program: Command): void {
  const check = program
    .command('check')
    .summary('Ask several agents independently and compare.')
    .description(
      'Ask several agents the same question independently and compare the answers. ' +
        'Exits with 0 if all are the same and with 6 if not.',
    )
    .argument('[question]', 'the question (default: --file or standard input)')
    .optionsGroup('Input:')
    .option('-f, --file <file>', 'read the question from a file ("-": standard input)')
    .option('-c, --context <source>', 'material: file, folder, glob, address, "-" or git:RANGE (repeatable)', collect)
    .option('--allow-secrets', 'allow a topic or context that looks like a secret');
  addTagOption(withRecall(addReadingOptions(check)).option('--id <name>', 'ID for the new check'));
  addQuestionOptions(check.optionsGroup('Question:'));
  check
    .optionsGroup('Seats:')
    .option('--seats <n>', 'number of answers, 2 to 7 (default: 3)', parseWhole)
    .option('--agents <agents>', 'who answers, separated by commas: claude,codex:gpt-5.5#high')
    .option('--seat <seat=agent>', 'agent for a seat, such as seat-2=claude:opus (repeatable)', collect)
    .option('--preset <preset>', 'preset to start from')
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence);
  withFollowUps(check);
  addViewOptions(addLimitOptions(check)).option('--dry-run', 'show seats, calls and sizes without calling a model');
  foldHelp(withProject(check), [...COMMON, '--seats'])
    .addHelpText(
      'after',
      `
Examples:
  debate-hall check "Is it safe to drop the column users.legacy_id?" --context migrations/
  debate-hall check --options "Rust,Go,neither" --seats 5 "Which language for the new service?"
  debate-hall check --answer probability "How likely is it that we ship in May?"
  debate-hall check "Should we rewrite our backend in Rust?" --escalate
${exitCodes()}
${formatDocs('check.md')}`,
    )
    .action(loadAction(() => import('../commands/debate/check.ts')));
}

export function defineResume(program: Command): void {
  const resume = program
    .command('resume')
    .summary('Resume a debate where it left off.')
    .description(
      'Resume a debate where it left off. Nothing is asked twice. Seats and limits given here replace the recorded ones.',
    )
    .argument('<id>', 'the debate')
    .optionsGroup('Rules:')
    .option('--more <rounds>', 'add rounds, if the format allows it', parseWhole);
  withComparison(withFollowUps(resume));
  withSeats(resume).option('--retries <n>', 'retries per failed call', parseSequence);
  withProject(addViewOptions(addLimitOptions(resume)))
    .addHelpText(
      'after',
      `
Examples:
  debate-hall resume 2026-11-20-rewrite-backend --wall gemini
  debate-hall resume 2026-11-20-monorepo --more 2
${exitCodes()}`,
    )
    .action(loadAction(() => import('../commands/debate/resume.ts')));
}

export function defineWatch(program: Command): void {
  addHallOptions(
    program.command('watch').description('Follow a debate running in another process.').argument('<id>', 'the debate'),
  )
    .option('--events', 'print live events as JSON lines')
    .option('--log', 'print one line per step instead of streaming')
    .action(loadAction(() => import('../commands/debate/watch.ts')));
}
