// Checks the signatures that are kept beside a ledger: whose they are, what they cover, and what came after.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EventType, LedgerEvent } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { findSignersFile, type SshKeygen } from '../../../../exchange/signatures/ssh-keygen.ts';
import { FOLDER, nameStatement, readStatement, type Statement } from '../../../../exchange/signatures/statement.ts';
import { homeFolder } from '../../../../support/home-folder.ts';
import { packageFile } from '../../../../support/package-root.ts';
import { neverAborted } from '../../../../support/wait.ts';
import type { Hall } from '../../hall.ts';
import { openKeygen } from './sign-text.ts';

export interface SignersInput {
  /** Allowed signers as OpenSSH has them; by default the file that the person's git names. */
  readonly signers?: string;
  readonly signal?: AbortSignal;
}

export type SignatureState =
  /** By a key of the allowed signers, on this ledger. */
  | 'good'
  /** It fits, but nobody says whose key it is. */
  | 'unknown-key'
  /** The chain does not hold what was signed: it was rewritten, or the signature is of a rewritten one. */
  | 'another-ledger'
  /** It is not a signature of the text next to it. */
  | 'broken';

export interface CheckedSignature {
  readonly file: string;
  readonly state: SignatureState;
  /** Fingerprint of the key. */
  readonly key: string | null;
  /** As the file of allowed signers names them. */
  readonly signer: string | null;
  /** How many events it covers, from the first. */
  readonly events: number | null;
  /** Types of the events that came after. */
  readonly since: readonly EventType[];
  /** Texts that were signed and have been redacted since. */
  readonly redactedSince: number;
}

export interface SignatureReport {
  /** Somebody whose key is known has signed all that decides the debate, and no signature speaks against the ledger. */
  readonly ok: boolean;
  /** What is missing, in a sentence. */
  readonly problem: string | null;
  readonly signersFile: string | null;
  readonly signatures: readonly CheckedSignature[];
}

/** What may follow without changing what was decided: work outside, notes, what turned out or was asked later, and removals, which name what they remove. */
const AFTERWARDS: ReadonlySet<EventType> = new Set([
  ...(['thread-linked', 'comment-posted', 'comment-edited', 'adr-planned', 'adr-proposed'] as const),
  ...(['texts-redacted', 'note-recorded', 'outcome-recorded'] as const),
  ...(['follow-up-asked', 'follow-up-answered', 'follow-up-failed'] as const),
]);

interface Check {
  readonly threadId: string;
  readonly log: readonly LedgerEvent[];
  readonly keygen: SshKeygen;
  readonly signersFile: string | undefined;
}

function describeLater(log: readonly LedgerEvent[], events: number): Pick<CheckedSignature, 'since' | 'redactedSince'> {
  const later = log.slice(events);
  const removed = later.flatMap((event) =>
    event.type === 'texts-redacted' && event.data.target < events ? event.data.fields : [],
  );
  return { since: later.map(({ type }) => type), redactedSince: removed.length };
}

async function checkOne(
  { log, keygen, signersFile }: Check,
  file: {
    readonly name: string;
    readonly path: string;
    readonly text: string;
    readonly statement: Statement | undefined;
  },
): Promise<CheckedSignature> {
  const { statement } = file;
  const unread = { file: file.name, key: null, signer: null, events: null, since: [], redactedSince: 0 };
  const key = statement === undefined ? undefined : await keygen.findKey(file.text, file.path);
  if (statement === undefined || key === undefined) return { ...unread, state: 'broken' };
  const { events, head } = statement;
  const signer =
    signersFile === undefined ? undefined : await keygen.findSigner(file.text, file.path, key, signersFile);
  const known = { ...unread, key, signer: signer ?? null, events };
  if (log[events - 1]?.hash !== head) return { ...known, state: 'another-ledger' };
  return { ...known, ...describeLater(log, events), state: signer === undefined ? 'unknown-key' : 'good' };
}

function findProblem(signatures: readonly CheckedSignature[], signersFile: string | undefined): string | null {
  const wrong = signatures.find(({ state }) => state === 'broken' || state === 'another-ledger');
  if (wrong?.state === 'broken') return `${wrong.file} does not sign the statement next to it.`;
  if (wrong !== undefined)
    return `${wrong.file} signs another ledger: this one was rewritten, or the signature belongs to a different one.`;
  if (signatures.length === 0) return 'Nobody has signed this ledger.';
  if (signersFile === undefined) return 'The signers are unknown: no allowed-signers file was given.';
  const good = signatures.filter(({ state }) => state === 'good');
  if (good.length === 0) return `No signature was made with a key listed in ${signersFile}.`;
  const covers = good.some(({ since }) => since.every((type) => AFTERWARDS.has(type)));
  return covers ? null : 'The debate continued after it was signed; its end is not signed.';
}

/** The file that somebody names, else that of their git settings. Throws `signing-failed`. */
export async function findSigners(
  hall: Hall,
  named: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const git = (await hall.gits(signal))(hall.cwd);
  const home = homeFolder(hall.loaded.env);
  const file = named === undefined ? await findSignersFile(git, home) : path.resolve(hall.cwd, named);
  if (file === undefined || existsSync(file)) return file;
  throw new HallError('signing-failed', `The allowed-signers file ${file} does not exist.`, {
    hint: `Each line looks like "ada@example.org ssh-ed25519 AAAA…"; see ${packageFile('docs/reference/ledger.md')}.`,
  });
}

/** Of a ledger that verifies. Throws `signing-failed`, `storage`. */
export async function checkSignatures(hall: Hall, threadId: string, input: SignersInput): Promise<SignatureReport> {
  const { signal = neverAborted } = input;
  const signersFile = await findSigners(hall, input.signers, signal);
  const names = await hall.store.listDocuments(threadId, FOLDER);
  const found = names.filter((name) => nameStatement(name) !== undefined);
  if (found.length === 0) return report([], signersFile);
  const { log } = await hall.engine.snapshot(threadId);
  const keygen = await openKeygen(hall, signal);
  const read = async (name: string) => (await hall.store.readDocument(threadId, `${FOLDER}/${name}`)) ?? '';
  const signatures: CheckedSignature[] = [];
  const scratch = await (await hall.processes()).createScratch();
  try {
    // Not every store has files, which the program that checks needs.
    const file = path.join(scratch.path, 'signature.sig');
    for (const name of found) {
      await writeFile(file, await read(name));
      const text = await read(nameStatement(name) ?? '');
      const statement = readStatement(text, threadId);
      signatures.push(await checkOne({ threadId, log, keygen, signersFile }, { name, path: file, text, statement }));
    }
  } finally {
    await scratch.remove();
  }
  return report(signatures, signersFile);
}

function report(signatures: readonly CheckedSignature[], signersFile: string | undefined): SignatureReport {
  const problem = findProblem(signatures, signersFile);
  return { ok: problem === null, problem, signersFile: signersFile ?? null, signatures };
}
