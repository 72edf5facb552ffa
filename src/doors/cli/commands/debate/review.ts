// `debate-hall review`: several agents review a change and each other.
import type { Command } from '@commander-js/extra-typings';
import { HallError } from '../../../../domain/failures/errors.ts';
import { renderWhole } from '../../../../exchange/exporters/exporter.ts';
import { readChain } from '../../../../hall/operations/fixing/chain.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { REVIEW_QUESTION } from '../../../../hall/operations/review/review-diff.ts';
import { continueDebate } from '../../actions/continue-debate.ts';
import { checkAuthor, printFixPlan, readFixSettings, requireConsent } from '../../actions/fix-settings.ts';
import { openReview, type ReviewFlags, showNothing } from '../../actions/open-review.ts';
import { outputFiles } from '../../actions/output-files.ts';
import { readPullTarget } from '../../actions/propose-pull.ts';
import { withHall } from '../../actions/run-action.ts';
import { resumeFixing, runFixing } from '../../actions/run-fixing.ts';
import { runAndShow } from '../../actions/run-view.ts';
import type { EndView } from '../../actions/show-end.ts';
import {
  addLimitOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  foldHelp,
  formatDocs,
  Option,
  parseOnce,
  parseSequence,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { addPanelOptions } from '../../input/run-options.ts';
import { collectSettings } from '../../input/settings-from-flags.ts';

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

/** What says how to fix means nothing where nothing is fixed. Throws `usage`. */
function refuseFixFlags(flags: ReviewFlags): void {
  const given = (['author', 'fixRounds', 'test', 'testMinutes', 'allowHost', 'pullRequest', 'yes'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (given === undefined) return;
  const flag = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new HallError('usage', `"--${flag}" says how findings are fixed, and nothing is fixed without "--fix".`, {
    hint: 'Add --fix, or leave it out.',
  });
}

/** A chain of reviews and fixes ends with what became of the findings of all of them. Throws `usage`. */
function refuseAnnotations({ annotations }: ReviewFlags): void {
  if (annotations !== true) return;
  throw new HallError('usage', '"--annotations" prints the findings of one review, and these are fixed.', {
    hint: 'Leave it out. "debate-hall export" has the annotations of each review.',
  });
}

/** Whether an author has begun to answer this review. */
async function isFixing(hall: Hall, reference: string): Promise<boolean> {
  const threadId = await findDebate(hall, reference);
  const { debate } = await hall.engine.snapshot(threadId);
  if (debate.opened.format !== 'review' && debate.opened.format !== 'fix') return false;
  return (await readChain(hall, threadId)).length > 1;
}

/** Taken for a question, a range would have another change reviewed than the one that was meant. */
function refuseRange(question: string | undefined): void {
  if (question === undefined || !/^[\w./~^@{}-]+?\.\.\.?[\w./~^@{}-]*\w[}^~]*$/.test(question)) return;
  throw new HallError('bad-input', `"${question}" is a range of revisions, not a question.`, {
    hint: `Review it with: debate-hall review --range ${question}`,
  });
}

async function run(question: string | undefined, flags: ReviewFlags): Promise<void> {
  refuseRange(question);
  if (flags.fix !== true && flags.resume === undefined) refuseFixFlags(flags);
  await withHall(flags, collectSettings(flags), async (context) => {
    const { hall } = context;
    const files = await outputFiles(hall, 'review', flags, flags.id ?? flags.resume);
    const annotations = flags.annotations === true ? await hall.exporter('github-annotations') : undefined;
    const shown: EndView = {
      ...(annotations === undefined ? {} : { text: (record) => renderWhole(annotations, record) }),
      files,
      failOn: flags.failOn,
      resumeOptions: [
        ...(flags.failOn === undefined ? [] : [`--fail-on ${flags.failOn}`]),
        ...(annotations === undefined ? [] : ['--annotations']),
      ],
    };
    const isFixed = flags.fix === true || (flags.resume !== undefined && (await isFixing(hall, flags.resume)));
    if (isFixed) refuseAnnotations(flags);
    if (flags.resume !== undefined && isFixed) {
      return await resumeFixing(context, await findDebate(hall, flags.resume), flags, files);
    }
    if (flags.resume !== undefined) {
      refuseFixFlags(flags);
      return await continueDebate(
        context,
        { reference: flags.resume, format: 'review', topic: question },
        flags,
        shown,
      );
    }
    const settings = flags.fix === true ? readFixSettings(flags) : undefined;
    if (settings !== undefined) await checkAuthor(hall, settings);
    const target = settings === undefined ? undefined : await readPullTarget(context, flags);
    if (settings !== undefined && flags.dryRun === true) printFixPlan(settings, target);
    else if (settings !== undefined) await requireConsent(hall, settings, target, flags);
    const opened = await openReview(context, question ?? REVIEW_QUESTION, flags, { settings, target, files }).catch(
      async (error: unknown) => {
        if (!(error instanceof HallError) || error.code !== 'nothing-to-review') throw error;
        return { exitCode: await showNothing(error, files, flags) };
      },
    );
    if ('exitCode' in opened) return opened.exitCode;
    const { threadId, probing } = opened;
    if (settings !== undefined) return await runFixing(context, flags, { threadId, probing, settings, files, target });
    return await runAndShow(context, flags, { threadId, probing }, shown);
  });
}

export function define(command: Command): void {
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
  foldHelp(withProject(output), SHOWN)
    .addHelpText(
      'after',
      `
Examples:
  debate-hall review
  debate-hall review --staged --agents claude,codex,gemini
  debate-hall review --range main...HEAD "Can this lose data?" --fail-on P1 --sarif review.sarif
  debate-hall review --range main...HEAD --fix --author claude --test "npm test"
  debate-hall review --rehearse --dry-run
${exitCodes({ 0: 'reviewed', 6: 'findings stay disputed', 7: 'findings at or above --fail-on' })}

If several apply, the first of these counts: cancelled, not reviewed, findings,
limit, disagreement, degraded or incomplete.
${formatDocs('review.md')}`,
    )
    .action(run);
}
