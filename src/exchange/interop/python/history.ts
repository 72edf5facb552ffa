// Turns a debate of the Python debate-hall-mcp that the rules here would refuse, or that does not verify, into a history: every turn with
// the hashes of its file, so that damage stays as visible as it was, here and on the way back.
import type { RuleData } from '../../../domain/event-parts.ts';
import type { EventData } from '../../../domain/events.ts';
import { IMPORTED_FORMAT } from '../../../domain/ids.ts';
import { IMPORTED_AGENT, type OutcomeKind } from '../../../domain/outcomes.ts';
import type { Unsealed } from '../../../domain/sealed/sealed.ts';
import { asName, inOrderOfTime, type Timed, type UnsealedDraft, untimed, withTimes } from './draft.ts';
import { createOpening, type ImportFrame, refuseUnimportable, toInterjections, turnBy } from './drafts.ts';
import { pythonTimeMs } from './hash.ts';
import { PYTHON_SOURCE } from './mapping.ts';
import type { PythonDebate, PythonTurn } from './schema.ts';

/** A lower-case slug for each role: "Earth Observer" is `earth-observer`; `role-2` where nothing is left of it. */
function seatsByRole({ turns }: PythonDebate): ReadonlyMap<string, string> {
  const seats = new Map<string, string>();
  for (const { role } of turns) {
    if (seats.has(role)) continue;
    const slug = role
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-$/g, '')
      .slice(0, 40);
    const taken = slug === '' || [...seats.values()].includes(slug);
    seats.set(role, taken ? `role-${seats.size + 1}` : slug);
  }
  return seats.size === 0 ? new Map([['Nobody', 'nobody']]) : seats;
}

const OUTCOMES: Readonly<Partial<Record<PythonDebate['status'], OutcomeKind>>> = {
  synthesis: 'closed-manually',
  stalemate: 'stable-disagreement',
  exhaustion: 'stopped-by-limit',
};

/** How it had ended, if it had, other than by force. */
function findOutcome({ status, synthesis }: PythonDebate): OutcomeKind | null {
  if (synthesis === null && (status === 'exhaustion' || status === 'force_closed')) return null;
  return OUTCOMES[status] ?? (synthesis === null ? null : 'closed-manually');
}

function toEnding(debate: PythonDebate): Timed[] {
  const { synthesis, status, audit_log: audit, turns } = debate;
  const outcome = findOutcome(debate);
  const { agent } = IMPORTED_AGENT;
  const ended: Timed[] = [];
  if (outcome !== null) {
    const decision = synthesis === null ? null : { text: synthesis };
    ended.push(untimed('debate-closed', { outcome, decision, warnings: [], by: agent }));
  }
  if (status === 'force_closed') {
    const event = audit.find(({ action }) => action === 'force_close');
    const data = { reason: event?.reason ?? 'The file gives no reason.', by: asName(event?.actor || agent) };
    ended.push({ ms: event && pythonTimeMs(event.timestamp), draft: { type: 'debate-force-closed', data } });
  }
  if (ended.length > 0) return ended;
  const count = turns.length;
  return [untimed('limit-reached', { limit: 'turns', used: count, max: count })];
}

/** What the file says beside its texts; the reason of a force close is a sealed text of its own. */
function fileData(debate: PythonDebate): RuleData {
  const { mode, status, max_turns, max_rounds, strict_cognition, expected_next_role, octave_mode } = debate;
  let forced = false;
  const audit = debate.audit_log.map(({ action, reason, timestamp, actor, turn_index, original_content_hash }) => {
    const sealed = action === 'force_close' && status === 'force_closed' && !forced;
    forced ||= sealed;
    return {
      action,
      ...(sealed ? {} : { reason }),
      timestamp,
      actor,
      turn_index: turn_index ?? null,
      original_content_hash,
    };
  });
  const comments = toInterjections(debate).map(({ item }) => ({
    source: item.source,
    comment_id: item.comment_id,
    injection_type: item.injection_type,
    processed_at: item.processed_at,
    author: item.author,
    replied_to_turn: item.replied_to_turn ?? null,
  }));
  const rules = { mode, status, max_turns, max_rounds, strict_cognition, expected_next_role, octave_mode };
  const binding = debate.github_binding ?? null;
  return { ...rules, github_binding: binding, audit_log: audit, injected_context: comments };
}

function turnData({ role, timestamp, hash, previous_hash, cognition }: PythonTurn): RuleData {
  return { original: { role, timestamp, hash, previous_hash, cognition } };
}

function toTimedTurns(debate: PythonDebate, seats: ReadonlyMap<string, string>): Timed[] {
  return debate.turns.map((turn) => ({
    ms: pythonTimeMs(turn.timestamp),
    draft: {
      type: 'turn-recorded',
      data: {
        seat: seats.get(turn.role) ?? 'nobody',
        act: 'turn',
        content: turn.content,
        data: turnData(turn),
        warnings: [],
        by: turnBy(turn),
      },
    },
  }));
}

function toOpening(
  debate: PythonDebate,
  seats: ReadonlyMap<string, string>,
  frame: ImportFrame,
): Unsealed<EventData<'debate-opened'>> {
  const roles = [...seats].map(([role, seat]) => ({ seat, label: asName(role) || seat }));
  const options = { source: PYTHON_SOURCE, roles, outcome: findOutcome(debate), file: fileData(debate) };
  return createOpening(debate, { format: IMPORTED_FORMAT, options, seats: roles.map(({ seat }) => seat) }, frame);
}

/** What a reader has to know of it. */
export interface HistoryNote {
  readonly code: string;
  readonly message: string;
}

/**
 * Events of a history; the first is `debate-opened`. Nothing in it is judged, so nothing is refused.
 *
 * @throws HallError `bad-input` for other kinds of session and unsafe names.
 */
export function toHistory(
  debate: PythonDebate,
  notes: readonly HistoryNote[],
  frame: ImportFrame,
): readonly UnsealedDraft[] {
  refuseUnimportable(debate);
  const seats = seatsByRole(debate);
  return withTimes(
    [
      untimed('debate-opened', toOpening(debate, seats, frame)),
      ...inOrderOfTime(toTimedTurns(debate, seats), toInterjections(debate)),
      ...toEnding(debate),
      ...notes.map((note) => untimed('note-recorded', note)),
    ],
    frame.importedAt,
  );
}
