// A debate whose seats are filled by agents that say what a test tells them, run by the real runner on a real ledger.
import fs from 'node:fs';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Agent, AskOptions, Prompt, Reply, ReplyDetails } from '../../src/agents/agent.ts';
import type { AgentRef, Limits, RuleData } from '../../src/domain/event-parts.ts';
import type { FailureCode } from '../../src/domain/failures/failures.ts';
import type { LiveEvent } from '../../src/domain/live-events.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import type { Engine } from '../../src/ledger/engine/engine.ts';
import type { OpenRequest } from '../../src/ledger/engine/opening.ts';
import { NO_TRACING } from '../../src/platform/telemetry/tracing.ts';
import type { FilledSeat } from '../../src/runner/run-context.ts';
import { type RunEnd, runDebate } from '../../src/runner/run-debate.ts';
import { verifyFile } from '../support/check.ts';
import { openRequest, temporaryFolder, testEngine } from '../support/hall.ts';

export const THREAD = 'd';

export type Answer = (prompt: Prompt, options: AskOptions) => Reply | Promise<Reply>;

const DETAILS: ReplyDetails = { durationMs: 1, notes: [] };

export function said(text: string, details: Partial<ReplyDetails> = {}): Reply {
  return { status: 'answered', text, details: { ...DETAILS, ...details } };
}

export function failed(code: FailureCode, more: { retryAfterMs?: number; usage?: ReplyDetails['usage'] } = {}): Reply {
  const { retryAfterMs, usage } = more;
  return {
    status: 'failed',
    failure: { code, message: `It is ${code}.` },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    details: { ...DETAILS, ...(usage === undefined ? {} : { usage }) },
  };
}

/** What a well-behaved seat says to each request. */
export const sensible: Answer = ({ step }) => {
  if (step.act === 'vote') return said('VOTE: APPROVE\n- good');
  if (step.act === 'pick') return said('NEXT: wall');
  return said(`${step.seat} says ${step.id}`);
};

/** Answers to the requests of one seat in turn; when they run out, sensible ones. */
export function inTurn(...answers: readonly (Reply | Answer)[]): Answer {
  let asked = 0;
  return (prompt, options) => {
    const answer = answers[asked++] ?? sensible;
    return typeof answer === 'function' ? answer(prompt, options) : answer;
  };
}

interface Asked {
  readonly agent: string;
  /** Which of the sessions that were opened, from 0. */
  readonly session: number;
  readonly prompt: Prompt;
}

interface Warmed {
  readonly agent: string;
  readonly system: string;
  /** How many questions had been asked of anyone by then. */
  readonly asked: number;
}

export interface Table {
  readonly engine: Engine;
  readonly asked: readonly Asked[];
  /** Sessions that were closed. */
  readonly closed: readonly number[];
  readonly warmed: readonly Warmed[];
  readonly events: readonly LiveEvent[];
  run(options?: { signal?: AbortSignal; retries?: number; listen?: (event: LiveEvent) => void }): Promise<RunEnd>;
}

export interface Seating {
  readonly answers?: Readonly<Record<string, Answer>>;
  /** Answers of the stand-in of a seat. */
  readonly standIns?: Readonly<Record<string, Answer>>;
  /** Seats that nobody fills. */
  readonly empty?: readonly string[];
  /** Of every agent's model, in characters. */
  readonly window?: number;
  /** Vendors of agents, which have the name of their seat; that of a stand-in ends with "-stand-in". */
  readonly vendors?: Readonly<Record<string, string>>;
}

export interface Opening {
  readonly threadId?: string;
  readonly format?: AnyFormat;
  /** One round unless something else is said for a format. */
  readonly options?: RuleData;
  readonly limits?: Partial<Limits>;
  readonly context?: OpenRequest['context'];
}

/** Opens a debate unless it is there, and seats agents; call it again on the same engine for another process's run. */
export async function setTable(
  engine: Engine,
  { answers = {}, standIns = {}, empty = [], window, vendors = {} }: Seating,
  opening: Opening = {},
): Promise<Table> {
  const { threadId = THREAD } = opening;
  const options = opening.format === undefined ? { rounds: 1, ...opening.options } : (opening.options ?? { rounds: 1 });
  const refOf = (name: string): AgentRef => {
    const vendor = vendors[name];
    return { agent: name, kind: 'scripted', ...(vendor === undefined ? {} : { vendor }) };
  };
  const asked: Asked[] = [];
  const warmed: Warmed[] = [];
  const closed: number[] = [];
  let opened = 0;
  const events: LiveEvent[] = [];
  const request = openRequest(threadId, options, opening.format);
  if (!(await engine.store.exists(threadId))) {
    await engine.open({
      ...request,
      limits: { ...request.limits, ...opening.limits },
      context: opening.context ?? [],
      seats: request.seats.map(({ seat }) => ({
        seat,
        agent: refOf(seat),
        ...(seat in standIns ? { standIn: refOf(`${seat}-stand-in`) } : {}),
      })),
    });
  }
  const agentOf = (name: string, answer: Answer): Agent => ({
    ref: refOf(name),
    ...(window === undefined ? {} : { window }),
    probe: async () => ({ usable: true, notes: [] }),
    plan: () => ({ argv: [], env: [], stdin: 'none' }),
    open: async () => {
      const session = opened++;
      return {
        ask: async (prompt, options) => {
          asked.push({ agent: name, session, prompt });
          return await answer(prompt, options);
        },
        warm: (system) => warmed.push({ agent: name, system, asked: asked.length }),
        close: async () => {
          closed.push(session);
        },
      };
    },
  });
  return {
    engine,
    asked,
    closed,
    warmed,
    events,
    async run({ signal = new AbortController().signal, retries = 2, listen } = {}) {
      const { debate } = await engine.snapshot(threadId);
      const agents = new Map<string, FilledSeat>();
      for (const [seat, { agent, replaced }] of Object.entries(debate.seats)) {
        if (empty.includes(seat)) continue;
        const standIn = standIns[seat];
        const own = replaced ? (standIn ?? sensible) : (answers[seat] ?? sensible);
        agents.set(seat, {
          agent: agentOf(agent.agent, own),
          ...(standIn === undefined || replaced ? {} : { standIn: agentOf(`${seat}-stand-in`, standIn) }),
        });
      }
      return await runDebate({
        engine,
        threadId,
        claim: { fence: 0 },
        agents,
        texts: { digests: [], render: (name, values) => `[${name}] ${JSON.stringify(values)}` },
        describeUnchecked: async () => undefined,
        tracing: NO_TRACING,
        retries,
        hallVersion: '0.0.0',
        signal,
        listen: (event) => {
          events.push(event);
          listen?.(event);
        },
      });
    },
  };
}

/** An engine on the folder of this test, whose debate has to verify in the end. */
export function useCheckedFolder(): () => Engine {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(async () => {
    expect((await verifyFile(folder, THREAD)).damage).toEqual([]);
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return () => testEngine(folder);
}
