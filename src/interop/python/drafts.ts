// Turns a debate of the Python debate-hall-mcp into events of ours, ready to be sealed and appended.
import { HallError } from '../../domain/errors.ts';
import type { EventData, RuleData } from '../../domain/events.ts';
import { threadIdSchema } from '../../domain/ids.ts';
import { asName, IMPORTED, type Timed, type Unsealed, type UnsealedDraft } from './draft.ts';
import { audits, ending, limitIsReached, notes } from './ending.ts';
import { pythonTimeMs, sha256Hex } from './hash.ts';
import { PYTHON_FORMAT, PYTHON_SEATS } from './mapping.ts';
import { tombstonesOf } from './read.ts';
import type { PythonDebate, PythonTurn } from './schema.ts';

export interface ImportFrame {
  /** When it is imported, ISO with milliseconds: the time of what the Python file gives no time for. */
  readonly importedAt: string;
  readonly hallVersion: string;
}

const MAX_LIMIT = 100_000;

function refuse(message: string, hint?: string): never {
  throw new HallError('bad-input', message, hint === undefined ? {} : { hint });
}

function checkImportable(debate: PythonDebate): void {
  const id = threadIdSchema.safeParse(debate.thread_id);
  if (!id.success) refuse(`The thread_id "${debate.thread_id}" ${id.error.issues[0]?.message}.`);
  if ((debate.session_type ?? 'debate') !== 'debate') {
    refuse(`A "${debate.session_type}" session is no debate of Wind, Wall and Door.`);
  }
  for (const [key, value] of [
    ['max_turns', debate.max_turns],
    ['max_rounds', debate.max_rounds],
  ] as const) {
    if (value < 1 || value > MAX_LIMIT) refuse(`${key} is ${value}; only 1 to ${MAX_LIMIT} can be imported.`);
  }
  debate.turns.forEach((turn, index) => {
    if (!PYTHON_SEATS.has(turn.role)) {
      refuse(`Turn ${index} has the role "${turn.role}".`, 'Only Wind, Wall and Door can be imported.');
    }
  });
}

/** A mediated debate that is not over needs the seat that picks. */
function seatsOf(debate: PythonDebate): string[] {
  const going = debate.status === 'active' || debate.status === 'paused';
  return [...PYTHON_SEATS.values(), ...(debate.mode !== 'fixed' && going ? ['mediator'] : [])];
}

function opened(debate: PythonDebate, frame: ImportFrame): Unsealed<EventData<'debate-opened'>> {
  return {
    threadId: debate.thread_id,
    topic: debate.topic,
    format: PYTHON_FORMAT,
    options: {
      order: debate.mode === 'fixed' ? 'fixed' : 'mediated',
      rounds: null,
      maxTurns: debate.max_turns,
      maxRounds: debate.max_rounds,
      strictCognition: debate.strict_cognition,
      consensus: false,
      maxRefinements: 0,
      maxContent: 32_000,
      mediator: 'seat',
    },
    limits: { tokens: null, costMicroUsd: null, wallMs: null },
    seats: seatsOf(debate).map((seat) => ({ seat, agent: IMPORTED })),
    context: [],
    contextLeftOut: [],
    prompts: [],
    seed: sha256Hex(debate.thread_id).slice(0, 32),
    hallVersion: frame.hallVersion,
  };
}

/** The original hash and time go along, so that the way back gives the same file. */
function turnData(debate: PythonDebate, turn: PythonTurn, index: number): RuleData {
  const removed = tombstonesOf(debate, index)[0]?.original_content_hash;
  return {
    ...(turn.cognition === null ? {} : { cognition: turn.cognition }),
    ...(turn.hash ? { pythonHash: turn.hash } : {}),
    pythonTimestamp: turn.timestamp,
    ...(removed === undefined || removed === null ? {} : { pythonContentSha256: removed }),
  };
}

function turnRecorded(debate: PythonDebate, turn: PythonTurn, index: number): Unsealed<EventData<'turn-recorded'>> {
  const model = turn.model ? { model: asName(turn.model) } : {};
  const usage = {
    ...(turn.token_input == null ? {} : { inputTokens: turn.token_input }),
    ...(turn.token_output == null ? {} : { outputTokens: turn.token_output }),
  };
  return {
    seat: PYTHON_SEATS.get(turn.role) as string,
    act: 'turn',
    content: turn.content,
    data: turnData(debate, turn, index),
    warnings: [],
    by: {
      agent: { ...IMPORTED, ...(turn.agent_role ? { agent: asName(turn.agent_role) } : {}), ...model },
      ...(Object.keys(usage).length === 0 ? {} : { usage }),
    },
  };
}

function turnsAndInterjections(debate: PythonDebate): Timed[] {
  const turns: Timed[] = debate.turns.map((turn, index) => ({
    ms: pythonTimeMs(turn.timestamp),
    turn: index,
    draft: { type: 'turn-recorded', data: turnRecorded(debate, turn, index) },
  }));
  const words: Timed[] = debate.injected_context.map((item) => ({
    ms: pythonTimeMs(item.processed_at),
    draft: {
      type: 'interjection-added',
      data: {
        author: asName(item.author || 'unknown'),
        content: item.content,
        ...(item.source === '' ? {} : { source: item.source }),
        ...(item.comment_id === '' ? {} : { key: asName(item.comment_id) }),
      },
    },
  }));
  for (const word of words) {
    const later = turns.findIndex((item) => (item.ms ?? 0) > (word.ms ?? Number.POSITIVE_INFINITY));
    turns.splice(later < 0 ? turns.length : later, 0, word);
  }
  return turns;
}

/**
 * Events that say what a Python debate says, in the order in which they can be appended; the first is `debate-opened`.
 * Times never decrease. A tombstoned turn is recorded with the text that the tombstone left, and redacted after it.
 * What the format's rules demand on top, such as `limit-reached` after the last possible turn, is left to the engine;
 * so the `target` of a redaction is the index of the turn among these drafts, which may differ from its `seq`.
 *
 * @throws HallError `bad-input` for what has no counterpart here: other roles, other kinds of session, unsafe names.
 */
export function toDrafts(debate: PythonDebate, frame: ImportFrame): readonly UnsealedDraft[] {
  checkImportable(debate);
  const inOrder = turnsAndInterjections(debate);
  const last = inOrder.findLastIndex(({ turn }) => turn !== undefined);
  const said = limitIsReached(debate) ? inOrder.slice(0, last + 1) : inOrder;
  const draftOfTurn = new Map(
    said.flatMap(({ turn }, index) => (turn === undefined ? [] : [[turn, index + 1] as const])),
  );
  const firstMs = said.find(({ ms }) => ms !== undefined)?.ms;
  const all: Timed[] = [
    { ms: firstMs, draft: { type: 'debate-opened', data: opened(debate, frame) } },
    ...said,
    ...ending(debate),
    ...audits(debate, draftOfTurn),
    ...notes(debate, inOrder.length - said.length),
  ];
  let at = firstMs ?? Date.parse(frame.importedAt);
  return all.map(({ ms, draft }) => {
    at = Math.max(at, ms ?? at);
    return { at: new Date(at).toISOString(), ...draft } as UnsealedDraft;
  });
}
