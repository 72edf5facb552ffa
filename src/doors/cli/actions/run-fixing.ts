// Runs a chain of reviews and fixes, one debate after the other, and prints what all of them came to.
import { defined } from '../../../domain/defined.ts';
import type { LeftOut, Limits } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../domain/failures/exit-codes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { writeFixCommand } from '../../../domain/words/resume-command.ts';
import { formatSeatSpec } from '../../../hall/config/seat-spec.ts';
import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import type { Probing } from '../../../hall/operations/debate/seats/probe-agents.ts';
import { type FixSettings, type Link, readAgreed, readChain } from '../../../hall/operations/fixing/chain.ts';
import { findNextDebate, type NextDebate } from '../../../hall/operations/fixing/next-debate.ts';
import type { ProposedPull, PullTarget } from '../../../hall/operations/fixing/propose-fix.ts';
import {
  describeFixing,
  exitCodeOfFixing,
  renderFixing,
  summarizeFixing,
} from '../../../hall/operations/fixing/summary.ts';
import { findWorkTree, readWork } from '../../../hall/operations/fixing/work-place.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { quoteArgument } from '../../../support/quote-argument.ts';
import type { ReviewFlags } from '../input/review-options.ts';
import { readChanges } from '../input/settings-from-flags.ts';
import { printJson, printMessage, printResult } from '../terminal/io.ts';
import { checkAuthor, readFixSettings, requireConsent } from './fix-settings.ts';
import { listFileOptions, type OutputFile } from './output-files.ts';
import { proposePull, readPullTarget } from './propose-pull.ts';
import type { ActionContext } from './run-action.ts';
import { beginNext, runAndShow } from './run-view.ts';
import { renderForPeople } from './show-end.ts';

export interface FixingInput {
  /** Any debate of the chain. */
  readonly threadId: string;
  readonly settings: FixSettings;
  readonly files: readonly OutputFile[];
  readonly probing?: Probing;
  /** Given at a resume: of the debate that is open, and else of the one that ended last with all that follow. */
  readonly limits?: Partial<Limits>;
  /** Given at a resume: of the review that is open. */
  readonly reseat?: RunInput['reseat'];
  /** Where the branch is proposed in the end. */
  readonly target: PullTarget | undefined;
}

const listOptions = ({ author, rounds, failOn, test, testMinutes, hosts = [] }: Partial<FixSettings>) => [
  ...(author === undefined ? [] : [`--author ${formatSeatSpec(author)}`]),
  ...[`--fix-rounds ${rounds}`, `--fail-on ${failOn}`],
  ...(test === undefined ? [] : [`--test ${quoteArgument(test)}`]),
  `--test-minutes ${testMinutes}`,
  hosts.map((host) => `--allow-host ${quoteArgument(host)}`).join(' '),
];

/** How the chain is resumed after a stop, with what no ledger of it has. */
function describeResume(
  chain: readonly Link[],
  { threadId, settings, files }: Pick<FixingInput, 'threadId' | 'settings' | 'files'>,
  { pullRequest }: ReviewFlags,
): string {
  const agreed = listOptions(readAgreed(chain));
  const more = listOptions(settings).filter((option) => !agreed.includes(option));
  const proposing = pullRequest === true ? ['--pull-request'] : [];
  const target = typeof pullRequest === 'string' ? [`--pull-request ${quoteArgument(pullRequest)}`] : proposing;
  return [writeFixCommand(threadId), ...more, ...target, ...listFileOptions(files)].join(' ');
}

async function announce(hall: Hall, link: Link, number: number): Promise<void> {
  const round = Math.ceil(number / 2);
  if (link.kind === 'review') return printMessage(`\nReview ${round} (${link.threadId})\n`);
  printMessage(`\nFix ${round} (${link.threadId})`);
  const options = readWork(link.snapshot);
  if (options !== undefined) {
    const { folder } = await findWorkTree(hall, options.work);
    printMessage(`Working tree ${folder}, branch ${options.work.branch}\n`);
  }
}

/** Prints the summary, whatever the debates were printed as, also where it cannot be proposed. */
async function finishFixing(
  context: ActionContext,
  flags: ReviewFlags,
  { settings, target }: FixingInput,
  ended: Extract<NextDebate, { kind: 'ended' }>,
  leftOut: readonly LeftOut[],
): Promise<ExitCode> {
  const summary = summarizeFixing(ended);
  const last = ended.chain.at(-1) ?? (ended.chain[0] as Link);
  const shown = toPrintable(summary);
  const print = async (pullRequest: ProposedPull | null) => {
    if (flags.json === true) await printJson({ ...summary, leftOut, pullRequest, review: last.record });
    else if (flags.events !== true)
      await printResult(await renderForPeople(renderFixing(shown, toPrintable(pullRequest))));
    // A terminal has just shown it.
    const isShown = process.stdout.isTTY && flags.json !== true && flags.events !== true;
    if (flags.quiet !== true && !isShown) printMessage(`\n${describeFixing(shown)}`);
  };
  const proposed = await proposePull(context, { summary, chain: ended.chain, target, flags }).catch(
    async (error: unknown) => {
      // A program gets one document: the error.
      if (flags.json !== true) await print(null);
      throw error;
    },
  );
  await print(proposed);
  if (proposed !== null) printMessage(`Pull request ${proposed.number}, ${proposed.status}: ${proposed.url}`);
  return exitCodeOfFixing(summary, last, settings.failOn);
}

const createEndedElsewhere = (threadId: string) =>
  new HallError('already-running', `Another process has just ended "${threadId}", and may continue the chain.`, {
    hint: `Run "${writeFixCommand(threadId)}" again where it does not.`,
  });

const isOver = ({ status }: Pick<DebateRecord, 'status'>) => status === 'closed' || status === 'force-closed';

export async function runFixing(context: ActionContext, flags: ReviewFlags, input: FixingInput): Promise<ExitCode> {
  const { hall, signal } = context;
  const { settings, files } = input;
  let { threadId, limits, reseat } = input;
  const tell = (sentence: string) => {
    if (flags.quiet !== true) printMessage(sentence);
  };
  const leftOut: LeftOut[] = [];
  // Also for who wants to see nothing but the result: it is in no other place.
  const leave = (each: LeftOut) => {
    leftOut.push(each);
    printMessage(`Not committed: ${each.source}: ${each.reason}.`);
  };
  for (;;) {
    const chain = await readChain(hall, threadId);
    const { debate } = (chain.at(-1) ?? chain[0]).snapshot;
    const given = defined({ limits });
    const [ofOpen, ofNext] = debate.status === 'open' ? [{ ...given, ...defined({ reseat }) }, {}] : [{}, given];
    // From here on their ledgers have them.
    [limits, reseat] = [undefined, undefined];
    const next = await beginNext(
      () => findNextDebate(hall, { threadId, settings, signal, tell, leave, ...ofNext }),
      describeResume(chain, input, flags),
    );
    if (next.kind === 'ended') return await finishFixing(context, flags, input, next, leftOut);
    ({ threadId } = next.link);
    if (flags.quiet !== true) await announce(hall, next.link, next.chain.length);
    const probing = next.chain.length === 1 ? input.probing : undefined;
    // What has stopped is all that there is to print.
    const [own, others] = next.link.kind === 'review' ? [files, []] : [[], files];
    const exit = await runAndShow(
      context,
      flags,
      { threadId, authorMayWork: true, ...ofOpen, ...defined({ probing }) },
      {
        files: own,
        isFollowed: (_exit, record) => isOver(record),
        resumeCommand: describeResume(next.chain, { ...input, files: others }, flags),
      },
    ).catch((error: unknown) => {
      // It was open a moment ago.
      throw error instanceof HallError && error.code === 'not-active' ? createEndedElsewhere(threadId) : error;
    });
    if (!isOver((await hall.engine.snapshot(threadId)).debate)) return exit;
  }
}

/** Throws `usage` where no review is open whose seats others could take. */
function refuseSeats(chain: readonly Link[]): void {
  const { kind, record } = chain.at(-1) as Link;
  if (kind === 'review' && record.status === 'open') return;
  throw new HallError('usage', '"--seat" comes too late: no review of this chain is open.', {
    hint: 'Leave it out. Reviews that follow have the reviewers of the one before.',
  });
}

/** Continues a chain that was stopped, or begins one with a review that is there. */
export async function resumeFixing(
  context: ActionContext,
  reference: string,
  flags: ReviewFlags,
  files: readonly OutputFile[],
): Promise<ExitCode> {
  const chain = await readChain(context.hall, reference);
  const changes = readChanges(flags);
  if (changes.reseat !== undefined) refuseSeats(chain);
  const settings = readFixSettings(flags, chain);
  await checkAuthor(context.hall, settings);
  const target = await readPullTarget(context, flags, chain);
  await requireConsent(context.hall, settings, target, flags);
  return await runFixing(context, flags, {
    threadId: chain[0].threadId,
    settings,
    files,
    target,
    ...changes,
  });
}
