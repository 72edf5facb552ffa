// The commands in which several agents work as equals: review and plan.
import { type Command, Option } from 'commander';
import {
  addLimitOptions,
  addReadingOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  foldHelp,
  formatDocs,
  loadAction,
  parseOnce,
  parseSequence,
  parseWhole,
  withProject,
} from '../input/options.ts';

const ONLY_AT_THE_START = {
  review: [
    ...['staged', 'range', 'path', 'context', 'agents', 'reviewers', 'recipe', 'preset', 'rounds', 'threshold'],
    ...['platform', 'option', 'read', 'explore', 'maxReads', 'id', 'tag', 'rehearse', 'dryRun', 'allowSecrets'],
  ],
  plan: [
    ...['file', 'context', 'agents', 'planners', 'mode', 'recipe', 'preset', 'rounds', 'threshold', 'option'],
    ...['read', 'maxReads', 'id', 'tag', 'rehearse', 'dryRun', 'allowSecrets'],
  ],
};

/** Without a value it stands for the repository of the change, which needs no name. */
const collectSources = (value: string, all: string[] | true = []) => [...(all === true ? [] : all), value];

function addSeatOptions(command: Command, role: 'reviewer' | 'planner'): Command {
  return command
    .optionsGroup('Seats:')
    .option('--agents <agents>', `${role}s, separated by commas: claude,codex:gpt-5.5#high`)
    .option(`--${role}s <n>`, `number of ${role}s (default: one per usable agent, up to 3)`, parseWhole)
    .option('--seat <seat=agent>', `agent for a seat, such as ${role}-2=claude:opus (repeatable)`, collect)
    .option('--rehearse', 'rehearse with built-in texts: no model, no cost')
    .option('--unchecked', 'also fill seats with versions of agents that were not checked')
    .option('--retries <n>', 'retries per failed call', parseSequence)
    .optionsGroup('Rules:');
}

const REVIEW = [
  ...['--staged', '--range', '--path', '--context', '--read', '--agents', '--rehearse', '--fail-on'],
  ...['--report', '--max-usd', '--json', '--dry-run', '--resume'],
];
const PLAN = [
  ...['--file', '--context', '--read', '--agents', '--rehearse', '--mode', '--rounds'],
  ...['--report', '--max-usd', '--json', '--dry-run', '--resume'],
];

export function defineReview(program: Command): void {
  const review = program
    .command('review')
    .summary('Have several agents review and cross-check a change.')
    .description(
      'Have several agents review a change independently, cross-check what the others found, and print one report. ' +
        'Without --staged or --range, the change is everything uncommitted, new files included.',
    )
    .argument('[question]', 'what to look for (default: is it ready to merge?)')
    .optionsGroup('Change:')
    .addOption(new Option('--staged', 'only staged changes').conflicts('range'))
    .option('--range <revisions>', 'A...B, A..B or a revision to compare with, such as main...HEAD')
    .option('--path <path>', 'limit to this path (may be in another repository)', parseOnce)
    .option(
      '-c, --context <source>',
      'background such as a spec: file, folder, glob, address or "-" (repeatable)',
      collect,
    )
    .option('--allow-secrets', 'allow text that looks like a secret')
    .option('--platform <platform>', 'flutter, android, ios, backend or general (default: detected)')
    .option('--read [source]', 'let reviewers read the repository, or only this source (repeatable)', collectSources)
    .option('--explore', 'the same as --read')
    .option('--max-reads <n>', 'looks per reviewer and turn (default: 40)', parseWhole)
    .option('--id <name>', 'ID for the new review');
  addTagOption(review).addOption(
    new Option('--resume <id>', 'resume a review that stopped').conflicts(ONLY_AT_THE_START.review),
  );
  addSeatOptions(review, 'reviewer')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'maximum rounds on disputed findings', parseSequence)
    .option('--threshold <percent>', 'stop once the overlap reaches this', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  addViewOptions(addLimitOptions(review))
    .option('--sarif <file>', 'the same as --report, as SARIF')
    .addOption(
      new Option('--annotations', 'print GitHub Actions annotations instead of the report').conflicts([
        'json',
        'events',
      ]),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 7 if a finding is at least this severe').choices([
        ...['P0', 'P1', 'P2'],
      ]),
    )
    .option('--dry-run', 'show seats, calls and sizes without calling a model');
  foldHelp(withProject(review), REVIEW)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall review
  debate-hall review --staged --agents claude,codex,gemini
  debate-hall review --range main...HEAD "Can this lose data?" --fail-on P1 --sarif review.sarif
  debate-hall review --rehearse --dry-run
${exitCodes({ findings: true })}

If several apply, the first of these counts: cancelled, not reviewed, findings,
limit, disagreement, degraded or incomplete.
${formatDocs('review.md')}`,
    )
    .action(loadAction(() => import('../commands/debate/review.ts')));
}

export function definePlan(program: Command): void {
  const plan = program
    .command('plan')
    .summary('Have several agents settle on one plan.')
    .description(
      'Have several agents draft plans, criticize each other, and settle on one plan of steps with phases and dependencies.',
    )
    .argument('[topic]', 'what to plan (default: --file or standard input)')
    .optionsGroup('Input:')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'material: file, folder, glob, address, "-" or git:RANGE (repeatable)', collect)
    .option('--allow-secrets', 'allow a topic or context that looks like a secret');
  addTagOption(addReadingOptions(plan).option('--id <name>', 'ID for the new plan')).addOption(
    new Option('--resume <id>', 'resume a plan that stopped').conflicts(ONLY_AT_THE_START.plan),
  );
  addSeatOptions(plan, 'planner')
    .addOption(
      new Option('--mode <name>', 'how the planners work together').choices([
        ...['adversarial', 'consensus', 'collaborative'],
      ]),
    )
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'maximum rounds of critique', parseWhole)
    .option('--threshold <percent>', 'stop once agreement reaches this', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  addViewOptions(addLimitOptions(plan)).option('--dry-run', 'show seats, calls and sizes without calling a model');
  foldHelp(withProject(plan), PLAN)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall plan "Move the sessions from memory to Redis"
  debate-hall plan -f task.md --context src/ --agents claude,codex --mode consensus
  debate-hall plan --rehearse "Move the sessions from memory to Redis"
${exitCodes()}
${formatDocs('plan.md')}`,
    )
    .action(loadAction(() => import('../commands/debate/plan.ts')));
}
