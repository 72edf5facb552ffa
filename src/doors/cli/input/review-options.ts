// The options of `debate-hall review`, and what its actions get of them.
import type { Command } from '@commander-js/extra-typings';
import {
  addLimitOptions,
  addTagOption,
  addViewOptions,
  collect,
  type FlagsOf,
  foldHelp,
  Option,
  parseOnce,
  parseSequence,
  parseWhole,
  withProject,
} from './options.ts';
import { addPanelOptions } from './run-options.ts';

/** What a review that is resumed has already. */
const ONLY_AT_THE_START = [
  ...['staged', 'range', 'path', 'context', 'agents', 'reviewers', 'recipe', 'preset', 'rounds', 'threshold'],
  ...['platform', 'option', 'read', 'maxReads', 'id', 'tag', 'rehearse', 'dryRun', 'allowSecrets'],
];

/** Without a value it stands for the repository of the change, which needs no name. */
const collectSources = (value: string, all: string[] | true = []) => [...(all === true ? [] : all), value];

const SHOWN = [
  ...['--staged', '--range', '--path', '--context', '--read', '--agents', '--rehearse', '--fail-on'],
  ...['--report', '--max-usd', '--json', '--dry-run', '--resume'],
];

export function addReviewOptions(command: Command) {
  const change = command
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
      'background such as a spec: file, PDF, DOCX, picture, folder, glob, address or "-" (repeatable)',
      collect,
    )
    .option('--allow-secrets', 'allow text that looks like a secret')
    .option('--platform <platform>', 'flutter, android, ios, backend or general (default: detected)')
    .option('--read [source]', 'let reviewers read the repository, or only this source (repeatable)', collectSources)
    .option('--max-reads <n>', 'looks per reviewer and turn (default: 40)', parseWhole)
    .option('--id <name>', 'ID for the new review');
  const opening = addTagOption(change).addOption(
    new Option('--resume <id>', 'resume a review that stopped').conflicts(ONLY_AT_THE_START),
  );
  const seats = opening
    .optionsGroup('Seats:')
    .option('--agents <agents>', 'reviewers, separated by commas: claude,codex:gpt-5.5#high')
    .option('--reviewers <n>', 'number of reviewers (default: one per usable agent, up to 3)', parseWhole);
  const fixing = addPanelOptions(seats, 'reviewer')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'maximum rounds on disputed findings', parseSequence)
    .option('--threshold <percent>', 'stop once the overlap reaches this', parseWhole)
    .option('-o, --option <name=value>', 'format option (repeatable)', collect)
    .optionsGroup('Fixing:')
    .option('--fix', 'have an author fix or dispute the findings, and review again')
    .option('--author <agent>', 'who fixes: claude, codex:gpt-5.5#high, human …')
    .option('--fix-rounds <n>', 'maximum rounds of fixing (default: 3)', parseWhole)
    .option('--test <command>', 'run this on the branch after each round; reviewers get its output')
    .option('--test-minutes <n>', 'minutes after which the tests are ended (default: 10)', parseWhole)
    .option('--allow-host <host>', 'let the author and the tests reach this host, too (repeatable)', collect)
    .option('--pull-request [branch]', 'in the end, push the branch and open a pull request into this one on GitHub')
    .option('--yes', 'push without asking');
  const output = addViewOptions(addLimitOptions(fixing))
    .option('--sarif <file>', 'the same as --report, as SARIF')
    .addOption(
      new Option('--annotations', 'print GitHub Actions annotations instead of the report').conflicts([
        'json',
        'events',
      ]),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 7 if a finding is at least this severe').choices([
        'P0',
        'P1',
        'P2',
      ]),
    )
    .option('--dry-run', 'show seats, calls and sizes without calling a model');
  return foldHelp(withProject(output), SHOWN);
}

export type ReviewFlags = FlagsOf<typeof addReviewOptions>;
