// Runs a debate and what surrounds it: past decisions before and after it, further steps while nothing is settled, blind answers to compare with.
import { defined } from '../../../domain/defined.ts';
import type { Limits } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { findOwnDebate } from '../../../domain/own-documents.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import {
  type LadderStep,
  openEscalation,
  planLadder,
  planLadderFrom,
} from '../../../hall/operations/debate/check/ladder.ts';
import { planDebate } from '../../../hall/operations/debate/forecast/plan-debate.ts';
import { openDebate } from '../../../hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../../hall/operations/debate/opening/open-input.ts';
import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import { getRunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findConflicts } from '../../../hall/operations/memory/conflicts.ts';
import { pastDecisionLine } from '../../../hall/operations/memory/describe-recalled.ts';
import { type RecalledDecision, recallDecisions, recallFor } from '../../../hall/operations/memory/recall.ts';
import { createNotSharedError } from '../../../platform/queues/queue.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import type { AddedBy } from '../input/options.ts';
import type { withComparison, withFollowUps } from '../input/run-options.ts';
import { describeStep, showPlan } from '../render/plan-view.ts';
import { SUMMARY_HANG } from '../render/summary.ts';
import { coloursFor, printMessage } from '../terminal/io.ts';
import { addToQueue } from './add-to-queue.ts';
import { compareWithVote, type Ended } from './compare-with-vote.ts';
import { listFileOptions, outputFiles } from './output-files.ts';
import type { ActionContext } from './run-action.ts';
import { beginNext, openToRun, printUnclear, runAndShow } from './run-view.ts';
import { type EndView, showEnd, type ViewFlags } from './show-end.ts';

/** Past decisions that a person reads beside a new question. */
const PAST_DECISIONS_SHOWN = 3;
/** Longest wait for their meaning: somebody waits for the debate, and `recall` takes more time. */
const MEANING_MS = 10_000;

/** Whether the seats get none of these decisions, neither as a document that somebody named nor to look up. */
async function areUnseen(hall: Hall, threadId: string, found: readonly RecalledDecision[]): Promise<boolean> {
  const { context, reading } = (await hall.engine.snapshot(threadId)).debate.opened;
  if (reading?.pins.some(({ kind }) => kind === 'decisions') === true) return false;
  const given = context.map(({ source, content }) => findOwnDebate(source, readSealed(content) ?? ''));
  return !found.some((decision) => given.includes(decision.threadId));
}

/** Before the first call, so that whoever asks again sees what was decided. Throws `cancelled`. */
async function printPastDecisions(
  hall: Hall,
  threadId: string,
  { quiet, recall }: ViewFlags & { readonly recall?: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (quiet === true) return;
  const meaning = { signal, notice: printMessage, limitMs: MEANING_MS };
  const found = await recallFor(hall, threadId, { limit: PAST_DECISIONS_SHOWN, meaning }).catch((error) => {
    if (!(error instanceof HallError) || error.code !== 'cancelled') throw error;
    throw new HallError('cancelled', `Cancelled before the first call; the debate "${threadId}" is open.`, {
      hint: `Resume it with "debate-hall resume ${threadId}".`,
      details: { threadId },
    });
  });
  if (found.length === 0) return;
  printMessage('Past decisions that resemble this question:');
  for (const decision of found) printMessage(`  ${pastDecisionLine(decision, hall.clock.now())}`, '    ');
  if (recall !== true && (await areUnseen(hall, threadId, found)))
    printMessage('The seats do not see them; pass --recall to show them to the seats.');
  printMessage('');
}

/** After a debate that is over. */
async function printConflicts(hall: Hall, threadId: string, { quiet }: ViewFlags): Promise<void> {
  if (quiet === true) return;
  for (const decision of await findConflicts(hall, threadId)) {
    const text = `contradicts ${pastDecisionLine(decision, hall.clock.now())}`;
    const { dim, yellow } = coloursFor(process.stderr);
    printMessage(`${dim('Conflict'.padEnd(SUMMARY_HANG.length))}${yellow(text)}`, SUMMARY_HANG);
  }
}

export type FurtherFlags = ViewFlags & AddedBy<typeof withFollowUps> & AddedBy<typeof withComparison>;

interface QuestionFlags extends FurtherFlags {
  readonly dryRun?: boolean;
  readonly queue?: boolean;
}

/** What is to follow once the debate is over, as options of the command that resumes it. */
const listFurtherOptions = ({ escalate, escalateSeat = [], compare }: FurtherFlags): string[] => [
  ...(escalate === true ? ['--escalate', ...escalateSeat.map((seat) => `--escalate-seat ${quoteArgument(seat)}`)] : []),
  ...(compare === undefined ? [] : [`--compare ${compare}`]),
];

type Input = Omit<RunInput, 'signal' | 'listen'>;

/** What `--dry-run` shows: one debate, and with --escalate what would follow it. */
export async function showPlans(
  hall: Hall,
  input: OpenInput,
  { json, escalate, compare }: FurtherFlags,
): Promise<ExitCode> {
  const plan = await planDebate(hall, input);
  const steps = escalate === true ? await planLadder(hall, input) : [];
  const earlier = await recallDecisions(hall, {
    topic: plan.topic,
    limit: PAST_DECISIONS_SHOWN,
    rehearsals: plan.seats.every(({ agent }) => agent.rehearsal === true),
    ...defined({ options: plan.question?.options, except: input.relation?.of }),
  });
  const more = defined({ blindAnswers: compare });
  return await showPlan(plan, json === true, { further: steps.slice(1), earlier, now: hall.clock.now(), ...more });
}

/** A debate that is over is only shown, so that a ladder that was stopped goes on where it stood. */
async function runOrShow(
  context: ActionContext,
  flags: FurtherFlags,
  input: Input,
  given: EndView,
  isFollowed: (exit: ExitCode) => boolean,
): Promise<ExitCode> {
  const { hall } = context;
  const own = { ...given, isFollowed, resumeOptions: listFurtherOptions(flags) };
  const end = Object.keys(input).length === 1 ? await getRunOutput(hall, input.threadId) : undefined;
  return end === undefined ? await runAndShow(context, flags, input, own) : await showEnd(hall, end, flags, own);
}

function announceSteps(steps: readonly LadderStep[], { quiet }: ViewFlags): void {
  if (quiet === true || steps.length < 2) return;
  const isCheck = steps[0]?.format === 'check';
  printMessage(
    `Steps, each only if the one before settles nothing${isCheck ? ', or a check has different answers' : ''}:`,
  );
  for (const [index, step] of steps.entries()) printMessage(`  ${index + 1}. ${describeStep(step)}`);
  printMessage('');
}

/** The first debate, and each further step that the one before makes necessary. */
async function runLadder(
  context: ActionContext,
  flags: FurtherFlags,
  first: Input,
  own: EndView,
  steps: readonly LadderStep[],
  given: Partial<Limits> | undefined,
): Promise<Ended> {
  const { hall, signal } = context;
  announceSteps(steps, flags);
  let input = first;
  let limits = given;
  for (let number = 1; ; number += 1) {
    const { threadId } = input;
    const following = steps[number];
    const isFollowed = (code: ExitCode) => following !== undefined && code === EXIT.disagreement;
    const exit = await runOrShow(context, flags, input, own, isFollowed);
    const next = isFollowed(exit)
      ? await beginNext(
          () => openEscalation(hall, { threadId, signal, ...defined({ limits }) }),
          [`debate-hall resume ${threadId}`, ...listFurtherOptions(flags), ...listFileOptions(own.files ?? [])].join(
            ' ',
          ),
        )
      : undefined;
    if (next === undefined || following === undefined) return { threadId, exit, limits };
    if (flags.quiet !== true) printMessage(`\nStep ${number + 1} of ${steps.length}: ${describeStep(following)}\n`);
    input = { threadId: next };
    limits = undefined;
  }
}

/**
 * The exit code is that of the last debate, and so are the files; a comparison changes nothing about what it came to. `steps`: of a ladder that was planned
 * before its first debate was opened.
 */
export async function runWithFurtherSteps(
  context: ActionContext,
  flags: FurtherFlags,
  input: Input,
  steps: readonly LadderStep[] | undefined,
  own: EndView,
): Promise<ExitCode> {
  const { limits, ...shown } = input;
  // Limits for a debate that is over and stays so are those of what follows it.
  const isFollowed = flags.escalate === true || flags.compare !== undefined;
  const isForLater = limits !== undefined && input.more === undefined && isFollowed;
  const { status } = (await context.hall.engine.snapshot(input.threadId)).debate;
  const isOver = status === 'closed' || status === 'force-closed';
  const [first, later] = isForLater && isOver ? [shown, limits] : [input, undefined];
  const ended =
    flags.escalate === true
      ? await runLadder(
          context,
          flags,
          first,
          own,
          steps ?? (await planLadderFrom(context.hall, input.threadId)),
          later,
        )
      : { threadId: input.threadId, exit: await runOrShow(context, flags, first, own, () => false), limits: later };
  await printConflicts(context.hall, ended.threadId, flags);
  await compareWithVote(context, flags, ended);
  return ended.exit;
}

/** Opens a debate about a question and runs it, here or on a worker; or shows what it would do. */
export async function runQuestion(
  context: ActionContext,
  flags: QuestionFlags,
  input: OpenInput,
): Promise<ExitCode | undefined> {
  const { hall, signal } = context;
  if (flags.dryRun === true) return await showPlans(hall, input, flags);
  // What is wrong with a later step is said before the first is opened.
  const steps = flags.escalate === true ? await planLadder(hall, input) : undefined;
  const files = await outputFiles(hall, undefined, flags, input.threadId);
  if (flags.queue === true && hall.runs !== 'on-workers') throw createNotSharedError();
  const { threadId, opened, probing } = await openToRun(hall, files, (own) => openDebate(hall, { ...input, ...own }));
  printUnclear(opened, flags);
  await printPastDecisions(hall, threadId, flags, signal);
  if (flags.queue === true) return await addToQueue(hall, { threadId }, flags);
  return await runWithFurtherSteps(context, flags, { threadId, probing }, steps, { files });
}
