// How failures look to a client of the Agent Client Protocol: a sentence, the next step, and a code that programs can read.
import { RequestError } from '@agentclientprotocol/sdk';
import { type ErrorCode, HallError } from '../../domain/failures/errors.ts';
import { shownError } from '../../domain/failures/storage-error.ts';

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

/** What the machine could not do; every other failure is the answer to what was asked for. */
const FAULTS: ReadonlySet<ErrorCode> = new Set(['storage', 'ledger-damaged']);

export function sessionNotFound(id: string): RequestError {
  return RequestError.sessionNotFound(id);
}

/** Faults are reported only to the operator, as their text may hold anything. */
function toRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const error = shownError(thrown);
  if (!(error instanceof HallError)) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`debate-hall: internal error: ${said}\n`);
    return new RequestError(INTERNAL, 'Internal error in Debate Hall.');
  }
  const { code, message, hint } = error.toJSON();
  const words = hint === undefined ? message : `${message} ${hint}`;
  return new RequestError(FAULTS.has(error.code) ? INTERNAL : INVALID_PARAMS, words, { code });
}

/** What `work` returns, or its failure as the protocol tells it. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRequestError(error);
  }
}
