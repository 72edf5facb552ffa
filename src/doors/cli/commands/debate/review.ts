// `debate-hall review`: several agents review a change and each other.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { countMissed } from '../../../../domain/left-out.ts';
import { renderWhole } from '../../../../exchange/exporters/exporter.ts';
import { planDebate } from '../../../../hall/operations/debate/forecast/plan-debate.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { type FixSettings, readChain } from '../../../../hall/operations/fixing/chain.ts';
import { pinnedReviewOpening } from '../../../../hall/operations/fixing/open-fixing.ts';
import type { PullTarget } from '../../../../hall/operations/fixing/propose-fix.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import { REVIEW_QUESTION, reviewOpening } from '../../../../hall/operations/review/review-diff.ts';
import { continueDebate } from '../../actions/continue-debate.ts';
import { checkAuthor, printFixPlan, readFixSettings, requireConsent } from '../../actions/fix-settings.ts';
import { type OutputFile, outputFiles } from '../../actions/output-files.ts';
import { readPullTarget } from '../../actions/propose-pull.ts';
import { type ActionContext, withHall } from '../../actions/run-action.ts';
import { resumeFixing, runFixing } from '../../actions/run-fixing.ts';
import { openToRun, runAndShow } from '../../actions/run-view.ts';
import type { EndView } from '../../actions/show-end.ts';
import { removeFile } from '../../actions/write-export.ts';
import { exitCodes, formatDocs } from '../../input/options.ts';
import { addReviewOptions, type ReviewFlags } from '../../input/review-options.ts';
import { buildRequest, collectSettings } from '../../input/settings-from-flags.ts';
import { MATERIAL } from '../../input/topic-input.ts';
import { showPlan } from '../../render/plan-view.ts';
import { coloursFor, printJson, printMessage, printResult } from '../../terminal/io.ts';

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

const HOW_TO_COVER =
  'List what needs no review in .debatehallignore, and commit that first; --allow-secrets allows what looks like a secret; "context.maxBytes" makes room.';

/** Opens the review, or looks at the plan of it only. */
async function openReview(
  { hall, signal, readInput }: ActionContext,
  question: string,
  flags: ReviewFlags,
  {
    settings,
    target,
    files,
  }: {
    readonly settings?: FixSettings | undefined;
    readonly target: PullTarget | undefined;
    readonly files: readonly OutputFile[];
  },
) {
  const { staged, range, path, reviewers, threshold, platform, read, ...others } = flags;
  const explore = read === undefined ? undefined : true;
  const sources = read === undefined || read === true ? {} : { read };
  const { rules, ...asked } = buildRequest(question, { ...others, ...sources });
  const ofReview = defined({ reviewers, confidenceThreshold: threshold, platform, explore });
  const opening = toOpenInput(
    { ...asked, rules: { ...ofReview, ...rules } },
    { stdin: () => readInput(MATERIAL), signal },
  );
  const reviewed = { ...opening, ...defined({ staged, range, path }) };
  const input = await (settings === undefined || flags.dryRun === true
    ? reviewOpening(hall, reviewed)
    : pinnedReviewOpening(hall, reviewed, settings));
  if (flags.dryRun === true) {
    const plan = await planDebate(hall, input);
    return { exitCode: await showPlan(plan, flags.json === true, defined({ pullRequest: target })) };
  }
  const { threadId, opened, probing } = await openToRun(hall, files, (own) => openDebate(hall, { ...input, ...own }));
  if (flags.quiet !== true && countMissed(opened.contextLeftOut) > 0)
    printMessage(`${coloursFor(process.stderr).cyan('next: ')} ${HOW_TO_COVER}`);
  return { threadId, probing };
}

/** A change that is empty holds nobody up; what an earlier review wrote must not pass for one of it. */
async function showNothing(
  { message }: HallError,
  files: readonly OutputFile[],
  { json, annotations, dryRun }: ReviewFlags,
): Promise<ExitCode> {
  if (dryRun !== true) for (const { file } of files) await removeFile(file);
  if (json === true) await printJson({ nothingToReview: message });
  else if (annotations === true) await printResult(`::notice title=Debate Hall::Nothing to review. ${message}`);
  else printMessage(`Nothing to review. ${message}`);
  return EXIT.ok;
}

async function run(question: string | undefined, flags: ReviewFlags): Promise<void> {
  refuseRange(question);
  if (flags.fix !== true && flags.resume === undefined) refuseFixFlags(flags);
  await withHall(flags, { settings: collectSettings(flags) }, async (context) => {
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
  addReviewOptions(command)
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
