// Signs and checks texts with SSH keys, through the program of OpenSSH: no cryptography of our own.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { expandHome, storageError } from '../../domain/failures/storage-error.ts';
import type { Git } from '../../material/context/git/git.ts';
import { findProgram } from '../../process/find-program.ts';
import type { ProgramPorts } from '../../process/process.ts';
import { toPrintable } from '../../support/control-characters.ts';
import { NAMESPACE } from './statement.ts';

/** Throws `storage`. */
function readSigners(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw storageError(error, `read ${file}`);
  }
}

const fingerprintKey = (key: string) =>
  `SHA256:${createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '')}`;

/** The names, with commas between them, of every line that holds the key with this fingerprint. */
function namesOfKey(signers: string, fingerprint: string): readonly string[] {
  return signers.split(/\r?\n/).flatMap((line) => {
    const [, quoted, plain, rest = ''] = /^\s*(?:"([^"]*)"|([^\s#"]\S*))\s+(.*)$/.exec(line) ?? [];
    const holdsKey = rest.split(/\s+/).some((word) => fingerprintKey(word) === fingerprint);
    return holdsKey ? [quoted ?? plain ?? ''] : [];
  });
}

/** A key on a device waits for a person to touch it. */
const LIMITS = { totalMs: 120_000, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 64 * 1024 };
const FINGERPRINT = /SHA256:[A-Za-z0-9+/]{43}/;
const WORDS_LENGTH = 300;

export interface SshKeygen {
  /** Of a key file, private or public. Throws `signing-failed`. */
  fingerprint(keyFile: string): Promise<string>;
  /** The signature as a text. With a public key the agent signs. Throws `signing-failed`. */
  sign(text: string, keyFile: string): Promise<string>;
  /** The fingerprint of the key that signed this text; `undefined` when the signature is of no key or another text. */
  findKey(text: string, signatureFile: string): Promise<string | undefined>;
  /** As the file of allowed signers names them; `undefined` when it does not allow them. */
  findSigner(text: string, signatureFile: string, key: string, signersFile: string): Promise<string | undefined>;
}

/** Throws `signing-failed` when OpenSSH is not there. */
export function findSshKeygen({ processes, env, cwd, signal }: ProgramPorts): SshKeygen {
  const program = findProgram('ssh-keygen', env, cwd);
  if (program === undefined) {
    throw new HallError('signing-failed', 'The program ssh-keygen was not found.', {
      hint: 'Install OpenSSH 8.2 or later (the package is often called openssh-client).',
    });
  }

  /** `undefined` when it says no. */
  async function attempt(args: readonly string[], stdin = ''): Promise<{ output?: string; words: string }> {
    const request = {
      argv: [program as string, ...args] as const,
      env: { ...defined(env), LC_ALL: 'C' },
      cwd,
      signal,
    };
    const { end, stdout, stderrTail } = await processes.start({ ...request, stdin, limits: LIMITS }).result;
    signal.throwIfAborted();
    const words = toPrintable(stderrTail.trim().split('\n')[0] ?? '').slice(0, WORDS_LENGTH);
    return end.reason === 'exited' && end.code === 0 ? { output: stdout, words } : { words };
  }

  async function demand(args: readonly string[], refusal: { message: string; hint: string }, stdin?: string) {
    const { output, words } = await attempt(args, stdin);
    if (output !== undefined) return output;
    throw new HallError('signing-failed', `${refusal.message}${words === '' ? '' : `: ${words}`}.`, refusal);
  }

  return {
    async fingerprint(keyFile) {
      const output = await demand(['-l', '-f', keyFile], {
        message: `${keyFile} cannot be read as an SSH key`,
        hint: 'Check the path: --key takes the file of an SSH key.',
      });
      return FINGERPRINT.exec(output)?.[0] ?? output.trim();
    },
    sign: async (text, keyFile) =>
      await demand(
        ['-Y', 'sign', '-n', NAMESPACE, '-f', keyFile],
        {
          message: `The key ${keyFile} cannot sign`,
          hint: 'A key with a passphrase must be in the agent: ssh-add FILE, then sign again.',
        },
        text,
      ),
    async findKey(text, signatureFile) {
      const { output = '' } = await attempt(['-Y', 'check-novalidate', '-n', NAMESPACE, '-s', signatureFile], text);
      return FINGERPRINT.exec(output)?.[0];
    },
    async findSigner(text, signatureFile, key, signersFile) {
      const { output = '' } = await attempt(['-Y', 'find-principals', '-s', signatureFile, '-f', signersFile]);
      // OpenSSH names those of one line only, and the key may stand in several, such as one for commits alone.
      const lines = namesOfKey(readSigners(signersFile), key);
      const names = [...output.split('\n'), ...lines].flatMap((line) => line.split(','));
      for (const signer of new Set(names.filter((name) => name !== ''))) {
        const args = ['-Y', 'verify', '-n', NAMESPACE, '-s', signatureFile, '-f', signersFile, '-I', signer];
        if ((await attempt(args, text)).output !== undefined) return signer;
      }
      return undefined;
    },
  };
}

// Finds the key that a person signs with, and the file that says whose keys are whose, where git and SSH have them.

/** As `ssh` itself looks for them, newest kind first. */
const USUAL_KEYS = ['id_ed25519', 'id_ed25519_sk', 'id_ecdsa', 'id_ecdsa_sk', 'id_rsa'];

/** A file, or the text of a public key; `undefined` when there is none. */
export async function findSigningKey(git: Git, home: string | undefined): Promise<string | undefined> {
  const signsWithSsh = (await git.ownSetting('gpg.format')) === 'ssh';
  const ofGit = signsWithSsh ? await git.ownSetting('user.signingkey') : undefined;
  if (ofGit !== undefined) return expandHome(ofGit.replace(/^key::/, ''), home);
  // A public key alone is enough where an agent has the private one.
  return USUAL_KEYS.flatMap((name) => [name, `${name}.pub`])
    .flatMap((name) => (home === undefined ? [] : path.join(home, '.ssh', name)))
    .find((file) => existsSync(file));
}

/** Only the person's own settings count: a repository that somebody handed over must not say whom to believe. */
export async function findSignersFile(git: Git, home: string | undefined): Promise<string | undefined> {
  const file = await git.ownSetting('gpg.ssh.allowedsignersfile');
  return file === undefined ? undefined : expandHome(file, home);
}

/** Whether it is the text of a public key rather than a file. */
export const isKeyText = (key: string) => /^(?:sk-)?(?:ssh|ecdsa)-\S+ /.test(key);
