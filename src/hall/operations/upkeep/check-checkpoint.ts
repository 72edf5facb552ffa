// Whether somebody has signed where an audit trail begins, and who.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Checkpoint, checkpointText } from '../../../platform/audit/checkpoint.ts';
import type { Hall } from '../hall.ts';
import { findSignersOf } from '../records/signatures/check-signatures.ts';
import { openKeygen } from '../records/signatures/sign-text.ts';

export interface CheckedCheckpoint extends Omit<Checkpoint, 'signature'> {
  /** As the file of allowed signers names them; null for a key that it does not have, or without such a file. */
  readonly signer: string | null;
  /** Why it vouches for nothing. */
  readonly problem?: string;
}

/** Throws `signing-failed`, `storage`. */
export async function checkCheckpoint(
  hall: Hall,
  { signature, ...checkpoint }: Checkpoint,
  { signers, signal }: { readonly signers: string | undefined; readonly signal: AbortSignal },
): Promise<CheckedCheckpoint> {
  const text = checkpointText(hall.loaded.config.store.hall, checkpoint);
  const signersFile = await findSignersOf(hall, signers, signal);
  const keygen = await openKeygen(hall, signal);
  const scratch = await (await hall.processes()).createScratch();
  try {
    const file = path.join(scratch.path, 'checkpoint.sig');
    await writeFile(file, signature);
    const key = await keygen.keyOf(text, file);
    const known = { ...checkpoint, signer: null };
    if (key === undefined) return { ...known, problem: 'the checkpoint that it begins with is not signed' };
    const signer = signersFile === undefined ? undefined : await keygen.signerOf(text, file, key, signersFile);
    if (signer !== undefined || signers === undefined) return { ...known, key, signer: signer ?? null };
    return { ...known, key, problem: `the checkpoint that it begins with was signed by nobody in ${signers}` };
  } finally {
    await scratch.remove();
  }
}
