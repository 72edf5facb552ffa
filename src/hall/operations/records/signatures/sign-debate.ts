// Signs the head of a ledger with a person's SSH key, and keeps the signature beside the record.
import { FOLDER, signatureName, statementName, statementText } from '../../../../exchange/signatures/statement.ts';
import { findVerifyError } from '../../../../ledger/engine/verify.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { verifyDebate } from '../verify-debate.ts';
import { type SigningInput, signText } from './sign-text.ts';

export interface SignInput extends Partial<SigningInput> {
  readonly threadId: string;
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

/** Throws `ledger-damaged`, `needs-update`, `not-found`, `signing-failed`, `storage`. */
export async function signDebate(hall: Hall, input: SignInput): Promise<SignOutput> {
  const { threadId, signal = neverAborted } = input;
  const verified = await verifyDebate(hall, { threadId });
  const problem = findVerifyError(threadId, verified);
  if (problem !== undefined) throw problem;
  const { events } = verified;
  // One that verifies has an event.
  const head = verified.head as string;
  const statement = { threadId, events, head };
  const text = statementText(statement);
  const { signature, key } = await signText(hall, text, { key: input.key, signal });
  const write = (name: string, content: string) => hall.store.writeDocument(threadId, `${FOLDER}/${name}`, content);
  const statementFile = await write(statementName(statement), text);
  const signatureFile = await write(signatureName(statement, key), signature);
  return { threadId, events, head, key, statementFile, signatureFile };
}
