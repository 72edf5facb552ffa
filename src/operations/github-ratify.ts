// Proposes a closed debate's decision as a decision record: a file on a branch and a pull request. Every step looks
// first whether it is done, so that a second run finishes what a first one began.
import { HallError } from '../domain/errors.ts';
import { type EventOf, isEvent } from '../domain/events.ts';
import { toRecord } from '../engine/record.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import { type AdrTexts, renderAdr } from '../github/adr.ts';
import type { GitHub, Pull, RepositoryFile } from '../github/github.ts';
import { wait } from '../support/wait.ts';
import { checkPlanInput, makePlan, type Plan, type PlanInput } from './github-adr-plan.ts';
import {
  callOf,
  checkRepo,
  type GitHubInput,
  remember,
  requireGitHub,
  targetOf,
  whilePosting,
} from './github-input.ts';
import type { Hall } from './hall.ts';

const TRIES = 3;
const PAUSE_MS = 1_000;
const CLEANUP_MS = 15_000;

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
}

function requireDecision(snapshot: Snapshot): EventOf<'debate-closed'> {
  const { debate, log, threadId } = snapshot;
  const closing = log.findLast((event) => isEvent(event, 'debate-closed'));
  if (debate.status !== 'closed' || closing?.type !== 'debate-closed') {
    throw new HallError('not-active', `"${threadId}" is not closed (status ${debate.status}).`, {
      hint: 'Only a closed debate has a decision to ratify.',
    });
  }
  if (toRecord(snapshot).decision === null) {
    throw new HallError('not-found', `"${threadId}" has no decision, or it was redacted.`, {
      hint: 'There is nothing to ratify.',
    });
  }
  return closing;
}

interface Settled<T> {
  readonly value: T;
  readonly changed: boolean;
}

/** Looks whether something is done, else does it; a write without an answer, or one overtaken, is looked at again. */
async function settle<T>(
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
  write: () => Promise<T>,
): Promise<Settled<T>> {
  for (let tries = 1; ; tries += 1) {
    const done = await look();
    if (done !== undefined) return { value: done, changed: tries > 1 };
    try {
      return { value: await write(), changed: true };
    } catch (error) {
      if (!(error instanceof HallError) || tries === TRIES) throw error;
      const overtaken = error.details['status'] === 409 || error.details['status'] === 422;
      if (error.code !== 'github-unreachable' && !overtaken) throw error;
      await wait(PAUSE_MS * tries, signal);
    }
  }
}

interface Work {
  readonly github: GitHub;
  readonly signal: AbortSignal;
  readonly plan: Plan;
  readonly base: string;
  readonly texts: AdrTexts;
}

async function ensureBranch({ github, signal, plan: { repo, branch }, base }: Work): Promise<boolean> {
  const create = async () => {
    const commit = await github.branchHead(repo, base);
    if (commit === undefined) {
      throw new HallError('github-refused', `${repo} has no commit on ${base}.`, { hint: 'Make a first commit.' });
    }
    await github.createBranch(repo, branch, commit);
    return commit;
  };
  return (await settle(signal, () => github.branchHead(repo, branch), create)).changed;
}

async function ensureFile({ github, signal, plan: { repo, path, branch }, texts }: Work): Promise<boolean> {
  let current: RepositoryFile | undefined;
  const look = async () => {
    current = await github.file(repo, path, branch);
    return current?.text === texts.file ? true : undefined;
  };
  const write = async () => {
    const replaces = current === undefined ? {} : { replaces: current.sha };
    await github.writeFile(repo, { path, branch, text: texts.file, message: texts.title, ...replaces });
    return true;
  };
  return (await settle(signal, look, write)).changed;
}

const unix = (text: string) => text.replaceAll('\r\n', '\n').trim();

async function ensurePull({ github, signal, plan: { repo, branch }, base, texts }: Work) {
  const text = { title: texts.title, body: texts.pullBody };
  const look = async () => (await github.pullsFrom(repo, branch)).find(({ open }) => open);
  const opened = await settle(signal, look, () => github.openPull(repo, { branch, base, ...text }));
  if (opened.changed) return { pull: opened.value, status: 'created' as const };
  const { title, body, number } = opened.value;
  if (title === text.title && unix(body) === unix(text.body))
    return { pull: opened.value, status: 'unchanged' as const };
  return { pull: await github.updatePull(repo, number, text), status: 'updated' as const };
}

/** Takes a branch away that leads nowhere, and says what is left on GitHub. */
async function undo(hall: Hall, { repo, branch }: Plan): Promise<string> {
  try {
    const github = await hall.github({ signal: AbortSignal.timeout(CLEANUP_MS), maxWaitMs: 0 });
    const pull = (await github.pullsFrom(repo, branch)).find(({ open }) => open);
    if (pull !== undefined) return `The pull request was opened nevertheless: ${pull.url}`;
    await github.deleteBranch(repo, branch);
    return 'The branch was deleted again; nothing is left on GitHub.';
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    return `The branch ${branch} may be left in ${repo}: run it again to finish, or delete it.`;
  }
}

function withLeftovers(error: unknown, plan: Plan, sentence: string): unknown {
  if (!(error instanceof HallError)) return error;
  const hint = [sentence, error.hint].filter((part) => part !== undefined).join(' ');
  return new HallError(error.code, error.message, { hint, details: { ...error.details, branch: plan.branch } });
}

async function propose(hall: Hall, work: Work) {
  let isOurBranch = false;
  try {
    isOurBranch = await ensureBranch(work);
    const changed = await ensureFile(work);
    const { pull, status } = await ensurePull(work);
    return { pull, status: changed && status === 'unchanged' ? ('updated' as const) : status };
  } catch (error) {
    const { repo, branch } = work.plan;
    const left = `The branch ${branch} of an earlier run, if it is there, is left in ${repo}.`;
    throw withLeftovers(error, work.plan, isOurBranch ? await undo(hall, work.plan) : left);
  }
}

async function threadUrl(github: GitHub, repo: string, input: RatifyInput, snapshot: Snapshot) {
  const { linked } = snapshot.debate;
  if (input.targetId === undefined) return linked?.url;
  const kind = /^#?\d+$/.test(input.targetId) ? 'issue' : 'discussion';
  const { id } = targetOf({ repo, targetId: input.targetId, targetType: kind }, linked);
  if (linked?.targetId === id) return linked.url;
  return (await github.thread(repo, kind, id)).url;
}

/** The pull request behind a decision record that is merged already. */
async function merged({ github, plan: { repo, path, branch }, base, texts }: Work): Promise<Pull | undefined> {
  const there = await github.file(repo, path, base);
  return there?.text === texts.file ? (await github.pullsFrom(repo, branch))[0] : undefined;
}

/**
 * Writes the decision record and opens its pull request, or brings both up to date. Safe to repeat after any end.
 * Throws `not-active`, `not-found`, `bad-input`, `already-exists`, `not-linked`, `already-running`, `github-disabled`, and
 * what GitHub throws; the hint then says what is left on GitHub.
 */
export async function ratify(hall: Hall, input: RatifyInput): Promise<RatifyOutput> {
  requireGitHub(hall);
  const { threadId, signal } = input;
  checkPlanInput(input);
  return await whilePosting(hall, threadId, async () => {
    const snapshot = await hall.engine.snapshot(threadId);
    const closing = requireDecision(snapshot);
    const record = toRecord(snapshot);
    const wanted = input.repo ?? snapshot.debate.linked?.repo;
    if (wanted === undefined) {
      throw new HallError('not-linked', 'This debate is linked to no repository yet.', {
        hint: 'Say which one is meant.',
      });
    }
    const repo = checkRepo(wanted);
    const github = await hall.github(callOf(input));
    const { defaultBranch: base, canPush } = await github.repository(repo);
    if (canPush === false) {
      throw new HallError('github-refused', `The token may not write to ${repo}.`, {
        hint: 'It needs "repo", or contents and pull requests with write access. Nothing was changed.',
      });
    }
    const url = await threadUrl(github, repo, input, snapshot);
    const { plan, isNew } = await makePlan(github, snapshot, { repo, base, input });
    const texts = renderAdr({ number: plan.number, record, closing, threadUrl: url });
    // From here on a run that dies leaves behind where it was at work.
    if (isNew) await remember(hall, threadId, { type: 'adr-planned', data: plan });
    const work = { github, signal, plan, base, texts };
    const before = await merged(work);
    const { pull, status } =
      before === undefined ? await propose(hall, work) : { pull: before, status: 'unchanged' as const };
    const known = snapshot.log.some((event) => isEvent(event, 'adr-proposed') && event.data.url === pull.url);
    if (!known) {
      const data = { repo, branch: plan.branch, pullNumber: pull.number, url: pull.url };
      await remember(hall, threadId, { type: 'adr-proposed', data });
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
    };
  });
}
