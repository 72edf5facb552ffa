// Decides which events a command produces, as a pure function of the debate's state.
import { admitToDebate, noEventProblem, unknownSeatProblem } from '../../domain/admit-event.ts';
import type { Debate } from '../../domain/debate.ts';
import { defined } from '../../domain/defined.ts';
import { type EventData, type EventDraft, isEvent } from '../../domain/events.ts';
import type { Problem } from '../../domain/failures/errors.ts';
import { getManualOutcome } from '../../domain/outcomes.ts';
import { listSealed, readSealed } from '../../domain/sealed/sealed.ts';
import { sha256Hex } from '../../support/canonical.ts';
import type { Seal } from '../chain/chain.ts';
import type { Command } from './commands.ts';
import { draftNextCopy } from './forks/next-copy.ts';
import { findUnknownData, isManual, withAnswerForm, withNextTurns } from './manual-refusals.ts';
import { sealTexts } from './seal-texts.ts';
import { findBlindStart, getNext, listDueSteps, type Snapshot } from './snapshot.ts';

/** The reason to refuse; `undefined` for a seat that nobody holds, and for its holder. */
export function checkSeatKey({ seats }: Debate, seat: string, seatKey: string | undefined): Problem | undefined {
  const held = seats[seat]?.keySha256;
  // A session_id ends with the key.
  const keys = seatKey === undefined ? [] : [seatKey, seatKey.slice(seatKey.lastIndexOf('-') + 1)];
  if (held === undefined || keys.some((key) => sha256Hex(key) === held)) return undefined;
  return {
    code: 'not-your-seat',
    message: `Someone else holds the "${seat}" seat.`,
    hint: 'Use the key you got when you claimed the seat, or the session_id.',
  };
}

export type Decision =
  | { readonly ok: true; readonly drafts: readonly EventDraft[] }
  | { readonly ok: false; readonly problem: Problem };

const accept = (...drafts: EventDraft[]): Decision => ({ ok: true, drafts });
const refuse = (problem: Problem): Decision => ({ ok: false, problem });

function decideRecord(snapshot: Snapshot, command: Extract<Command, { type: 'record' }>, seal: Seal): Decision {
  const { format, state, debate } = snapshot;
  const refused = admitToDebate(debate, { type: 'turn-recorded', seat: command.seat });
  if (refused !== undefined) return refuse(refused);
  const held = checkSeatKey(debate, command.seat, command.seatKey);
  if (held !== undefined) return refuse(held);
  const due = listDueSteps(snapshot).find(({ id, seat }) => seat === command.seat && (command.step ?? id) === id);
  if (command.step !== undefined && due === undefined) {
    return refuse({
      code: 'not-your-turn',
      message: 'This turn is no longer due: the debate has moved on.',
      hint: 'Nothing is recorded. Read what is new first.',
    });
  }
  const act = command.act ?? due?.act ?? 'turn';
  const admission = format.admit(state, {
    seat: command.seat,
    act,
    content: command.content,
    data: command.data ?? {},
    byHand: command.by.author !== undefined,
  });
  if (!admission.ok && admission.problem.code !== 'rule-violation') {
    return refuse(isManual(command.by) ? withNextTurns(snapshot, admission.problem) : admission.problem);
  }
  const unknown = findUnknownData(snapshot, act, command);
  if (unknown !== undefined) return refuse(unknown);
  if (!admission.ok) {
    const { problem } = admission;
    return refuse(isManual(command.by) ? withAnswerForm(snapshot, problem, due, command) : problem);
  }
  return accept({
    type: 'turn-recorded',
    data: defined({
      seat: command.seat,
      act,
      content: seal(command.content),
      data: admission.data,
      warnings: admission.warnings.map(seal),
      citations: command.citations === undefined ? undefined : seal(command.citations),
      by: command.by,
      key: command.key,
    }),
  });
}

function decideTakeSeat(snapshot: Snapshot, command: Extract<Command, { type: 'take' }>): Decision {
  const { format, state, debate } = snapshot;
  const { seat, agent, by, seatKey } = command;
  const refused = admitToDebate(debate, { type: 'seat-taken', seat });
  if (refused !== undefined) return refuse(refused);
  const admission = format.admitSeat?.(state, command);
  if (admission?.ok === false) return refuse(admission.problem);
  const keySha256 = seatKey === undefined ? undefined : sha256Hex(seatKey);
  return accept({
    type: 'seat-taken',
    data: defined({ seat, agent, data: admission?.data ?? command.data, by, keySha256 }),
  });
}

/** Whether closing it in somebody's words would reveal what was said in a phase that is blind and not over. */
export function wouldReveal(snapshot: Snapshot): boolean {
  if (snapshot.debate.status !== 'open') return false;
  return snapshot.log.slice(findBlindStart(snapshot)).some((event) => isEvent(event, 'turn-recorded'));
}

function decideClose(snapshot: Snapshot, command: Extract<Command, { type: 'close' }>, seal: Seal): Decision {
  const { debate, format, state } = snapshot;
  const refused = admitToDebate(debate, { type: 'debate-closed' });
  if (refused !== undefined) return refuse(refused);
  let close: EventData<'debate-closed'>;
  if (command.synthesis === undefined) {
    const next = getNext(snapshot);
    if (next.kind !== 'close') {
      return refuse({
        code: 'bad-input',
        message: 'The debate is not finished, so closing it needs a decision.',
        hint: 'Pass the decision as text, or resume the debate.',
      });
    }
    close = { ...next.close, by: command.by };
  } else if (wouldReveal(snapshot)) {
    return refuse({
      code: 'rule-violation',
      message: 'The phase is blind: closing it now would reveal turns before everyone has spoken.',
      hint: `Wait for the pending turns, or end the debate: debate-hall kill ${debate.opened.threadId} "why"`,
    });
  } else {
    close = {
      outcome: getManualOutcome(debate.status === 'exhausted'),
      decision: { text: seal(command.synthesis) },
      warnings: [],
      by: command.by,
    };
  }
  const admission = format.admitClose(state, close, command.synthesis);
  if (!admission.ok) return refuse(admission.problem);
  return accept({ type: 'debate-closed', data: { ...close, warnings: admission.warnings.map(seal) } });
}

function decideRedact(snapshot: Snapshot, command: Extract<Command, { type: 'redact' }>): Decision {
  const event = snapshot.log[command.target];
  if (event === undefined) return refuse(noEventProblem(snapshot.debate, command.target));
  const places = new Map(
    listSealed(event.data).map(({ sealed, path }) => [path, readSealed(sealed) !== undefined] as const),
  );
  if (places.size === 0) {
    return refuse({
      code: 'bad-input',
      message: `Event ${command.target} (${event.type}) has no text that can be redacted.`,
      hint: `Find the number of the text with "debate-hall show ${snapshot.threadId}".`,
    });
  }
  const fields = command.fields ?? [...places.keys()];
  const unknown = fields.find((field) => !places.has(field));
  if (unknown !== undefined) {
    const hint = `Its texts are at ${[...places.keys()].join(', ')}.`;
    return refuse({ code: 'not-found', message: `Event ${command.target} has no text at "${unknown}".`, hint });
  }
  // Whoever was killed while redacting does it again.
  const remaining = fields.filter((field) => places.get(field) === true);
  if (remaining.length === 0) return accept();
  return accept({
    type: 'texts-redacted',
    data: { target: command.target, fields: remaining, reason: command.reason, by: command.by },
  });
}

/** Pure: which events a command gives on this state, or why it is refused. Shared rules are checked on the events. */
export function decide(snapshot: Snapshot, command: Command, seal: Seal): Decision {
  switch (command.type) {
    case 'record':
      return decideRecord(snapshot, command, seal);
    case 'close':
      return decideClose(snapshot, command, seal);
    case 'redact':
      return decideRedact(snapshot, command);
    case 'replace': {
      const from = snapshot.debate.seats[command.seat]?.agent;
      if (from === undefined) return refuse(unknownSeatProblem(snapshot.debate, command.seat));
      return accept({
        type: 'seat-replaced',
        data: { seat: command.seat, from, to: command.to, reason: seal(command.reason) },
      });
    }
    case 'take':
      return decideTakeSeat(snapshot, command);
    case 'start-run': {
      const { type: _, ...started } = command;
      return accept({ type: 'run-started', data: { ...started, resumed: snapshot.debate.runs.length > 0 } });
    }
    case 'pause-for-people': {
      const due = new Set(listDueSteps(snapshot).map(({ id }) => id));
      const isWaiting =
        command.waiting.every((id) => due.has(id)) && [...due].every((id) => command.asked.includes(id));
      if (isWaiting) return accept({ type: 'run-paused', data: { reason: 'waiting-for-person' } });
      return refuse({ code: 'not-your-turn', message: 'The debate has moved on and no longer waits for anybody.' });
    }
    case 'reach-limit':
      // The rules record their own limits, so the limit may stand there by the time that a run meets it.
      if (snapshot.debate.limitReached?.limit === command.limit) return accept();
      if (command.limit === 'turns' || command.limit === 'rounds') {
        return refuse({ code: 'rule-violation', message: `The limit on ${command.limit} is set by the rules.` });
      }
      return accept({ type: 'limit-reached', data: { limit: command.limit, used: command.used, max: command.max } });
    case 'copy': {
      const draft = draftNextCopy(command.recording, snapshot, seal);
      return draft === undefined ? accept() : accept(draft);
    }
    default:
      return accept({ type: command.type, data: sealTexts(command.type, command.data, seal) } as unknown as EventDraft);
  }
}
