// The commands that open a debate of several equals: a review of a change, a plan.
import { type Command, Option } from 'commander';
import {
  addHallOptions,
  addLimitOptions,
  addViewOptions,
  collect,
  exitCodes,
  loadAction,
  parseOnce,
  parseSequence,
  parseWhole,
} from './input/options.ts';

const ONLY_AT_THE_START = {
  review: [
    ...['staged', 'range', 'path', 'context', 'agents', 'reviewers', 'recipe', 'preset', 'rounds', 'threshold'],
    ...['platform', 'option', 'explore', 'id', 'rehearse', 'dryRun', 'allowSecrets'],
  ],
  plan: [
    ...['file', 'context', 'agents', 'planners', 'mode', 'recipe', 'preset', 'rounds', 'threshold', 'option'],
    ...['id', 'rehearse', 'dryRun', 'allowSecrets'],
  ],
};

function defineReview(program: Command): void {
  const review = program
    .command('review')
    .summary('Have several agents review a change and each other.')
    .description(
      'Hands the change to several agents that do not see each other, has each judge what the others found, and prints one ' +
        'report. Without --staged or --range the change is everything that is not committed, new files included.',
    )
    .argument('[question]', 'what to look for; whether it can be merged unless told otherwise')
    .addOption(new Option('--staged', 'only what is staged').conflicts('range'))
    .option('--range <revisions>', 'A...B, A..B or one revision, such as main...HEAD')
    .option('--path <path>', 'only this file or folder; of another repository when it is in one', parseOnce)
    .option(
      '-c, --context <source>',
      'file, folder, glob or "-" that helps to judge it, such as a specification (repeat)',
      collect,
    )
    .option('--agents <agents>', 'who reviews, with commas: claude,codex:gpt-5.5#high')
    .option(
      '--reviewers <n>',
      'how many review; as many as agents are usable, 3 at most, unless told otherwise',
      parseWhole,
    )
    .option('--seat <seat=agent>', 'who fills a seat, such as reviewer-2=claude:opus (repeat)', collect)
    .option('--rehearse', 'fill the seats with the built-in rehearsal: no model, no cost')
    .option('--platform <platform>', 'flutter, android, ios, backend or general (default: detected)')
    .option('--explore', 'let reviewers read in a copy of the repository, where they can be held to it (claude)')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'start from a preset of the configuration')
    .option('--rounds <n>', 'rounds about what is disputed, at most', parseSequence)
    .option('--threshold <percent>', 'confidence from which no further round is held', parseWhole)
    .option('-o, --option <name=value>', 'an option of the format (repeat); see docs/formats/review.md', collect)
    .option('--id <name>', 'name of the review')
    .option('--allow-secrets', 'take what looks like a secret')
    .option('--retries <n>', 'further tries of a failed call', parseSequence)
    .addOption(
      new Option('--fail-on <severity>', 'exit with 7 when there is a finding as bad as this, or worse').choices([
        ...['P0', 'P1', 'P2'],
      ]),
    )
    .option('--report <file>', 'also write it here, by the ending: .md, .oct.md, .json, .sarif (repeat)', collect)
    .option('--sarif <file>', 'also write the findings here as SARIF')
    .addOption(
      new Option('--annotations', 'print workflow commands of GitHub Actions in place of the report').conflicts([
        'json',
        'events',
      ]),
    )
    .addOption(new Option('--resume <id>', 'go on with a review that stopped').conflicts(ONLY_AT_THE_START.review))
    .option('--dry-run', 'show seats, calls and sizes; start nothing, spend nothing');
  addHallOptions(addViewOptions(addLimitOptions(review)))
    .addHelpText(
      'after',
      `
Examples:
  debate-hall review
  debate-hall review --staged --agents claude,codex,gemini
  debate-hall review --range main...HEAD "Can this lose data?" --fail-on P1 --sarif review.sarif
  debate-hall review --rehearse --dry-run

The first of these that is so decides the exit code: cancelled, not reviewed, findings at or above --fail-on, a limit, a
degraded panel or a change that was not reviewed in whole.
${exitCodes({ findings: true })}`,
    )
    .action(loadAction(() => import('./commands/debate/review.ts')));
}

function definePlan(program: Command): void {
  const plan = program
    .command('plan')
    .summary('Have several agents plan something and settle on one plan.')
    .description(
      'Several agents plan, criticise each other, and settle on one plan of steps with phases and dependencies.',
    )
    .argument('[topic]', 'what is to be done; or give it with --file, or on standard input')
    .option('-f, --file <file>', 'read the topic from a file ("-": standard input)')
    .option('-c, --context <source>', 'file, folder, glob, "-" or git:RANGE as material (repeat)', collect)
    .option('--agents <agents>', 'who plans, with commas: claude,codex:gpt-5.5#high')
    .option(
      '--planners <n>',
      'how many plan; as many as agents are usable, 3 at most, unless told otherwise',
      parseWhole,
    )
    .option('--seat <seat=agent>', 'who fills a seat, such as planner-2=claude:opus (repeat)', collect)
    .option('--rehearse', 'fill the seats with the built-in rehearsal: no model, no cost')
    .addOption(
      new Option('--mode <name>', 'how the planners treat each other').choices([
        ...['adversarial', 'consensus', 'collaborative'],
      ]),
    )
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'start from a preset of the configuration')
    .option('--rounds <n>', 'rounds of critique, at most', parseWhole)
    .option('--threshold <percent>', 'agreement from which no further round is held', parseWhole)
    .option('-o, --option <name=value>', 'an option of the format (repeat); see docs/formats/plan.md', collect)
    .option('--id <name>', 'name of the plan')
    .option('--allow-secrets', 'take context that looks like a secret')
    .option('--retries <n>', 'further tries of a failed call', parseSequence)
    .option('--report <file>', 'also write it here, by the ending: .md, .oct.md, .json (repeat)', collect)
    .addOption(new Option('--resume <id>', 'go on with a plan that stopped').conflicts(ONLY_AT_THE_START.plan))
    .option('--dry-run', 'show seats, calls and sizes; start nothing, spend nothing');
  addHallOptions(addViewOptions(addLimitOptions(plan)))
    .addHelpText(
      'after',
      `
Examples:
  debate-hall plan "Move the sessions from memory to Redis"
  debate-hall plan -f task.md --context src/ --agents claude,codex --mode consensus
  debate-hall plan --rehearse "Move the sessions from memory to Redis"
${exitCodes()}`,
    )
    .action(loadAction(() => import('./commands/debate/plan.ts')));
}

export function defineCrossReview(program: Command): void {
  defineReview(program);
  definePlan(program);
}
