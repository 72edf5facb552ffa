// Imports a ledger of the Python debate-hall-mcp: as a debate that can continue if it verifies and the rules here allow it, else as
// history. What does not verify is refused unless it is forced, and its damage is noted.
import path from 'node:path';
import { isEvent } from '../../../../domain/events.ts';
import { type ErrorCode, HallError } from '../../../../domain/failures/errors.ts';
import { IMPORTED_DAMAGE } from '../../../../domain/failures/import-damage.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { type ImportFrame, toDrafts } from '../../../../exchange/interop/python/drafts.ts';
import { toHistory } from '../../../../exchange/interop/python/history.ts';
import { type PythonProblem, readPythonDebate } from '../../../../exchange/interop/python/read.ts';
import type { PythonDebate } from '../../../../exchange/interop/python/schema.ts';
import { LedgerReader } from '../../../../ledger/chain/reader.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';
import { refuseSecretNames } from '../../written-secrets.ts';
import { checkNewId } from '../own-files.ts';
import { saveRecord } from './export-debate.ts';

export interface ImportInput {
  /** The text of `{thread_id}.json`. */
  readonly text: string;
  readonly threadId?: string;
  /** Import although it does not verify. */
  readonly force?: boolean;
}

export interface ImportOutput {
  readonly record: DebateRecord;
  readonly problems: readonly PythonProblem[];
}

const place = ({ index, field, message }: PythonProblem) =>
  `${index === undefined ? '' : `${field.startsWith('audit_log') ? 'audit event' : 'turn'} ${index}, `}${field}: ${message}`;

/** A ledger of a hall needs no import, which would give every event another hash. */
function refuseOwnLedger(hall: Hall, text: string): void {
  const { event } = new LedgerReader().push(text.split('\n', 1)[0] as string);
  if (event === undefined || !isEvent(event, 'debate-opened')) return;
  const { threadId } = event.data;
  throw new HallError('bad-input', `The file is already a Debate Hall ledger, of the debate "${threadId}".`, {
    hint: `Copy it to ${path.join(hall.loaded.config.hall, `${threadId}.jsonl`)}, and check it with "debate-hall verify ${threadId}".`,
  });
}

/** What the rules of a debate here say to one that was held elsewhere. */
const REFUSALS: readonly ErrorCode[] = ['bad-input', 'rule-violation', 'not-your-turn', 'not-active', 'not-found'];

async function append(
  hall: Hall,
  debate: PythonDebate,
  frame: ImportFrame,
  problems: readonly PythonProblem[],
): Promise<Snapshot> {
  const [first] = problems;
  let why = 'its file does not verify.';
  if (first === undefined) {
    try {
      return await hall.engine.importDebate(toDrafts(debate, frame));
    } catch (error) {
      if (!(error instanceof HallError) || !REFUSALS.includes(error.code)) throw error;
      why = error.message;
    }
  }
  const notes = [
    { code: 'imported-history', message: `It is kept as history, which takes no more turns: ${why}` },
    ...problems.map((problem) => ({
      code: IMPORTED_DAMAGE,
      message: `The imported file did not verify: ${place(problem)}.`,
    })),
  ];
  return await hall.engine.importDebate(toHistory(debate, notes, frame));
}

/** Throws `bad-input`, `ledger-damaged`, `already-exists`. */
export async function importDebate(hall: Hall, input: ImportInput): Promise<ImportOutput> {
  refuseOwnLedger(hall, input.text);
  const { debate, problems } = readPythonDebate(input.text);
  if (problems.length > 0 && input.force !== true) {
    throw new HallError('ledger-damaged', `The file does not verify: ${place(problems[0] as PythonProblem)}.`, {
      hint: 'Use --force to import it anyway: it is kept as history, with the damage noted.',
      details: { issues: problems.map(place) },
    });
  }
  const frame = { importedAt: new Date(hall.clock.now()).toISOString(), hallVersion: hall.version };
  const named = input.threadId === undefined ? debate : { ...debate, thread_id: input.threadId };
  await checkNewId(hall, named.thread_id);
  refuseSecretNames(hall, { ID: named.thread_id });
  const snapshot = await append(hall, named, frame, problems);
  if (snapshot.debate.status !== 'open') await saveRecord(hall, snapshot.threadId);
  return { record: toRecord(snapshot), problems };
}
