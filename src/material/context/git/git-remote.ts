// Reaches a repository elsewhere and sends commits to it: never by force, without the hooks and the settings of any repository or person, and with
// a login that git gets for this one address.

/** A repository elsewhere that git may write to. */
export interface GitRemote {
  readonly address: string;
  /** What git needs to get in there; no other program sees it. */
  readonly settings: Readonly<Record<string, string>>;
}

/** git says nothing while it sends. */
export const REMOTE_LIMITS = { totalMs: 600_000, idleMs: 600_000, firstOutputMs: 600_000 };

/** Variables of git. Settings come in them, as arguments can be read by others; nothing asks anybody for a password. */
export function openRemote({ address, settings }: GitRemote): Readonly<Record<string, string>> {
  const all = Object.entries({ ...settings, 'http.followRedirects': 'false', 'credential.helper': '' });
  const pairs = all.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    GIT_ALLOW_PROTOCOL: new URL(address).protocol.replace(/:$/, ''),
    GIT_ASKPASS: '',
    GIT_CONFIG_COUNT: `${all.length}`,
    ...Object.fromEntries(pairs),
  };
}

/** behind: the branch there has commits that this one has not. refused: by the other side, in its words. failed: git did not say. */
export type Push =
  | { readonly kind: 'pushed' | 'unchanged' | 'behind' | 'failed' }
  | { readonly kind: 'refused'; readonly words: string };

type RunGit = (
  args: readonly string[],
  input: { readonly remote: GitRemote },
) => Promise<{ readonly code: number; readonly stdout: string }>;

/** Of `git push --porcelain`: a flag, the two names and what became of them, between tabs. */
function parsePush(code: number, stdout: string): Push {
  const [, flag, words = ''] = /^([ +\-*=!])\t[^\t\n]*\t(.*)$/m.exec(stdout) ?? [];
  if (flag === '=') return { kind: 'unchanged' };
  if (flag === '!' && words.startsWith('[rejected]')) return { kind: 'behind' };
  if (flag === '!') return { kind: 'refused', words: /\((.*)\)$/.exec(words)?.[1] ?? words };
  return { kind: code === 0 && flag !== undefined ? 'pushed' : 'failed' };
}

/** Puts a commit at the end of a branch there, where that loses none. */
export async function pushCommit(
  git: RunGit,
  remote: GitRemote,
  { branch, commit }: { readonly branch: string; readonly commit: string },
): Promise<Push> {
  const flags = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
  const { code, stdout } = await git(['push', ...flags, remote.address, `${commit}:refs/heads/${branch}`], { remote });
  return parsePush(code, stdout);
}

/** Whether git gets in there, which can have other reasons not to than a program that asks the same site itself. */
export async function canReach(git: RunGit, remote: GitRemote): Promise<boolean> {
  return (await git(['ls-remote', '--quiet', remote.address, 'HEAD'], { remote })).code === 0;
}
