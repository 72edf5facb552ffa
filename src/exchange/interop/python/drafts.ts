// Turns a debate of the Python debate-hall-mcp into events of ours, ready to be sealed and appended.
import type { RuleData } from '../../../domain/event-parts.ts';
import type { EventData } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { threadIdSchema } from '../../../domain/ids.ts';
import { IMPORTED_AGENT, RULES_VERSION } from '../../../domain/outcomes.ts';
import type { Unsealed } from '../../../domain/sealed/sealed.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { asName, inOrderOfTime, type Timed, type UnsealedDraft, untimed, withTimes } from './draft.ts';
import { limitIsReached, toAudits, toEnding, toNotes } from './ending.ts';
import { pythonTimeMs } from './hash.ts';
import { PYTHON_FORMAT, PYTHON_SEATS, REHEARSAL_ROLE } from './mapping.ts';
import { listTombstones } from './read.ts';
import type { PythonDebate, PythonInjection, PythonTurn } from './schema.ts';

export interface ImportFrame {
  /** When it is imported, ISO with milliseconds: the time of what the Python file gives no time for. */
  readonly importedAt: string;
  readonly hallVersion: string;
}

const MAX_LIMIT = 100_000;

function refuse(message: string, hints: { readonly hint?: string } = {}): never {
  throw new HallError('bad-input', message, hints);
}

/** Throws `bad-input` for what no import can make a debate of. */
export function refuseUnimportable(debate: PythonDebate): void {
  const id = threadIdSchema.safeParse(debate.thread_id);
  if (!id.success) {
    refuse(`The thread_id "${debate.thread_id}" ${id.error.issues[0]?.message}.`, {
      hint: 'Name another ID: --id NAME.',
    });
  }
  if ((debate.session_type ?? 'debate') !== 'debate') {
    refuse(`A "${debate.session_type}" session is not a debate of Wind, Wall and Door.`);
  }
}

function checkPlayable(debate: PythonDebate): void {
  refuseUnimportable(debate);
  for (const [key, value] of [
    ['max_turns', debate.max_turns],
    ['max_rounds', debate.max_rounds],
  ] as const) {
    if (value < 1 || value > MAX_LIMIT) refuse(`${key} is ${value}; only 1 to ${MAX_LIMIT} are possible here.`);
  }
  debate.turns.forEach((turn, index) => {
    if (!PYTHON_SEATS.has(turn.role)) {
      refuse(`Turn ${index} has the role "${turn.role}"; only Wind, Wall and Door debate here.`);
    }
  });
}

/** A mediated debate that is not over needs the seat that picks. */
function listSeats(debate: PythonDebate): string[] {
  const going = debate.status === 'active' || debate.status === 'paused';
  return [...PYTHON_SEATS.values(), ...(debate.mode !== 'fixed' && going ? ['mediator'] : [])];
}

export function createOpening(
  debate: PythonDebate,
  rules: { readonly format: string; readonly options: RuleData; readonly seats: readonly string[] },
  frame: ImportFrame,
): Unsealed<EventData<'debate-opened'>> {
  return {
    threadId: debate.thread_id,
    topic: debate.topic,
    format: rules.format,
    options: rules.options,
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: rules.seats.map((seat) => ({ seat, agent: IMPORTED_AGENT })),
    context: [],
    contextLeftOut: [],
    prompts: [],
    seed: sha256Hex(debate.thread_id).slice(0, 32),
    hallVersion: frame.hallVersion,
    rulesVersion: RULES_VERSION,
  };
}

function toOpening(debate: PythonDebate, frame: ImportFrame): Unsealed<EventData<'debate-opened'>> {
  const options = {
    order: debate.mode === 'fixed' ? 'fixed' : 'mediated',
    rounds: null,
    maxTurns: debate.max_turns,
    maxRounds: debate.max_rounds,
    strictCognition: debate.strict_cognition,
    consensus: false,
    maxRefinements: 0,
    maxContent: 32_000,
    mediator: 'seat',
  };
  return createOpening(debate, { format: PYTHON_FORMAT, options, seats: listSeats(debate) }, frame);
}

/** The original hash and time go along, so that the way back gives the same file. */
function turnData(debate: PythonDebate, turn: PythonTurn, index: number): RuleData {
  const removed = listTombstones(debate, index)[0]?.original_content_hash;
  return {
    ...(turn.cognition === null ? {} : { cognition: turn.cognition }),
    ...(turn.hash ? { pythonHash: turn.hash } : {}),
    pythonTimestamp: turn.timestamp,
    ...(removed === undefined || removed === null ? {} : { pythonContentSha256: removed }),
  };
}

/** Who spoke, as far as the file says. */
export function turnBy(turn: PythonTurn): EventData<'turn-recorded'>['by'] {
  const usage = {
    ...(turn.token_input == null ? {} : { inputTokens: turn.token_input }),
    ...(turn.token_output == null ? {} : { outputTokens: turn.token_output }),
  };
  return {
    agent: {
      ...IMPORTED_AGENT,
      ...(turn.agent_role ? { agent: asName(turn.agent_role) } : {}),
      ...(turn.agent_role === REHEARSAL_ROLE ? { rehearsal: true } : {}),
      ...(turn.model ? { model: asName(turn.model) } : {}),
    },
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
  };
}

function turnRecorded(debate: PythonDebate, turn: PythonTurn, index: number): Unsealed<EventData<'turn-recorded'>> {
  return {
    seat: PYTHON_SEATS.get(turn.role) as string,
    act: 'turn',
    content: turn.content,
    data: turnData(debate, turn, index),
    warnings: [],
    by: turnBy(turn),
  };
}

/** Comments that were brought in, oldest first, each with what the file says of it. */
export function toInterjections(debate: PythonDebate): (Timed & { readonly item: PythonInjection })[] {
  return debate.injected_context
    .map((item) => ({
      item,
      ms: pythonTimeMs(item.processed_at),
      draft: {
        type: 'interjection-added' as const,
        data: {
          author: asName(item.author || 'unknown'),
          content: item.content,
          ...(item.source === '' ? {} : { source: item.source }),
          ...(item.comment_id === '' ? {} : { key: asName(item.comment_id) }),
        },
      },
    }))
    .sort((one, other) => (one.ms ?? Number.MAX_VALUE) - (other.ms ?? Number.MAX_VALUE));
}

function turnsAndInterjections(debate: PythonDebate): readonly Timed[] {
  const turns: Timed[] = debate.turns.map((turn, index) => ({
    ms: pythonTimeMs(turn.timestamp),
    turn: index,
    draft: { type: 'turn-recorded', data: turnRecorded(debate, turn, index) },
  }));
  return inOrderOfTime(turns, toInterjections(debate));
}

/**
 * Events that say what a Python debate says, in the order in which they can be appended; the first is `debate-opened`.
 * Times never decrease. A tombstoned turn is recorded with the text that the tombstone left, and redacted after it.
 * What the format's rules demand on top, such as `limit-reached` after the last possible turn, is left to the engine;
 * so the `target` of a redaction is the index of the turn among these drafts, which may differ from its `seq`.
 *
 * @throws HallError `bad-input` for what has no counterpart here: other roles, other kinds of session, unsafe names, odd limits.
 */
export function toDrafts(debate: PythonDebate, frame: ImportFrame): readonly UnsealedDraft[] {
  checkPlayable(debate);
  const inOrder = turnsAndInterjections(debate);
  const last = inOrder.findLastIndex(({ turn }) => turn !== undefined);
  const kept = limitIsReached(debate) ? inOrder.slice(0, last + 1) : inOrder;
  const draftOfTurn = new Map(
    kept.flatMap(({ turn }, index) => (turn === undefined ? [] : [[turn, index + 1] as const])),
  );
  const all: readonly Timed[] = [
    untimed('debate-opened', toOpening(debate, frame)),
    ...kept,
    ...toEnding(debate),
    ...toAudits(debate, draftOfTurn),
    ...toNotes(debate, inOrder.length - kept.length),
  ];
  return withTimes(all, frame.importedAt);
}
