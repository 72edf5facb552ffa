// Pull requests that are opened once and kept up to date, however often they are asked for and whatever got lost on the way.
import { HallError } from '../../../domain/failures/errors.ts';
import type { GitHub, Pull, PullToOpen, Repo } from '../../../exchange/github/github.ts';
import { wait } from '../../../support/wait.ts';

const TRIES = 3;
const PAUSE_MS = 1_000;

interface WriteResult<T> {
  readonly value: T;
  readonly changed: boolean;
}

/** Somebody else wrote in between, and it is looked at again. */
export function createOvertakenError(branch: string): HallError {
  return new HallError('github-refused', `The branch ${branch} has just got another commit.`, {
    hint: 'Run this again.',
    details: { status: 409 },
  });
}

/** Looks whether something is done, else does it; a write without an answer, or one overtaken, is looked at again. */
export async function writeUntilVisible<T>(
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
  write: () => Promise<T>,
): Promise<WriteResult<T>> {
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

export type WantedPull = PullToOpen & { readonly repo: Repo };

const unix = (text: string) => text.replaceAll('\r\n', '\n').trim();

/** Opens it, or brings the open one of its branch up to date. */
export async function ensurePull(
  github: GitHub,
  { repo, branch, base, title, body }: WantedPull,
  signal: AbortSignal,
): Promise<{ readonly pull: Pull; readonly status: 'created' | 'updated' | 'unchanged' }> {
  const text = { title, body };
  const look = async () => (await github.pullsFrom(repo, branch)).find(({ open }) => open);
  const opened = await writeUntilVisible(signal, look, () => github.openPull(repo, { branch, base, ...text }));
  if (opened.changed) return { pull: opened.value, status: 'created' };
  const { number } = opened.value;
  if (opened.value.title === title && unix(opened.value.body) === unix(body))
    return { pull: opened.value, status: 'unchanged' };
  return { pull: await github.updatePull(repo, number, text), status: 'updated' };
}

/** Whoever closed a pull request said no, and is not overruled by a second one. Gives the newest one. Throws `already-exists`. */
export async function refuseClosed(
  github: GitHub,
  { repo, branch }: Pick<WantedPull, 'repo' | 'branch'>,
  otherwise: string,
): Promise<Pull | undefined> {
  const [newest] = await github.pullsFrom(repo, branch);
  if (newest === undefined || newest.open || newest.merged) return newest;
  throw new HallError('already-exists', `Pull request ${newest.url} was closed without being merged.`, {
    hint: `Reopen it on GitHub and run this again, or ${otherwise}.`,
    details: { url: newest.url },
  });
}
