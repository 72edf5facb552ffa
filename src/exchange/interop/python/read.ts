// Reads a debate of the Python debate-hall-mcp and recomputes everything in it that can be recomputed.
import { HallError } from '../../../domain/failures/errors.ts';
import { findOwnDebate } from '../../../domain/own-documents.ts';
import { findRepeatedKey } from '../../../domain/parse-json.ts';
import { findProblems, problemSentence } from '../../../domain/values/problems.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { pythonTimeMs, pythonTurnHash } from './hash.ts';
import { PYTHON_COGNITIONS } from './mapping.ts';
import { type PythonAudit, type PythonDebate, type PythonTurn, pythonDebateSchema } from './schema.ts';

export interface PythonProblem {
  /** Index of the damaged turn, or of the audit event when `field` begins with "audit_log". */
  readonly index?: number;
  readonly field: string;
  readonly message: string;
}

const FIXED_ORDER = ['Wind', 'Wall', 'Door'];
const REDACTED = '[REDACTED:';

/** Text that a tombstone leaves behind. */
export const tombstoneText = (reason: string) => `${REDACTED} ${reason}]`;

/** The tombstones of one turn, oldest first. */
export function listTombstones(debate: PythonDebate, turn: number): readonly PythonAudit[] {
  return debate.audit_log.filter((event) => event.action === 'tombstone' && event.turn_index === turn);
}

/** Which part of a turn its stored hash contradicts, as far as the hashes around it tell. */
function wrongField(turn: PythonTurn, recomputed: string, nextPrevious: string | null | undefined): PythonProblem {
  if (turn.content.startsWith(REDACTED)) {
    return { field: 'content', message: 'reads as redacted, but no audit event says who removed the text' };
  }
  if (nextPrevious === recomputed) return { field: 'hash', message: 'is not the hash that the next turn links to' };
  const role = FIXED_ORDER.find(
    (other) => pythonTurnHash({ ...turn, role: other, previousHash: turn.previous_hash }) === turn.hash,
  );
  if (role !== undefined) return { field: 'role', message: `is "${turn.role}", but the hash was made for "${role}"` };
  const fields = nextPrevious === turn.hash ? 'content or timestamp' : 'content, timestamp or hash';
  return { field: fields, message: 'does not match the recomputed hash' };
}

function turnProblems(debate: PythonDebate, index: number): PythonProblem[] {
  const turn = debate.turns[index] as PythonTurn;
  const before = debate.turns[index - 1];
  const next = debate.turns[index + 1];
  const problems: PythonProblem[] = [];
  const report = (field: string, message: string) => problems.push({ index, field, message });

  const time = pythonTimeMs(turn.timestamp);
  const timeBefore = before && pythonTimeMs(before.timestamp);
  if (time === undefined) report('timestamp', `"${turn.timestamp}" is not a time`);
  else if (timeBefore !== undefined && time < timeBefore)
    report('timestamp', 'is earlier than that of the turn before');

  const previous = turn.previous_hash === '' ? null : turn.previous_hash;
  if (previous !== (before?.hash ?? null)) report('previous_hash', 'is not the hash of the turn before');

  if (debate.mode === 'fixed' && turn.role !== FIXED_ORDER[index % 3]) {
    report('role', `is "${turn.role}" where fixed order has "${FIXED_ORDER[index % 3]}"`);
  }

  if (turn.cognition !== null && !PYTHON_COGNITIONS.includes(turn.cognition)) {
    report('cognition', `is ${JSON.stringify(turn.cognition)}, which is not one of ${PYTHON_COGNITIONS.join(', ')}`);
  }

  const tombstones = listTombstones(debate, index);
  const last = tombstones.at(-1);
  if (!turn.hash) report('hash', 'is missing, so nothing vouches for this turn');
  else if (!/^[0-9a-f]{64}$/.test(turn.hash)) report('hash', 'is not 64 hexadecimal digits');
  else if (last === undefined) {
    const recomputed = pythonTurnHash({ ...turn, previousHash: turn.previous_hash });
    if (recomputed !== turn.hash) problems.push({ index, ...wrongField(turn, recomputed, next?.previous_hash) });
  } else if (turn.content !== tombstoneText(last.reason)) {
    report('content', 'is not what the tombstone in the audit log left behind');
  }
  return problems;
}

function auditProblems(debate: PythonDebate): PythonProblem[] {
  const problems: PythonProblem[] = [];
  const lastReason = new Map<number, string>();
  debate.audit_log.forEach((event, index) => {
    const report = (field: string, message: string): void => {
      problems.push({ index, field: `audit_log.${field}`, message: `of audit event ${index} ${message}` });
    };
    if (pythonTimeMs(event.timestamp) === undefined) report('timestamp', 'is not a time');
    if (event.action === 'force_close') {
      if (debate.status !== 'force_closed') report('action', `contradicts the status "${debate.status}"`);
      return;
    }
    const turn = event.turn_index ?? -1;
    if (debate.turns[turn] === undefined) {
      report('turn_index', 'names no turn');
      return;
    }
    const digest = event.original_content_hash;
    const before = lastReason.get(turn);
    if (digest === null || !/^[0-9a-f]{64}$/.test(digest)) {
      report('original_content_hash', 'is not 64 hexadecimal digits');
    } else if (before !== undefined && digest !== sha256Hex(tombstoneText(before))) {
      report('original_content_hash', 'does not fit the text that an earlier tombstone left');
    } else if (before === undefined && digest === sha256Hex(tombstoneText(event.reason))) {
      report('original_content_hash', 'is that of the tombstone, not of the text that it removed');
    }
    lastReason.set(turn, event.reason);
  });
  return problems;
}

function debateProblems(debate: PythonDebate): PythonProblem[] {
  const problems: PythonProblem[] = [];
  const report = (field: string, message: string) => problems.push({ field, message });
  const { status } = debate;
  if (status === 'synthesis' && !debate.synthesis)
    report('synthesis', 'is missing from a debate that is closed with one');
  if ((status === 'active' || status === 'paused') && debate.synthesis !== null) {
    report('status', `is "${status}", but there is a synthesis`);
  }
  if (status === 'force_closed' && !debate.audit_log.some((event) => event.action === 'force_close')) {
    report('status', 'is "force_closed", but no audit event says so');
  }
  if (debate.turns.length > Math.max(debate.max_turns, 0))
    report('turns', `are more than max_turns, ${debate.max_turns}`);
  return problems;
}

/**
 * A debate of the Python program and everything that is wrong with it; no problems means that each turn that was not
 * redacted was recomputed and fits. That program's hash does not cover the topic, the status, the synthesis, the audit
 * log, nor a turn's agent_role, model and cognition, and it cannot show that the last turns were cut off: nothing can be
 * said about those.
 *
 * @throws HallError `bad-input` when the text is not such a file.
 */
export function readPythonDebate(text: string): { debate: PythonDebate; problems: readonly PythonProblem[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const debate = findOwnDebate('.oct.md', text);
    if (debate !== undefined) {
      throw new HallError('bad-input', `This is the record of "${debate}", which holds no ledger.`, {
        hint: `Copy ${debate}.jsonl from the hall that has it into the folder of this one, and run "debate-hall verify ${debate}".`,
        cause,
      });
    }
    throw new HallError('bad-input', 'The file is not JSON.', {
      hint: 'Pass the file "{thread_id}.json" from its debates folder.',
      cause,
    });
  }
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined) {
    throw new HallError('bad-input', `The file has "${repeated.key}" twice in one object.`, {
      hint: 'Keep the one that counts, and remove the other.',
    });
  }
  const parsed = pythonDebateSchema.safeParse(json);
  if (!parsed.success) {
    const problems = findProblems(pythonDebateSchema, json, 1).map((problem) => problemSentence(problem, 'the file'));
    throw new HallError('bad-input', `The file is not a debate of debate-hall-mcp: ${problems.join()}.`, {
      hint: 'Pass the file "{thread_id}.json" from its debates folder.',
    });
  }
  const debate = parsed.data;
  return {
    debate,
    problems: [
      ...debateProblems(debate),
      ...debate.turns.flatMap((_, index) => turnProblems(debate, index)),
      ...auditProblems(debate),
    ],
  };
}
