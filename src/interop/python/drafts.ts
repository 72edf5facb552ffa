// Turns a debate of the Python debate-hall-mcp into events of ours, ready to be sealed and appended.
import { HallError } from '../../domain/errors.ts';
import type { EventData, EventType, RuleData } from '../../domain/events.ts';
import { threadIdSchema } from '../../domain/ids.ts';
import type { OpenSealed } from '../../domain/sealed.ts';
import { pythonTimeMs, sha256Hex } from './hash.ts';
import { PYTHON_SEATS, STALEMATE_NOTE } from './mapping.ts';
import { tombstonesOf } from './read.ts';
import type { PythonDebate, PythonTurn } from './schema.ts';

/** Plain text wherever an event holds sealed text. */
export type Unsealed<T> = 'sha256' extends keyof T
  ? keyof T extends keyof OpenSealed
    ? string
    : T
  : T extends readonly (infer Item)[]
    ? Unsealed<Item>[]
    : T extends object
      ? { [Key in keyof T]: Unsealed<T[Key]> }
      : T;

/** An event with its time and plain texts, before sealing and before it has its place in a chain. */
export type UnsealedDraft<T extends EventType = EventType> = T extends EventType
  ? { readonly at: string; readonly type: T; readonly data: Unsealed<EventData<T>> }
  : never;

export interface ImportFrame {
  /** When it is imported, ISO with milliseconds: the time of what the Python file gives no time for. */
  readonly importedAt: string;
  readonly hallVersion: string;
}

const AGENT = { agent: 'imported', kind: 'open' };
const MAX_REASON = 1_000;
const MAX_NAME = 200;
const MAX_LIMIT = 100_000;

const asName = (text: string) => text.slice(0, MAX_NAME);

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
    if (PYTHON_SEATS[turn.role] === undefined) {
      refuse(`Turn ${index} has the role "${turn.role}".`, 'Only Wind, Wall and Door can be imported.');
    }
  });
}

/** A mediated debate that is not over needs the seat that picks. */
function seatsOf(debate: PythonDebate): string[] {
  const going = debate.status === 'active' || debate.status === 'paused';
  return [...Object.values(PYTHON_SEATS), ...(debate.mode !== 'fixed' && going ? ['mediator'] : [])];
}

function opened(debate: PythonDebate, frame: ImportFrame): Unsealed<EventData<'debate-opened'>> {
  return {
    threadId: debate.thread_id,
    topic: debate.topic,
    format: 'wind-wall-door',
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
    seats: seatsOf(debate).map((seat) => ({ seat, agent: AGENT })),
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
    seat: PYTHON_SEATS[turn.role] as string,
    act: 'turn',
    content: turn.content,
    data: turnData(debate, turn, index),
    warnings: [],
    by: {
      agent: { ...AGENT, ...(turn.agent_role ? { agent: asName(turn.agent_role) } : {}), ...model },
      ...(Object.keys(usage).length === 0 ? {} : { usage }),
    },
  };
}

/** A draft with its time in milliseconds; `turn` is the index of the turn that a tombstone removes. */
interface Timed {
  readonly ms: number | undefined;
  readonly turn?: number;
  readonly draft: { [T in EventType]: { type: T; data: Unsealed<EventData<T>> } }[EventType];
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

/** Whether the rules themselves record that a limit is reached, right after the last turn. */
function limitIsReached(debate: PythonDebate): boolean {
  return debate.turns.length >= debate.max_turns || Math.floor(debate.turns.length / 3) >= debate.max_rounds;
}

function ending(debate: PythonDebate): Timed[] {
  const { synthesis, status } = debate;
  const close: Timed[] =
    synthesis === null
      ? []
      : [
          {
            ms: undefined,
            draft: {
              type: 'debate-closed',
              data: {
                outcome: limitIsReached(debate) || status === 'exhaustion' ? 'stopped-by-limit' : 'decided',
                decision: { text: synthesis },
                warnings: [],
                by: AGENT.agent,
              },
            },
          },
        ];
  switch (status) {
    case 'active':
    case 'paused':
      return [];
    case 'synthesis':
    case 'force_closed':
      return close;
    case 'exhaustion':
      if (limitIsReached(debate)) return close;
      return [{ ms: undefined, draft: { type: 'limit-reached', data: budgetSpent(debate) } }, ...close];
    case 'stalemate':
      return [
        say(STALEMATE_NOTE, 'Wind and Wall did not approve the decision; their votes are not in the imported file.'),
        {
          ms: undefined,
          draft: {
            type: 'debate-force-closed',
            data: { reason: 'It ended in a stalemate before it was imported.', by: AGENT.agent },
          },
        },
      ];
  }
}

/** Later versions call a debate exhausted when Door may not refine any more; the nearest limit of ours is the rounds. */
function budgetSpent(debate: PythonDebate): EventData<'limit-reached'> {
  return { limit: 'rounds', used: Math.floor(debate.turns.length / 3), max: debate.max_rounds };
}

function audits(debate: PythonDebate, draftOfTurn: ReadonlyMap<number, number>): Timed[] {
  const forceCloses = debate.audit_log.filter((event) => event.action === 'force_close');
  return debate.audit_log.flatMap((event): Timed[] => {
    const ms = pythonTimeMs(event.timestamp);
    const by = asName(event.actor || AGENT.agent);
    if (event.action === 'force_close') {
      // Force-closing again changed nothing but the log there; a debate of ours is force-closed once.
      return event === forceCloses[0]
        ? [{ ms, draft: { type: 'debate-force-closed', data: { reason: event.reason, by } } }]
        : [];
    }
    const turn = event.turn_index ?? -1;
    const target = draftOfTurn.get(turn);
    // A text can be removed once; of several tombstones on one turn the last is the one whose reason stands in it.
    if (target === undefined || tombstonesOf(debate, turn).at(-1) !== event) return [];
    const reason = event.reason.slice(0, MAX_REASON) || 'no reason given';
    return [{ ms, draft: { type: 'texts-redacted', data: { target, fields: ['/content'], reason, by } } }];
  });
}

function say(code: string, message: string): Timed {
  return { ms: undefined, draft: { type: 'note-recorded', data: { code, message } } };
}

function notes(debate: PythonDebate, wordsLeftOut: number): Timed[] {
  const { audit_log: audit, github_binding: binding, mode } = debate;
  const repeated = audit.length - new Set(audit.map(({ action, turn_index }) => `${action} ${turn_index}`)).size;
  const leftOut = [
    ...(binding ? [`The binding to ${binding.repo} (${binding.target_id}) was not taken over.`] : []),
    ...(mode === 'fixed' || mode === 'mediated' ? [] : [`The mode "${mode}" was imported as mediated order.`]),
    ...(repeated > 0 ? [`${repeated} repeated events of the audit log were not taken over.`] : []),
    ...(wordsLeftOut > 0 ? [`${wordsLeftOut} comments from after the last possible turn were not taken over.`] : []),
    ...(debate.status === 'paused' ? ['It was paused when it was imported.'] : []),
    ...(debate.status === 'stalemate' && debate.synthesis !== null
      ? ['The text of the synthesis was not taken over.']
      : []),
  ];
  const agreed = debate.consensus_metadata?.consensus_reached === true;
  return [
    ...(agreed
      ? [say('imported-consensus', 'Wind and Wall approved the decision; their votes are not in the imported file.')]
      : []),
    ...leftOut.map((message) => say('import-left-out', message)),
  ];
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
