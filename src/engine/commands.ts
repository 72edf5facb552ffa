// What can be asked of a debate, and the pure decision which events that gives.

import { formOf } from '../domain/answers/form.ts';
import { admit, sealedAt } from '../domain/debate.ts';
import type { Problem } from '../domain/errors.ts';
import {
  type AgentRef,
  type EventData,
  type EventDraft,
  isEvent,
  type LimitKind,
  type Limits,
  OPEN_SEAT,
  type Provenance,
  type RuleData,
  type Usage,
} from '../domain/events.ts';
import type { Failure } from '../domain/failures.ts';
import { mapSealed, textOf } from '../domain/sealed.ts';
import type { Step } from '../formats/format.ts';
import { sha256Hex } from '../ledger/canonical.ts';
import type { Seal } from '../ledger/seal.ts';
import { packageFile } from '../support/package-file.ts';
import { blindFrom, nextOf, type Snapshot } from './snapshot.ts';

/** Events that report something done outside of the debate; recorded as they are. */
export type Remembered = 'thread-linked' | 'comment-posted' | 'comment-edited' | 'adr-planned' | 'adr-proposed';

export type Command =
  | {
      readonly type: 'record';
      readonly seat: string;
      /** Left out: whatever this seat is due to do. */
      readonly act?: string;
      readonly content: string;
      readonly data?: RuleData;
      readonly by: Provenance;
      readonly key?: string;
      /** What whoever took the seat was given, for a seat that is held. */
      readonly seatKey?: string;
    }
  | {
      readonly type: 'interject';
      readonly author: string;
      readonly content: string;
      readonly source?: string;
      readonly key?: string;
    }
  | {
      readonly type: 'reject';
      readonly step: Step;
      readonly content: string;
      readonly issues: readonly string[];
      readonly by: Provenance;
    }
  | {
      readonly type: 'fail';
      readonly step: Step;
      readonly agent: AgentRef;
      readonly failure: Failure;
      readonly attempts: number;
      readonly durationMs?: number;
      readonly usage?: Usage;
      readonly partial?: string;
    }
  | { readonly type: 'replace'; readonly seat: string; readonly to: AgentRef; readonly reason: string }
  /** Takes a seat by hand; with a key only who has it may speak for the seat. */
  | {
      readonly type: 'take';
      readonly seat: string;
      readonly agent: AgentRef;
      readonly data: RuleData;
      readonly by: string;
      readonly seatKey?: string;
    }
  | { readonly type: 'leave'; readonly seat: string; readonly reason: string }
  | { readonly type: 'extend'; readonly rounds: number; readonly by: string }
  | { readonly type: 'start-run'; readonly pid: number; readonly hallVersion: string }
  | { readonly type: 'pause'; readonly reason: EventData<'run-paused'>['reason'] }
  | { readonly type: 'reach-limit'; readonly limit: LimitKind; readonly used: number; readonly max: number }
  | { readonly type: 'raise-limits'; readonly limits: Limits }
  | { readonly type: 'note'; readonly code: string; readonly message: string; readonly seat?: string }
  | {
      readonly type: 'redact';
      readonly target: number;
      /** JSON pointers below the event's data; left out: every sealed text of the event. */
      readonly fields?: readonly string[];
      readonly reason: string;
      readonly by: string;
    }
  /** Without `synthesis` the debate must have run its course; the format says with which outcome. */
  | { readonly type: 'close'; readonly synthesis?: string; readonly by: string }
  /** What was done outside with this debate, which the ledger has to remember. */
  | { readonly type: 'remember'; readonly event: EventDraft<Remembered> }
  | { readonly type: 'force-close'; readonly reason: string; readonly by: string };

export type Decision =
  | { readonly ok: true; readonly drafts: readonly EventDraft[] }
  | { readonly ok: false; readonly problem: Problem };

const accept = (...drafts: EventDraft[]): Decision => ({ ok: true, drafts });
const refuse = (problem: Problem): Decision => ({ ok: false, problem });

/** Drops keys without a value: an event has a field or has not. */
function present<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

/** Whether whoever speaks has the seat outside of a run, so that nobody has told them what is wanted. */
function isByHand({ agent }: Provenance): boolean {
  return agent.kind === OPEN_SEAT.kind;
}

/** What was wanted, for a step whose answer has a form. */
function withForm({ format }: Snapshot, problem: Problem, due: Step | undefined): Problem {
  if (due?.schema === undefined || problem.hint !== undefined) return problem;
  const form = `As JSON the answer has the form ${formOf(due.schema)}.`;
  const prompt = packageFile(`prompts/${format.id}/${due.task}.md`);
  const hint = `${form} ${prompt} asks for it in full; the rules are in ${packageFile(`docs/formats/${format.id}.md`)}.`;
  return { ...problem, hint };
}

/**
 * Data by hand that nobody would ever read, such as a misspelt name. Only here and not in `admit`: ledgers that have such data
 * keep verifying. What a run brings along is the step's own.
 */
function unknownData(
  { format }: Snapshot,
  act: string,
  { by, data = {} }: Extract<Command, { type: 'record' }>,
): Problem | undefined {
  if (!isByHand(by)) return undefined;
  const known = format.outright?.[act] ?? [];
  const issues = Object.keys(data)
    .filter((name) => !known.includes(name))
    .map((name) => `The data of a ${act} has no "${name}".`);
  if (issues.length === 0) return undefined;
  const hint = known.length === 0 ? 'It takes no data; omit it.' : `It takes ${known.join(', ')}.`;
  return { code: 'rule-violation', message: issues.join(' '), hint, issues };
}

function decideRecord(snapshot: Snapshot, command: Extract<Command, { type: 'record' }>, seal: Seal): Decision {
  const { format, state, debate } = snapshot;
  const refused = admit(debate, { type: 'turn-recorded', seat: command.seat });
  if (refused !== undefined) return refuse(refused);
  const held = debate.seats[command.seat]?.keySha256;
  if (held !== undefined && (command.seatKey === undefined || sha256Hex(command.seatKey) !== held)) {
    return refuse({
      code: 'not-your-seat',
      message: `Someone else holds the "${command.seat}" seat.`,
      hint: 'Use the key you got when you claimed the seat.',
    });
  }
  const next = nextOf(snapshot);
  const due = next.kind === 'ask' ? next.steps.find((step) => step.seat === command.seat) : undefined;
  const act = command.act ?? due?.act ?? 'turn';
  const admission = format.admit(state, {
    seat: command.seat,
    act,
    content: command.content,
    data: command.data ?? {},
    byHand: command.by.author !== undefined,
  });
  if (!admission.ok && admission.problem.code !== 'rule-violation') return refuse(admission.problem);
  const unknown = unknownData(snapshot, act, command);
  if (unknown !== undefined) return refuse(unknown);
  if (!admission.ok)
    return refuse(isByHand(command.by) ? withForm(snapshot, admission.problem, due) : admission.problem);
  return accept({
    type: 'turn-recorded',
    data: present({
      seat: command.seat,
      act,
      content: seal(command.content),
      data: admission.data,
      warnings: [...admission.warnings],
      by: command.by,
      key: command.key,
    }),
  });
}

function decideTake(snapshot: Snapshot, command: Extract<Command, { type: 'take' }>): Decision {
  const { format, state } = snapshot;
  const { seat, agent, by, seatKey } = command;
  const admission = format.admitSeat?.(state, command);
  if (admission?.ok === false) return refuse(admission.problem);
  const keySha256 = seatKey === undefined ? undefined : sha256Hex(seatKey);
  return accept({
    type: 'seat-taken',
    data: present({ seat, agent, data: admission?.data ?? command.data, by, keySha256 }),
  });
}

/** Whether someone has spoken in a phase that is blind and not over. */
function withholds(snapshot: Snapshot): boolean {
  return snapshot.log.slice(blindFrom(snapshot)).some((event) => isEvent(event, 'turn-recorded'));
}

function decideClose(snapshot: Snapshot, command: Extract<Command, { type: 'close' }>, seal: Seal): Decision {
  const { debate, format, state } = snapshot;
  const refused = admit(debate, { type: 'debate-closed' });
  if (refused !== undefined) return refuse(refused);
  let close: EventData<'debate-closed'>;
  if (command.synthesis === undefined) {
    const next = nextOf(snapshot);
    if (next.kind !== 'close') {
      return refuse({
        code: 'bad-input',
        message: 'The debate is not finished, so closing it needs a decision.',
        hint: 'Pass the decision as text, or resume the debate.',
      });
    }
    close = { ...next.close, by: command.by };
  } else if (debate.status === 'open' && withholds(snapshot)) {
    return refuse({
      code: 'rule-violation',
      message: 'The phase is blind: closing it now would reveal turns before everyone has spoken.',
      hint: `Wait for the pending turns, or end the debate: debate-hall kill ${debate.opened.threadId} "why"`,
    });
  } else {
    close = {
      outcome: debate.status === 'exhausted' ? 'stopped-by-limit' : 'decided',
      decision: { text: seal(command.synthesis) },
      warnings: [],
      by: command.by,
    };
  }
  const admission = format.admitClose(state, close, command.synthesis);
  if (!admission.ok) return refuse(admission.problem);
  return accept({ type: 'debate-closed', data: { ...close, warnings: [...admission.warnings] } });
}

function decideRedact(snapshot: Snapshot, command: Extract<Command, { type: 'redact' }>): Decision {
  const event = snapshot.log[command.target];
  if (event === undefined) {
    return refuse({
      code: 'not-found',
      message: `There is no event ${command.target}.`,
      hint: `Events run from 0 to ${snapshot.log.length - 1}.`,
    });
  }
  const open: string[] = [];
  mapSealed(event.data, (sealed, path) => {
    if (textOf(sealed) !== undefined) open.push(path);
    return sealed;
  });
  const fields = command.fields ?? open;
  const unknown = fields.find((field) => sealedAt(event, field) === undefined);
  if (unknown !== undefined) {
    return refuse({ code: 'not-found', message: `Event ${command.target} has no text at "${unknown}".` });
  }
  const remaining = fields.filter((field) => open.includes(field));
  if (remaining.length === 0) {
    return refuse({ code: 'bad-input', message: `Event ${command.target} has no text left to redact.` });
  }
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
    case 'interject':
      return accept({
        type: 'interjection-added',
        data: present({
          author: command.author,
          content: seal(command.content),
          source: command.source,
          key: command.key,
        }),
      });
    case 'reject':
      return accept({
        type: 'answer-rejected',
        data: {
          seat: command.step.seat,
          act: command.step.act,
          content: seal(command.content),
          issues: [...command.issues],
          by: command.by,
        },
      });
    case 'fail':
      return accept({
        type: 'seat-failed',
        data: present({
          seat: command.step.seat,
          act: command.step.act,
          agent: command.agent,
          failure: command.failure,
          attempts: command.attempts,
          durationMs: command.durationMs,
          usage: command.usage,
          partial: command.partial === undefined ? undefined : seal(command.partial),
        }),
      });
    case 'replace': {
      const from = snapshot.debate.seats[command.seat]?.agent;
      if (from === undefined) return refuse({ code: 'not-found', message: `There is no seat "${command.seat}".` });
      return accept({
        type: 'seat-replaced',
        data: { seat: command.seat, from, to: command.to, reason: command.reason },
      });
    }
    case 'take':
      return decideTake(snapshot, command);
    case 'leave':
      return accept({ type: 'seat-left', data: { seat: command.seat, reason: command.reason } });
    case 'extend':
      return accept({ type: 'debate-extended', data: { rounds: command.rounds, by: command.by } });
    case 'start-run':
      return accept({
        type: 'run-started',
        data: { hallVersion: command.hallVersion, pid: command.pid, resumed: snapshot.debate.runs.length > 0 },
      });
    case 'pause':
      return accept({ type: 'run-paused', data: { reason: command.reason } });
    case 'reach-limit':
      // The rules record their own limits, so the limit may stand there by the time that a run meets it.
      if (snapshot.debate.limitReached?.limit === command.limit) return accept();
      if (command.limit === 'turns' || command.limit === 'rounds') {
        return refuse({ code: 'rule-violation', message: `The limit on ${command.limit} is set by the rules.` });
      }
      return accept({ type: 'limit-reached', data: { limit: command.limit, used: command.used, max: command.max } });
    case 'raise-limits':
      return accept({ type: 'limits-raised', data: { limits: command.limits } });
    case 'note':
      return accept({
        type: 'note-recorded',
        data: present({ code: command.code, message: command.message, seat: command.seat }),
      });
    case 'remember':
      return accept(command.event);
    case 'force-close':
      return accept({ type: 'debate-force-closed', data: { reason: seal(command.reason), by: command.by } });
  }
}
