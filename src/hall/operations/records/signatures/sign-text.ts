// Signs a text with a person's SSH key: the one that they name, else the one that they usually sign with.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HallError } from '../../../../domain/failures/errors.ts';
import {
  findSigningKey,
  findSshKeygen,
  isKeyText,
  type SshKeygen,
} from '../../../../exchange/signatures/ssh-keygen.ts';
import { homeFolder } from '../../../../support/home-folder.ts';
import type { Hall } from '../../hall.ts';

export interface SigningInput {
  /** File of a private key, or of a public one whose private key is in the SSH agent; the person's usual key by default. */
  readonly key?: string | undefined;
  readonly signal: AbortSignal;
}

export interface SignedText {
  readonly signature: string;
  /** Fingerprint of the key. */
  readonly key: string;
}

async function usualKey(hall: Hall, signal: AbortSignal): Promise<string> {
  const { env } = hall.loaded;
  const git = (await hall.gits(signal))(hall.cwd);
  const found = await findSigningKey(git, homeFolder(env));
  if (found !== undefined) return found;
  throw new HallError('signing-failed', 'No SSH key found for signing.', {
    hint: 'Pass one with --key FILE, or create one with "ssh-keygen -t ed25519".',
  });
}

export async function openKeygen(hall: Hall, signal: AbortSignal): Promise<SshKeygen> {
  return findSshKeygen({ processes: await hall.processes(), env: hall.loaded.env, cwd: hall.cwd, signal });
}

/** Throws `signing-failed`. */
export async function signText(hall: Hall, text: string, { key: given, signal }: SigningInput): Promise<SignedText> {
  const keygen = await openKeygen(hall, signal);
  const named = given ?? (await usualKey(hall, signal));
  const scratch = await (await hall.processes()).createScratch();
  try {
    const keyFile = isKeyText(named) ? path.join(scratch.path, 'key.pub') : named;
    if (keyFile !== named) await writeFile(keyFile, `${named}\n`);
    const key = await keygen.fingerprint(keyFile);
    return { signature: await keygen.sign(text, keyFile), key };
  } finally {
    await scratch.remove();
  }
}
