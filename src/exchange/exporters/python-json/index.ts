// The file of the Python debate-hall-mcp as an export, for going back to it.
import type { AgentRef } from '../../../domain/event-parts.ts';
import { IMPORTED_AGENT } from '../../../domain/outcomes.ts';
import type { DebateRecord, RecordEntry } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { jsonPieces } from '../../../support/pieces.ts';
import { pythonTurnHash, toPythonTime } from '../../interop/python/hash.ts';
import {
  countLeftOut,
  PYTHON_FORMAT,
  pythonCognition,
  pythonMode,
  pythonRole,
  pythonStatus,
  pythonTurns,
  REHEARSAL_ROLE,
  readImported,
  readOriginal,
  refuseOtherFormats,
} from '../../interop/python/mapping.ts';
import { tombstoneText } from '../../interop/python/read.ts';
import type { Exporter } from '../exporter.ts';

const DEFAULT_MAX_TURNS = 12;
const DEFAULT_MAX_ROUNDS = 4;

type Entry<K extends RecordEntry['kind']> = Extract<RecordEntry, { kind: K }>;

interface TurnOut {
  readonly entry: TurnEntry;
  /** With its text, so made when it is written. */
  readonly json: () => Readonly<Record<string, unknown>>;
  readonly hash: string | null;
}

const textData = (turn: TurnEntry, key: string) => {
  const value = turn.data[key];
  return typeof value === 'string' ? value : undefined;
};
const numberOption = (record: DebateRecord, key: string, fallback: number) => {
  const value = record.options[key];
  return typeof value === 'number' ? value : fallback;
};

function nameRole({ agent, rehearsal }: AgentRef): string | null {
  if (rehearsal === true) return REHEARSAL_ROLE;
  return agent === IMPORTED_AGENT.agent ? null : agent;
}

const getContent = (entry: TurnEntry) => entry.text ?? tombstoneText(entry.redaction ?? '');

function turnOut(record: DebateRecord, entry: TurnEntry, previousHash: string | null): TurnOut {
  const role = pythonRole(record, entry);
  const original = readOriginal(entry);
  const timestamp = original?.timestamp ?? textData(entry, 'pythonTimestamp') ?? toPythonTime(entry.at);
  const previous = original === undefined ? previousHash : original.previous_hash;
  // An imported turn keeps the hash of its file: recomputed, it would vouch for a text that was forged, or was removed since.
  const hash =
    original === undefined
      ? (textData(entry, 'pythonHash') ?? pythonTurnHash({ role, content: getContent(entry), timestamp, previousHash }))
      : original.hash;
  const { agent, author, usage, reportedModel } = entry.by;
  const { inputTokens, outputTokens } = usage ?? {};
  const known = inputTokens !== undefined && outputTokens !== undefined;
  return {
    entry,
    hash,
    json: () => ({
      role,
      content: getContent(entry),
      timestamp,
      previous_hash: previous,
      hash,
      agent_role: author ?? nameRole(agent),
      model: agent.model ?? reportedModel ?? null,
      cognition: pythonCognition(entry),
      token_input: inputTokens,
      token_output: outputTokens,
      token_total: known ? inputTokens + outputTokens : undefined,
    }),
  };
}

function toTombstones(record: DebateRecord, turns: readonly TurnOut[]): object[] {
  const redactions = record.entries.filter((entry): entry is Entry<'redaction'> => entry.kind === 'redaction');
  return redactions.flatMap(({ target, reason, at, by }) => {
    const index = turns.findIndex(({ entry }) => entry.seq === target && entry.text === null);
    const turn = turns[index];
    if (turn === undefined) return [];
    return {
      action: 'tombstone',
      reason,
      timestamp: toPythonTime(at),
      actor: by === IMPORTED_AGENT.agent ? null : by,
      turn_index: index,
      original_content_hash: textData(turn.entry, 'pythonContentSha256') ?? turn.entry.sha256,
    };
  });
}

function forceCloses(record: DebateRecord): readonly Entry<'note'>[] {
  if (pythonStatus(record) !== 'force_closed') return [];
  return record.entries.filter((entry) => entry.kind === 'note').filter(({ code }) => code === 'force-closed');
}

const getReason = (note: Entry<'note'> | undefined) => note?.reason ?? 'force-closed; the reason was redacted';

/** What the file of an imported history had logged; the reason of the force close that ended it is a text of the ledger. */
function auditOfFile(record: DebateRecord): object[] {
  const { status, audit_log: audit = [] } = readImported(record) ?? {};
  const notes = status === 'force_closed' ? forceCloses(record) : [];
  return audit.map((event) => (Object.hasOwn(event, 'reason') ? event : { ...event, reason: getReason(notes[0]) }));
}

function listAudit(record: DebateRecord, turns: readonly TurnOut[]): object[] {
  const earlier = auditOfFile(record);
  const known = readImported(record)?.status === 'force_closed' ? 1 : 0;
  const forced = forceCloses(record)
    .slice(known)
    .map((note) => ({
      action: 'force_close',
      reason: getReason(note),
      timestamp: toPythonTime(note.at),
      actor: note.by === IMPORTED_AGENT.agent ? null : (note.by ?? null),
      turn_index: null,
      original_content_hash: null,
    }));
  return [...earlier, ...toTombstones(record, turns), ...forced];
}

/** Those that an imported history brought along come first. */
function toInjections(record: DebateRecord): object[] {
  const entries = record.entries.filter((entry): entry is Entry<'interjection'> => entry.kind === 'interjection');
  const known = readImported(record)?.injected_context ?? [];
  return entries.map(({ source, seq, text, redaction, at, author }, index) => ({
    source: source ?? 'debate-hall',
    comment_id: `debate-hall-${seq}`,
    content: text ?? tombstoneText(redaction ?? ''),
    injection_type: 'general',
    processed_at: toPythonTime(at),
    author,
    replied_to_turn: null,
    ...known[index],
  }));
}

/**
 * The record in the file form of the Python program's version 0.2, piece by piece, hashes recomputed by its rule; no line end at the end.
 * Votes and picks, which it cannot hold, stay out. Turns that were imported keep the hashes of their file, right or wrong. A text that was redacted here appears as its tombstone; for a turn
 * that was never in a Python file the audit event then gives the salted digest of our ledger.
 * Throws `bad-input` for a debate of another format.
 */
export function* pythonJson(record: DebateRecord): Generator<string> {
  refuseOtherFormats(record);
  const turns: TurnOut[] = [];
  for (const entry of pythonTurns(record)) turns.push(turnOut(record, entry, turns.at(-1)?.hash ?? null));
  const imported = readImported(record);
  const file = {
    thread_id: record.threadId,
    topic: record.topic ?? '[REDACTED]',
    mode: pythonMode(record),
    status: pythonStatus(record),
    // Revisions are turns there, and come on top of the turns that the limit here is about.
    max_turns: imported?.max_turns ?? Math.max(numberOption(record, 'maxTurns', DEFAULT_MAX_TURNS), turns.length),
    max_rounds: imported?.max_rounds ?? numberOption(record, 'maxRounds', DEFAULT_MAX_ROUNDS),
    strict_cognition: imported?.strict_cognition ?? record.options['strictCognition'] === true,
    octave_preamble: true,
    octave_mode: imported?.octave_mode ?? true,
    expected_next_role: imported?.expected_next_role ?? null,
    turns: [],
    synthesis: record.decision,
    audit_log: listAudit(record, turns),
    github_binding: imported?.github_binding ?? null,
    injected_context: toInjections(record),
  };
  yield* jsonPieces(file, 'turns', listJson(turns));
}

function* listJson(turns: readonly TurnOut[]): Generator<unknown> {
  for (const { json } of turns) yield json();
}

function* pieces(record: DebateRecord): Generator<string> {
  yield* pythonJson(record);
  yield '\n';
}

export const exporter: Exporter = {
  id: 'python-json',
  extension: '.python.json',
  mimeType: 'application/json',
  onlyFor: PYTHON_FORMAT,
  hasNoLabels: true,
  countLeftOut,
  pieces,
};
