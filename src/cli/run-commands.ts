// The commands that run debates: run, resume, watch.
import { type Command, Option } from 'commander';
import {
  addHallOptions,
  addLimitOptions,
  addViewOptions,
  collect,
  exitCodes,
  loadAction,
  parseSequence,
  parseWhole,
} from './input/options.ts';

function withSeats(command: Command): Command {
  return command
    .option('--wind <agent>', 'who proposes: agent[:model][#effort]')
    .option('--wall <agent>', 'who tests')
    .option('--door <agent>', 'who decides')
    .option('--mediator <agent>', 'who picks the speakers of a mediated debate')
    .option('--seat <seat=agent>', 'who fills any other seat (repeat)', collect);
}

export function defineRunning(program: Command): void {
  const run = program
    .command('run')
    .summary('Debate a topic with the agents on this machine.')
    .description('Fills the seats, runs the debate, shows it live, prints the decision and keeps the record.')
    .argument('[topic]', 'the question; or give it with --file, or on standard input')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'file, folder, glob, "-" or git:RANGE as material (repeat)', collect)
    .option('--id <name>', 'name of the debate')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--rounds <n>', 'rounds before the decision', parseWhole)
    .option('--preset <preset>', 'start from a preset of the configuration')
    .option('-F, --format <format>', 'rules of the debate')
    .option('-o, --option <name=value>', 'an option of the format (repeat); see docs/formats', collect)
    .option('--mediated', 'the mediator picks each speaker (wind-wall-door)');
  withSeats(run)
    .option('--rehearse', 'fill the seats with the built-in rehearsal: no model, no cost')
    .option('--max-turns <n>', 'hard limit on turns', parseWhole)
    .option('--max-rounds <n>', 'hard limit on rounds', parseWhole)
    .option('--strict', 'refuse turns that break the cognition rules (wind-wall-door)')
    .option('--vote', 'Wind and Wall vote on the decision')
    .option('--no-vote', 'the decision of Wind, Wall and Door stands without a vote')
    .option('--allow-secrets', 'take context that looks like a secret')
    .option('--retries <n>', 'further tries of a failed call', parseSequence);
  addLimitOptions(run);
  addViewOptions(run)
    .option('--dry-run', 'show seats, calls and sizes; start nothing, spend nothing')
    .addOption(
      new Option('--batch <file>', 'run one debate for each line of a JSONL file').conflicts([
        'file',
        'id',
        'dryRun',
        'events',
      ]),
    )
    .option('-j, --jobs <n>', 'debates at the same time with --batch', parseWhole, 2)
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
  addHallOptions(run).action(loadAction(() => import('./commands/debate/run.ts')));

  const resume = program
    .command('resume')
    .summary('Go on with a debate where it stopped.')
    .description('Asks nothing twice. Seats and limits that are given here take the place of the recorded ones.')
    .argument('<id>', 'the debate')
    .option('--more <rounds>', 'go on for more rounds than it was opened for, where the format can', parseWhole)
    .option('--retries <n>', 'further tries of a failed call', parseSequence);
  addHallOptions(addViewOptions(addLimitOptions(withSeats(resume))))
    .addHelpText(
      'after',
      `
Examples:
  debate-hall resume 2026-11-20-rewrite-backend --wall gemini
  debate-hall resume 2026-11-20-monorepo --more 2
${exitCodes()}`,
    )
    .action(loadAction(() => import('./commands/debate/resume.ts')));

  addHallOptions(
    program.command('watch').description('Follow a debate that another process runs.').argument('<id>', 'the debate'),
  )
    .option('--events', 'print live events as JSON lines')
    .option('--log', 'one line for each step, no streaming')
    .action(loadAction(() => import('./commands/debate/watch.ts')));
}
