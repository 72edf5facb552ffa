// SSH keys of made-up people, by the real ssh-keygen.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** CI installs the program, and there its tests are not passed over. */
export const HAS_SSH_KEYGEN =
  process.env['SSH_TESTS'] === 'required' || spawnSync('ssh-keygen', ['-?']).error === undefined;

/** Makes a key without a passphrase and returns the file of the private one. */
export function makeKey(folder: string, name: string): string {
  const file = path.join(folder, name);
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
  return file;
}

/** A line of a file of allowed signers. */
export function signerLine(person: string, keyFile: string): string {
  return `${person} ${fs.readFileSync(`${keyFile}.pub`, 'utf8').trim()}\n`;
}
