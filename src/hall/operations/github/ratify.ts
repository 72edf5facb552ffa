// Proposes a closed debate's decision as a decision record: a file on a branch and a pull request. Every step looks
// first whether it is done, so that a second run finishes what a first one began.
import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readAgreedAnswer } from '../../../domain/results/opinions-result.ts';
import type { GitHub, GuardedCall, Pull } from '../../../exchange/github/github.ts';
import { withoutPaths } from '../../../exchange/without-paths.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { wait } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { type Branch, deleteBranch, ensureBranch, UNTOUCHED, type Work } from './adr-branch.ts';
import {
  checkPlanInput,
  isNumberTaken,
  makePlan,
  type Plan,
  type PlanInput,
  refuseTakenNumber,
  renderAdr,
} from './adr-plan.ts';
import { checkRepo, type GitHubInput, requireGitHub, resolveTarget, withPostingClaim } from './input.ts';
import { ensurePull, refuseClosed } from './pull-requests.ts';

const NUMBER_TRIES = 5;
const PAUSE_STEP_MS = 4;
const REWRITE_WARNING =
  'GitHub keeps the earlier text in the edit history of the pull request, where you can delete it under "edited", and in ' +
  'the replaced commit, which stays reachable by its address until GitHub removes it.';

export interface RatifyInput extends GitHubInput, PlanInput {
  /** "owner/name"; that of the linked thread when left out. */
  readonly repo?: string;
  /** A discussion or issue to refer to; that of the linked thread when left out. */
  readonly targetId?: string;
}

export interface RatifyOutput {
  readonly threadId: string;
  readonly repo: string;
  readonly adrNumber: number;
  /** Of the file. */
  readonly adrPath: string;
  readonly branch: string;
  readonly pullNumber: number;
  readonly pullUrl: string;
  readonly status: 'created' | 'updated' | 'unchanged';
  /** Full sentences. */
  readonly warnings: readonly string[];
}

function requireDecision(snapshot: Snapshot): DebateRecord {
  const { threadId } = snapshot;
  const record = withoutPaths(toRecord(snapshot));
  if (record.status !== 'closed') {
    throw new HallError('not-active', `"${threadId}" is not closed (status ${record.status}).`, {
      hint: 'Only a closed debate has a decision to ratify.',
    });
  }
  if (record.decision === null && readAgreedAnswer(record) === undefined) {
    const why = record.decisionRedaction === undefined ? 'has no decision' : 'has a decision that was redacted';
    throw new HallError('not-found', `"${threadId}" ${why}.`, {
      hint: 'There is nothing to ratify.',
    });
  }
  return record;
}

function withLeftovers(error: unknown, plan: Plan, sentence: string): unknown {
  if (!(error instanceof HallError)) return error;
  const hint = [sentence, error.hint].filter((part) => part !== undefined).join(' ');
  return new HallError(error.code, error.message, { hint, details: { ...error.details, branch: plan.branch } });
}

async function propose(hall: Hall, work: Work) {
  const { github, call, base, texts } = work;
  const pull = { repo: work.plan.repo, branch: work.plan.branch, base, title: texts.title, body: texts.pullBody };
  await refuseClosed(github, pull, 'choose another number to propose the decision again');
  let branch: Branch | undefined;
  try {
    branch = await ensureBranch(work);
    if (branch.did === 'created' && !work.isNumberChosen) await refuseTakenNumber(github, work.plan);
    const { pull: opened, status } = await ensurePull(github, pull, call.signal);
    const changed = branch.did !== 'nothing' && status === 'unchanged' ? ('updated' as const) : status;
    return { pull: opened, status: changed, branch };
  } catch (error) {
    const { repo, branch: name } = work.plan;
    const left = `If an earlier run left the branch ${name} in ${repo}, it is still there.`;
    throw withLeftovers(error, work.plan, branch?.did === 'created' ? await deleteBranch(hall, work) : left);
  }
}

async function threadUrl(github: GitHub, repo: string, input: RatifyInput, snapshot: Snapshot) {
  const { linked } = snapshot.debate;
  if (input.targetId === undefined) return linked?.url;
  const kind = /^#?\d+$/.test(input.targetId) ? 'issue' : 'discussion';
  const { id } = resolveTarget({ repo, targetId: input.targetId, targetType: kind }, linked);
  if (linked?.targetId === id) return linked.url;
  return (await github.thread(repo, kind, id)).url;
}

/** What the base has already: the pull request behind it where the text is the same, or that the text is another one. */
async function findMerged({
  github,
  plan: { repo, path, branch },
  base,
  texts,
}: Work): Promise<Pull | 'outdated' | undefined> {
  const there = await github.file(repo, path, base);
  if (there === undefined) return undefined;
  return there === texts.file ? (await github.pullsFrom(repo, branch))[0] : 'outdated';
}

/** Where a text that was redacted can still be read. */
function listLeftOnGitHub({ base, plan }: Work, { branch, outdated }: { branch: Branch; outdated: boolean }): string[] {
  const warnings: string[] = [];
  if (outdated) warnings.push(`The history of ${base} still contains the earlier text, which was merged.`);
  if (branch.did !== 'replaced') return warnings;
  if (branch.shared) {
    warnings.push(
      `The branch ${plan.branch} contains changes to other files, so its earlier commits with the text stay.`,
    );
  } else warnings.push(REWRITE_WARNING);
  return warnings;
}

async function ratifyOnce(hall: Hall, input: RatifyInput & GuardedCall): Promise<RatifyOutput> {
  const { threadId } = input;
  const snapshot = await hall.engine.snapshot(threadId);
  const record = requireDecision(snapshot);
  const named = input.repo ?? snapshot.debate.linked?.repo;
  if (named === undefined) {
    throw new HallError('not-linked', 'No repository is linked to this debate yet.', {
      hint: 'Pass --repo OWNER/NAME.',
    });
  }
  const github = await hall.github(input);
  const { name: repo, defaultBranch: base, canPush } = await github.repository(checkRepo(named));
  if (canPush === false) {
    throw new HallError('github-refused', `The token cannot write to ${repo}.`, {
      hint: 'It needs the "repo" scope, or write access to contents and pull requests. Nothing was changed.',
    });
  }
  const url = await threadUrl(github, repo, input, snapshot);
  const { plan, isNew } = await makePlan(github, snapshot, { repo, base, input });
  const texts = renderAdr({ number: plan.number, record, threadUrl: url });
  // From here on a run that dies leaves behind where it was at work.
  if (isNew) await hall.engine.dispatch(threadId, { type: 'adr-planned', data: plan });
  const work = { github, call: input, plan, isNumberChosen: input.adrNumber !== undefined, base, texts };
  const before = await findMerged(work);
  const done =
    typeof before === 'object'
      ? { pull: before, status: 'unchanged' as const, branch: UNTOUCHED }
      : await propose(hall, work);
  const { pull, status, branch } = done;
  const redacted = snapshot.log.some((event) => isEvent(event, 'texts-redacted'));
  const known = snapshot.log.some((event) => isEvent(event, 'adr-proposed') && event.data.url === pull.url);
  if (!known) {
    const data = { repo, branch: plan.branch, pullNumber: pull.number, url: pull.url };
    await hall.engine.dispatch(threadId, { type: 'adr-proposed', data });
  }
  return {
    threadId,
    repo,
    adrNumber: plan.number,
    adrPath: plan.path,
    branch: plan.branch,
    pullNumber: pull.number,
    pullUrl: pull.url,
    status,
    warnings:
      redacted && status !== 'unchanged' ? listLeftOnGitHub(work, { branch, outdated: before === 'outdated' }) : [],
  };
}

/**
 * Writes the decision record and opens its pull request, or brings both up to date. Safe to repeat after any end.
 * Throws `not-active`, `not-found`, `bad-input`, `already-exists`, `not-linked`, `already-running`, `github-disabled`, and
 * what GitHub throws; the hint then says what is left on GitHub.
 */
export async function ratify(hall: Hall, wanted: RatifyInput): Promise<RatifyOutput> {
  requireGitHub(hall);
  checkPlanInput(wanted);
  return await withPostingClaim(hall, wanted, async (input) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ratifyOnce(hall, input);
      } catch (error) {
        if (!isNumberTaken(error) || input.adrNumber !== undefined || tries === NUMBER_TRIES) throw error;
        input.onProgress?.('Another decision took the same number at the same time; choosing another one.');
        // Two that saw each other look again at different times.
        await wait(Number.parseInt(hall.random(2), 16) * PAUSE_STEP_MS, input.signal);
      }
    }
  });
}
