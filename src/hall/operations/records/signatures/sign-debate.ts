// Signs the head of a ledger with a person's SSH key, and keeps the signature beside the record.
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { HallError } from '../../../../domain/failures/errors.ts';
import { findSigningKey, isKeyText } from '../../../../exchange/signatures/find-key.ts';
import { findSshKeygen } from '../../../../exchange/signatures/ssh-keygen.ts';
import { FOLDER, signatureName, statementName, statementText } from '../../../../exchange/signatures/statement.ts';
import { createGit } from '../../../../material/context/git/git.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { verifyDebate } from '../read-debate.ts';

export interface SignInput {
  readonly threadId: string;
  /** File of a private key, or of a public one whose private key is in the SSH agent; the person's usual key by default. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

export interface SignOutput {
  readonly threadId: string;
  /** How many events are signed, from the first. */
  readonly events: number;
  readonly head: string;
  /** Fingerprint of the key. */
  readonly key: string;
  readonly statementFile: string;
  readonly signatureFile: string;
}

async function usualKey(hall: Hall, signal: AbortSignal): Promise<string> {
  const { env } = hall.loaded;
  const git = createGit(await hall.processes(), { cwd: hall.cwd, env, signal });
  const found = await findSigningKey(git, env['HOME'] ?? homedir());
  if (found !== undefined) return found;
  throw new HallError('signing-failed', 'No SSH key found for signing.', {
    hint: 'Pass one with --key FILE, or create one with "ssh-keygen -t ed25519".',
  });
}

/** Throws `ledger-damaged`, `not-found`, `signing-failed`, `storage`. */
export async function signDebate(hall: Hall, input: SignInput): Promise<SignOutput> {
  const { threadId, signal = neverAborted } = input;
  const { ok, events, head } = await verifyDebate(hall, { threadId });
  if (!ok || head === null) {
    throw new HallError('ledger-damaged', `The ledger of "${threadId}" does not verify, so it was not signed.`, {
      hint: `Find out why with "debate-hall verify ${threadId}".`,
    });
  }
  const keygen = findSshKeygen({
    processes: await hall.processes(),
    env: hall.loaded.env,
    cwd: hall.cwd,
    signal,
  });
  const named = input.key ?? (await usualKey(hall, signal));
  const scratch = await (await hall.processes()).createScratch();
  try {
    const keyFile = isKeyText(named) ? path.join(scratch.path, 'key.pub') : named;
    if (keyFile !== named) await writeFile(keyFile, `${named}\n`);
    const key = await keygen.fingerprint(keyFile);
    const statement = { threadId, events, head };
    const text = statementText(statement);
    const signature = await keygen.sign(text, keyFile);
    const write = (name: string, content: string) => hall.store.writeDocument(threadId, `${FOLDER}/${name}`, content);
    const statementFile = await write(statementName(statement), text);
    const signatureFile = await write(signatureName(statement, key), signature);
    return { threadId, events, head, key, statementFile, signatureFile };
  } finally {
    await scratch.remove();
  }
}
