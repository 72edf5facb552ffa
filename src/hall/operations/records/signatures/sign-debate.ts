// Signs the head of a ledger with a person's SSH key, and keeps the signature beside the record.
import { HallError } from '../../../../domain/failures/errors.ts';
import { FOLDER, signatureName, statementName, statementText } from '../../../../exchange/signatures/statement.ts';
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

/** Throws `ledger-damaged`, `not-found`, `signing-failed`, `storage`. */
export async function signDebate(hall: Hall, input: SignInput): Promise<SignOutput> {
  const { threadId, signal = neverAborted } = input;
  const { ok, events, head } = await verifyDebate(hall, { threadId });
  if (!ok || head === null) {
    throw new HallError('ledger-damaged', `The ledger of "${threadId}" does not verify, so it was not signed.`, {
      hint: `Find out why with "debate-hall verify ${threadId}".`,
    });
  }
  const statement = { threadId, events, head };
  const text = statementText(statement);
  const { signature, key } = await signText(hall, text, { key: input.key, signal });
  const write = (name: string, content: string) => hall.store.writeDocument(threadId, `${FOLDER}/${name}`, content);
  const statementFile = await write(statementName(statement), text);
  const signatureFile = await write(signatureName(statement, key), signature);
  return { threadId, events, head, key, statementFile, signatureFile };
}
