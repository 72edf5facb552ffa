// What the GitHub operations share: whether they are switched on, which thread is meant, and the checks of their input.
import { alreadyLinkedProblem } from '../../../domain/admit-event.ts';
import type { EventData } from '../../../domain/events.ts';
import { HallError, problemToError, unlessRefused } from '../../../domain/failures/errors.ts';
import type { ThreadKind } from '../../../domain/github-events.ts';
import type { GitHub, GitHubCall, GuardedCall, Thread } from '../../../exchange/github/github.ts';
import type { Hall } from '../hall.ts';

/** Where a thread is; what is left out is taken from the link that the ledger remembers. */
export interface TargetInput {
  /** "owner/name". */
  readonly repo?: string;
  /** Node id or number of a discussion, number of an issue. */
  readonly targetId?: string;
  /** Default: the type of the linked thread, else `discussion`. */
  readonly targetType?: ThreadKind;
}

export type GitHubInput = GitHubCall & { readonly threadId: string };

const OFF = ['false', '0', 'no', 'off', 'disabled'];
const REPO = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Whether the GitHub operations may be used, and whether a token is set without asking any program for one. */
export function githubAvailability(env: Hall['loaded']['env']): { enabled: boolean; tokenSet: boolean } {
  const toggle = env['GITHUB_TOOLS_ENABLED']?.trim().toLowerCase() ?? '';
  return { enabled: !OFF.includes(toggle), tokenSet: Boolean(env['GITHUB_TOKEN'] || env['GH_TOKEN']) };
}

/** Throws `github-disabled`. */
export function requireGitHub(hall: Hall): void {
  if (githubAvailability(hall.loaded.env).enabled) return;
  throw new HallError('github-disabled', 'GitHub is turned off by GITHUB_TOOLS_ENABLED.', {
    hint: 'Unset the variable, or set it to true.',
  });
}

/** Throws `bad-input`. */
export function checkRepo(repo: string): string {
  if (REPO.test(repo)) return repo;
  throw new HallError('bad-input', 'That is not a GitHub repository.', { hint: 'Write it as "owner/name".' });
}

/** Of repositories and of people: on GitHub their case says nothing. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export interface Target {
  readonly repo: string;
  readonly kind: ThreadKind;
  readonly id: string;
}

/** What the input and the link say together. Throws `bad-input`, `not-linked`. */
export function resolveTarget(input: TargetInput, linked: EventData<'thread-linked'> | undefined): Target {
  const repo = input.repo ?? linked?.repo;
  const id = input.targetId?.trim().replace(/^#(?=\d+$)/, '') ?? linked?.targetId;
  const kind = input.targetType ?? (input.targetId === undefined ? linked?.kind : undefined) ?? 'discussion';
  if (repo === undefined || id === undefined) {
    throw new HallError('not-linked', 'This debate is not linked to a GitHub thread yet.', {
      hint: 'Pass --repo OWNER/NAME with --discussion NUMBER or --issue NUMBER.',
    });
  }
  const valid = kind === 'issue' ? /^[1-9]\d{0,11}$/.test(id) : /^(?:[1-9]\d{0,11}|[A-Za-z0-9_=+/-]{4,200})$/.test(id);
  if (!valid) {
    const name = kind === 'issue' ? 'the number of an issue' : 'the number or node ID (D_…) of a discussion';
    throw new HallError('bad-input', `"${id.slice(0, 60)}" is not ${name}.`, { hint: 'Copy it from its address.' });
  }
  return { repo: checkRepo(repo), kind, id };
}

type Linked = EventData<'thread-linked'>;

/** Whether both are one thread, by names that GitHub gives at the same time: the number of an issue is one of many. */
export const isSameThread = (one: Target, other: Target) =>
  one.kind === other.kind && one.id === other.id && (one.kind === 'discussion' || isSameName(one.repo, other.repo));

export const toTarget = ({ repo, kind, targetId }: Linked): Target => ({ repo, kind, id: targetId });

/** Whether it is the linked thread, whatever its repository is called by now, and whoever has its old name. */
async function isLinked(github: GitHub, linked: Linked, thread: Thread): Promise<boolean> {
  if (linked.kind === 'discussion' || linked.nodeId !== undefined)
    return thread.nodeId === (linked.nodeId ?? linked.targetId);
  // Without its ID, the name leads to it where nobody else has that.
  if (isSameThread(toTarget(linked), thread)) return true;
  const there = async () => await github.thread(linked.repo, linked.kind, linked.targetId);
  return (await unlessRefused(there, 'not-found', 'bad-input'))?.nodeId === thread.nodeId;
}

/** Where GitHub has moved a thread; `undefined` where it has not. */
async function findNewPlace(github: GitHub, { repo, kind, targetId, url }: Linked): Promise<unknown> {
  // By its number, as the ID of a discussion says nothing of where it was.
  const number = /\/(\d+)$/.exec(url)?.[1] ?? targetId;
  try {
    await github.thread(repo, kind, number);
    return undefined;
  } catch (error) {
    const { code, details } = error instanceof HallError ? error : {};
    if (details?.['movedTo'] === undefined && code !== 'not-found') throw error;
    return details?.['movedTo'];
  }
}

/** Throws `already-linked` for another thread than the one that the ledger remembers, and than the place that GitHub has moved it to. */
export async function refuseOtherThread(github: GitHub, linked: Linked | undefined, thread: Thread): Promise<void> {
  if (linked === undefined || (await isLinked(github, linked, thread))) return;
  if (linked.kind === thread.kind && (await findNewPlace(github, linked)) === thread.url) return;
  throw problemToError(alreadyLinkedProblem(linked));
}

/** The thread that is meant. Throws `bad-input` where the name of the linked one is that of another by now, and what GitHub throws. */
export async function findThread(github: GitHub, target: Target, linked: Linked | undefined): Promise<Thread> {
  const isOfLink = linked !== undefined && isSameThread(toTarget(linked), target);
  // The ID of a discussion is that of no other one.
  if (isOfLink && linked.kind === 'discussion')
    return { ...toTarget(linked), nodeId: linked.targetId, url: linked.url };
  const thread = await github.thread(target.repo, target.kind, target.id);
  if (!isOfLink || (await isLinked(github, linked, thread))) return thread;
  throw new HallError(
    'bad-input',
    `Issue ${target.id} of ${target.repo} is not the one that this debate is linked to.`,
    {
      hint: 'If its repository has another name now, pass that and the number.',
    },
  );
}

function createBusyError(threadId: string): HallError {
  return new HallError('already-running', `Another process is writing "${threadId}" to GitHub.`, {
    hint: 'Wait for it to finish.',
  });
}

/**
 * Does `work` while nobody else writes this debate to GitHub. Its calls of GitHub, which begin with what it is given, end with the
 * claim. Throws `already-running`, `storage`.
 */
export async function withPostingClaim<I extends GitHubInput, T>(
  hall: Hall,
  input: I,
  work: (input: I & GuardedCall) => Promise<T>,
): Promise<T> {
  const { threadId, signal } = input;
  // A debate that does not exist must not leave a lock behind.
  await hall.engine.snapshot(threadId);
  const claim = await hall.store.claimPosting(threadId);
  if (claim === undefined) throw createBusyError(threadId);
  const { lost } = claim;
  const beforeWrite = async () => {
    if (!(await claim.isHeld())) throw createBusyError(threadId);
  };
  try {
    return await work({ ...input, signal: AbortSignal.any([signal, lost]), beforeWrite });
  } catch (error) {
    if (!lost.aborted || signal.aborted) throw error;
    throw lost.reason instanceof HallError ? lost.reason : createBusyError(threadId);
  } finally {
    await claim.release();
  }
}
