// `review --fix --pull-request`: where the branch is proposed, whether a person wants that, and what becomes of it.
import { HallError } from '../../../domain/failures/errors.ts';
import type { GitHubCall } from '../../../exchange/github/github.ts';
import type { Link } from '../../../hall/operations/fixing/chain.ts';
import {
  findPullTarget,
  type ProposedPull,
  type PullTarget,
  proposeFix,
} from '../../../hall/operations/fixing/propose-fix.ts';
import type { FixingSummary } from '../../../hall/operations/fixing/summary.ts';
import { readWork } from '../../../hall/operations/fixing/work-place.ts';
import { isAttended } from '../../../process/terminals.ts';
import type { ReviewFlags } from '../input/review-options.ts';
import { printMessage } from '../terminal/io.ts';
import type { ActionContext } from './run-action.ts';

const callFrom = ({ signal }: Pick<ActionContext, 'signal'>): GitHubCall => ({ signal, onProgress: printMessage });

const isRehearsed = ({ record }: Link): boolean => record.seats.some(({ agent }) => agent.rehearsal === true);

const findWork = (chain: readonly Link[]) => chain.flatMap(({ snapshot }) => readWork(snapshot)?.work ?? [])[0];

/** `undefined` where nothing is to be proposed. Throws `usage` where nobody can be asked, and what finding the target throws. */
export async function readPullTarget(
  context: ActionContext,
  { pullRequest, rehearse, yes, dryRun }: ReviewFlags,
  chain: readonly Link[] = [],
): Promise<PullTarget | undefined> {
  if (pullRequest === '') {
    throw new HallError('bad-input', '"--pull-request" names a branch, and this name is empty.', {
      hint: 'Leave the name out for the usual branch.',
    });
  }
  if (pullRequest === undefined || rehearse === true || chain.some(isRehearsed)) return undefined;
  if (yes !== true && dryRun !== true && !isAttended()) {
    throw new HallError('usage', '"--pull-request" writes to GitHub, and nobody can be asked without a terminal.', {
      hint: 'Pass --yes.',
    });
  }
  const { hall } = context;
  const base = pullRequest === true ? undefined : pullRequest;
  return await findPullTarget(hall, { repository: findWork(chain)?.repository ?? hall.cwd, base }, callFrom(context));
}

/** Why there is no pull request, as a sentence; `undefined` where there can be one. */
function whyNot({ end, branch, commit }: FixingSummary, chain: readonly Link[]): string | undefined {
  if (chain.some(isRehearsed)) return 'No pull request: a rehearsal proposes nothing.';
  if (end === 'stopped') return 'No pull request yet: it stopped before the end.';
  if (end === 'undone') return 'No pull request: nothing is left of the change.';
  if (branch === null || commit === null) return 'No pull request: there was nothing to fix.';
  if (findWork(chain)?.head === commit) return 'No pull request: the author has changed nothing.';
  return undefined;
}

async function isWanted(target: PullTarget, branch: string, { yes }: ReviewFlags): Promise<boolean> {
  if (yes === true) return true;
  const { askConsent } = await import('../terminal/ask-consent.ts');
  return await askConsent(`Push ${branch} to ${target.repo}, and open a pull request into ${target.base}?`);
}

/** `null` where nothing is proposed, of which standard error says why. Throws what `proposeFix` throws. */
export async function proposePull(
  context: ActionContext,
  {
    summary,
    chain,
    target,
    flags,
  }: {
    readonly summary: FixingSummary;
    readonly chain: readonly Link[];
    readonly target: PullTarget | undefined;
    readonly flags: ReviewFlags;
  },
): Promise<ProposedPull | null> {
  if (flags.pullRequest === undefined) return null;
  const { branch, commit } = summary;
  const why = whyNot(summary, chain);
  const work = findWork(chain);
  if (why !== undefined || target === undefined || branch === null || commit === null || work === undefined) {
    if (why !== undefined) printMessage(why);
    return null;
  }
  if (!(await isWanted(target, branch, flags))) {
    printMessage('Nothing was pushed.');
    return null;
  }
  const proposal = { summary: { ...summary, branch, commit }, target, repository: work.repository };
  const proposed = await proposeFix(context.hall, proposal, callFrom(context));
  if (proposed === undefined) printMessage(`No pull request: ${target.base} of ${target.repo} has all of it already.`);
  return proposed ?? null;
}
