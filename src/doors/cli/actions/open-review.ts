// Opens the review that the flags ask for, or says that there is nothing to review.
import { defined } from '../../../domain/defined.ts';
import type { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { countMissed } from '../../../domain/left-out.ts';
import { planDebate } from '../../../hall/operations/debate/forecast/plan-debate.ts';
import { openDebate } from '../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../hall/operations/debate/opening/request.ts';
import type { FixSettings } from '../../../hall/operations/fixing/chain.ts';
import { pinnedReviewOpening } from '../../../hall/operations/fixing/open-fixing.ts';
import type { PullTarget } from '../../../hall/operations/fixing/propose-fix.ts';
import { reviewOpening } from '../../../hall/operations/review/review-diff.ts';
import { buildRequest, type DebateFlags } from '../input/settings-from-flags.ts';
import { MATERIAL } from '../input/topic-input.ts';
import { showPlan } from '../render/plan-view.ts';
import { coloursFor, printJson, printMessage, printResult } from '../terminal/io.ts';
import type { FixFlags } from './fix-settings.ts';
import type { OutputFile, OutputFlags } from './output-files.ts';
import type { ActionContext, HallFlags } from './run-action.ts';
import { openToRun } from './run-view.ts';
import type { ViewFlags } from './show-end.ts';
import { removeFile } from './write-export.ts';

export interface ReviewFlags extends HallFlags, Omit<DebateFlags, 'read'>, ViewFlags, OutputFlags, FixFlags {
  readonly staged?: boolean;
  readonly range?: string;
  readonly path?: string;
  readonly reviewers?: number;
  readonly threshold?: number;
  readonly platform?: string;
  /** `true` without a source. */
  readonly read?: string[] | true;
  readonly annotations?: boolean;
  readonly resume?: string;
  readonly dryRun?: boolean;
}

const HOW_TO_COVER =
  'List what needs no review in .debatehallignore, and commit that first; --allow-secrets allows what looks like a secret; "context.maxBytes" makes room.';

/** Opens the review, or looks at the plan of it only. */
export async function openReview(
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
export async function showNothing(
  { message }: HallError,
  files: readonly OutputFile[],
  { json, annotations, dryRun }: ReviewFlags & { readonly dryRun?: boolean },
): Promise<ExitCode> {
  if (dryRun !== true) for (const { file } of files) await removeFile(file);
  if (json === true) await printJson({ nothingToReview: message });
  else if (annotations === true) await printResult(`::notice title=Debate Hall::Nothing to review. ${message}`);
  else printMessage(`Nothing to review. ${message}`);
  return EXIT.ok;
}
