// Brings in a ledger of the Python debate-hall-mcp. What does not verify is refused, or imported with its damage noted.
import path from 'node:path';
import { HallError } from '../domain/errors.ts';
import { isEvent } from '../domain/events.ts';
import type { DebateRecord } from '../domain/record.ts';
import { toRecord } from '../engine/record.ts';
import { toDrafts } from '../interop/python/drafts.ts';
import { type PythonProblem, readPythonDebate } from '../interop/python/read.ts';
import { LedgerReader } from '../ledger/reader.ts';
import { saveRecord } from './export-debate.ts';
import type { Hall } from './hall.ts';

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
  const first = new LedgerReader().push(text.split('\n', 1)[0] as string);
  if (!first.ok || !isEvent(first.event, 'debate-opened')) return;
  const { threadId } = first.event.data;
  throw new HallError('bad-input', `The file is a ledger of Debate Hall already, of the debate "${threadId}".`, {
    hint: `It belongs at ${path.join(hall.loaded.config.hall, `${threadId}.jsonl`)}; check it there with "debate-hall verify ${threadId}".`,
  });
}

/** Throws `bad-input`, `ledger-damaged`, `already-exists`. */
export async function importDebate(hall: Hall, input: ImportInput): Promise<ImportOutput> {
  refuseOwnLedger(hall, input.text);
  const { debate, problems } = readPythonDebate(input.text);
  if (problems.length > 0 && input.force !== true) {
    throw new HallError('ledger-damaged', `The file does not verify: ${place(problems[0] as PythonProblem)}.`, {
      hint: 'Import it anyway with --force; the damage is then noted in the ledger.',
      details: { issues: problems.map(place) },
    });
  }
  const importedAt = new Date(hall.clock.now()).toISOString();
  const named = input.threadId === undefined ? debate : { ...debate, thread_id: input.threadId };
  const drafts = toDrafts(named, { importedAt, hallVersion: hall.version });
  const damage = problems.map((problem) => ({
    at: importedAt,
    type: 'note-recorded' as const,
    data: { code: 'imported-damage', message: `The imported file did not verify: ${place(problem)}.` },
  }));
  const snapshot = await hall.engine.importDebate([...drafts, ...damage]);
  if (snapshot.debate.status === 'closed' || snapshot.debate.status === 'force-closed')
    await saveRecord(hall, snapshot.threadId);
  return { record: toRecord(snapshot), problems };
}
