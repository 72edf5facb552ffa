// Finds the key that a person signs with, and the file that says whose keys are whose, where git and SSH have them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../../material/context/git/git.ts';

/** As `ssh` itself looks for them, newest kind first. */
const USUAL_KEYS = ['id_ed25519', 'id_ed25519_sk', 'id_ecdsa', 'id_ecdsa_sk', 'id_rsa'];

/** A file, or the text of a public key; `undefined` when there is none. */
export async function findSigningKey(git: Git, home: string): Promise<string | undefined> {
  const signsWithSsh = (await git.ownSetting('gpg.format')) === 'ssh';
  const ofGit = signsWithSsh ? await git.ownSetting('user.signingkey') : undefined;
  if (ofGit !== undefined) return expandHome(ofGit.replace(/^key::/, ''), home);
  // A public key alone is enough where an agent has the private one.
  return USUAL_KEYS.flatMap((name) => [name, `${name}.pub`])
    .map((name) => path.join(home, '.ssh', name))
    .find((file) => existsSync(file));
}

/** Only the person's own settings count: a repository that somebody handed over must not say whom to believe. */
export async function findSignersFile(git: Git, home: string): Promise<string | undefined> {
  const file = await git.ownSetting('gpg.ssh.allowedsignersfile');
  return file === undefined ? undefined : expandHome(file, home);
}

const expandHome = (file: string, home: string) => (file.startsWith('~/') ? path.join(home, file.slice(2)) : file);

/** Whether it is the text of a public key rather than a file. */
export const isKeyText = (key: string) => /^(?:sk-)?(?:ssh|ecdsa)-\S+ /.test(key);
