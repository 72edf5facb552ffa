// Writes a record as the file of the Python debate-hall-mcp, so that its users can go back.
import type { DebateRecord, RecordEntry, TurnEntry } from '../../domain/record.ts';
import { IMPORTED } from './draft.ts';
import { pythonTurnHash, toPythonTime } from './hash.ts';
import { pythonCognition, pythonMode, pythonRole, pythonStatus, pythonTurns, refuseOtherFormats } from './mapping.ts';
import { tombstoneText } from './read.ts';

const DEFAULT_MAX_TURNS = 12;
const DEFAULT_MAX_ROUNDS = 4;

type Entry<K extends RecordEntry['kind']> = Extract<RecordEntry, { kind: K }>;

interface TurnOut {
  readonly entry: TurnEntry;
  readonly json: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

const textData = (turn: TurnEntry, key: string) => {
  const value = turn.data[key];
  return typeof value === 'string' ? value : undefined;
};
const numberOption = (record: DebateRecord, key: string, fallback: number) => {
  const value = record.options[key];
  return typeof value === 'number' ? value : fallback;
};

function turnOut(record: DebateRecord, entry: TurnEntry, previousHash: string | null): TurnOut {
  const role = pythonRole(record, entry.seat);
  const content = entry.text ?? tombstoneText(entry.redaction ?? '');
  const timestamp = textData(entry, 'pythonTimestamp') ?? toPythonTime(entry.at);
  const computed = pythonTurnHash({ role, content, timestamp, previousHash });
  // The hash of a removed text cannot be computed again; an imported turn brought it along.
  const hash = entry.text === null ? (textData(entry, 'pythonHash') ?? computed) : computed;
  const { agent, author, usage, reportedModel } = entry.by;
  const { inputTokens, outputTokens } = usage ?? {};
  const known = inputTokens !== undefined && outputTokens !== undefined;
  return {
    entry,
    hash,
    json: {
      role,
      content,
      timestamp,
      previous_hash: previousHash,
      hash,
      agent_role: author ?? (agent.agent === IMPORTED.agent ? null : agent.agent),
      model: agent.model ?? reportedModel ?? null,
      cognition: pythonCognition(entry),
      token_input: inputTokens,
      token_output: outputTokens,
      token_total: known ? inputTokens + outputTokens : undefined,
    },
  };
}

function tombstones(record: DebateRecord, turns: readonly TurnOut[]): object[] {
  const redactions = record.entries.filter((entry): entry is Entry<'redaction'> => entry.kind === 'redaction');
  return redactions.flatMap(({ target, reason, at, by }) => {
    const index = turns.findIndex(({ entry }) => entry.seq === target && entry.text === null);
    const turn = turns[index];
    if (turn === undefined) return [];
    return {
      action: 'tombstone',
      reason,
      timestamp: toPythonTime(at),
      actor: by === IMPORTED.agent ? null : by,
      turn_index: index,
      original_content_hash: textData(turn.entry, 'pythonContentSha256') ?? turn.entry.sha256,
    };
  });
}

function forceClose(record: DebateRecord): object[] {
  if (pythonStatus(record) !== 'force_closed') return [];
  return [
    {
      action: 'force_close',
      reason: 'force-closed; the reason is in the ledger',
      timestamp: toPythonTime(record.endedAt ?? record.openedAt),
      actor: null,
      turn_index: null,
      original_content_hash: null,
    },
  ];
}

function interjections(record: DebateRecord): object[] {
  const entries = record.entries.filter((entry): entry is Entry<'interjection'> => entry.kind === 'interjection');
  return entries.map(({ source, seq, text, redaction, at, author }) => ({
    source: source ?? 'debate-hall',
    comment_id: `debate-hall-${seq}`,
    content: text ?? tombstoneText(redaction ?? ''),
    injection_type: 'general',
    processed_at: toPythonTime(at),
    author,
    replied_to_turn: null,
  }));
}

/**
 * The record in the file form of the Python program's version 0.2, hashes recomputed by its rule; no line end at the end.
 * Votes and picks, which it cannot hold, stay out. A text that was redacted here appears as its tombstone; for a turn
 * that was never in a Python file the audit event then gives the salted digest of our ledger.
 * Throws `bad-input` for a debate of another format.
 */
export function toPythonJson(record: DebateRecord): string {
  refuseOtherFormats(record);
  const turns: TurnOut[] = [];
  for (const entry of pythonTurns(record)) turns.push(turnOut(record, entry, turns.at(-1)?.hash ?? null));
  const file = {
    thread_id: record.threadId,
    topic: record.topic ?? '[REDACTED]',
    mode: pythonMode(record),
    status: pythonStatus(record),
    // Revisions are turns there, and come on top of the turns that the limit here is about.
    max_turns: Math.max(numberOption(record, 'maxTurns', DEFAULT_MAX_TURNS), turns.length),
    max_rounds: numberOption(record, 'maxRounds', DEFAULT_MAX_ROUNDS),
    strict_cognition: record.options['strictCognition'] === true,
    octave_preamble: true,
    octave_mode: true,
    expected_next_role: null,
    turns: turns.map(({ json }) => json),
    synthesis: record.decision,
    audit_log: [...tombstones(record, turns), ...forceClose(record)],
    github_binding: null,
    injected_context: interjections(record),
  };
  return JSON.stringify(file, null, 2);
}
