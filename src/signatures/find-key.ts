// Finds the key that a person signs with, and the file that says whose keys are whose, where git and SSH have them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../context/git/git.ts';

/** As `ssh` itself looks for them, newest kind first. */
const USUAL_KEYS = ['id_ed25519', 'id_ed25519_sk', 'id_ecdsa', 'id_ecdsa_sk', 'id_rsa'];

interface Setting {
  readonly scope: string;
  readonly value: string;
}

async function readSetting(git: Git, name: string): Promise<Setting | undefined> {
  const asked = git(['config', '--show-scope', '--type=path', '--get', name]);
  // Without git there are no settings of git.
  const { code, stdout } = await asked.catch(() => ({ code: 1, stdout: '' }));
  const [scope = '', value = ''] = stdout.trim().split('\t');
  return code === 0 && value !== '' ? { scope, value } : undefined;
}

/** A file, or the text of a public key; `undefined` when there is none. */
export async function findSigningKey(git: Git, home: string): Promise<string | undefined> {
  const signsWithSsh = (await readSetting(git, 'gpg.format'))?.value === 'ssh';
  const ofGit = signsWithSsh ? await readSetting(git, 'user.signingkey') : undefined;
  if (ofGit !== undefined) return ofGit.value.replace(/^key::/, '');
  // A public key alone is enough where an agent has the private one.
  return USUAL_KEYS.flatMap((name) => [name, `${name}.pub`])
    .map((name) => path.join(home, '.ssh', name))
    .find((file) => existsSync(file));
}

/** A repository that somebody handed over must not say by itself whom to believe: only the person's own settings count. */
export async function findSignersFile(git: Git): Promise<string | undefined> {
  const found = await readSetting(git, 'gpg.ssh.allowedSignersFile');
  return found?.scope === 'global' || found?.scope === 'system' ? found.value : undefined;
}

/** Whether it is the text of a public key rather than a file. */
export const isKeyText = (key: string) => /^(?:sk-)?(?:ssh|ecdsa)-\S+ /.test(key);
