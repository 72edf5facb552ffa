// What all parts of one run share: the engine, the agents in their seats, who listens, and the sessions that are open.
import type { Agent, AgentSession } from '../agents/agent.ts';
import { isEvent } from '../domain/events.ts';
import type { Command } from '../engine/commands.ts';
import type { Engine } from '../engine/engine.ts';
import { getNext, type Snapshot } from '../engine/snapshot.ts';
import type { Step } from '../formats/format.ts';
import type { PromptTexts } from './build-prompt.ts';
import { LedgerFollower } from './live/ledger-follower.ts';
import type { LiveListener } from './live/live-events.ts';

export interface FilledSeat {
  readonly agent: Agent;
  readonly standIn?: Agent;
}

/** What seats may read beyond their prompts. */
export interface ReadableCopy {
  /** Absolute path of a folder. */
  readonly folder: string;
  /** Where it came from, for the record. */
  readonly description: string;
}

export interface RunRequest {
  readonly engine: Engine;
  readonly threadId: string;
  /** A seat that is missing here is left to a person. */
  readonly agents: ReadonlyMap<string, FilledSeat>;
  readonly texts: PromptTexts;
  readonly readableCopy?: ReadableCopy | undefined;
  /** Retries after a failure that may pass. */
  readonly retries: number;
  readonly hallVersion: string;
  readonly signal: AbortSignal;
  readonly listen: LiveListener;
}

/** No seat has such a name. */
const stepSessionKey = (step: string) => `step ${step}`;

export class RunContext {
  readonly engine: Engine;
  readonly threadId: string;
  readonly agents: Map<string, FilledSeat>;
  readonly texts: PromptTexts;
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly emit: LiveListener;
  readonly #readableCopy: ReadableCopy | undefined;
  readonly #sessions = new Map<string, { readonly agent: Agent; readonly session: Promise<AgentSession> }>();
  /** By seat, how many contributions its agent was last given as a digest. */
  readonly #digestCounts = new Map<string, number>();
  readonly #follower: LedgerFollower;
  /** By step: aborted when somebody else has taken the turn. */
  readonly #personWaits = new Map<string, AbortController>();

  constructor(request: RunRequest, signal: AbortSignal, start: Snapshot) {
    this.#follower = new LedgerFollower(start);
    this.engine = request.engine;
    this.threadId = request.threadId;
    this.agents = new Map(request.agents);
    this.texts = request.texts;
    this.#readableCopy = request.readableCopy;
    this.retries = request.retries;
    this.signal = signal;
    this.emit = request.listen;
  }

  /** The seat's session with this agent; one with an agent that was replaced is closed. */
  async session(seat: string, agent: Agent): Promise<AgentSession> {
    return await this.#openSession(seat, seat, agent);
  }

  /** The session for one step: that of its seat, or one of its own. */
  async sessionFor({ id, seat, alone }: Step, agent: Agent): Promise<AgentSession> {
    return await this.#openSession(alone === true ? stepSessionKey(id) : seat, seat, agent);
  }

  /**
   * Stops a question with the run, and a person also when somebody else has taken the turn. The answer of a program is waited
   * for: it is paid for, and kept as refused.
   */
  signalFor({ id }: Step, agent: Agent): AbortSignal {
    if (agent.attended !== true) return this.signal;
    const personWait = this.#personWaits.get(id) ?? new AbortController();
    this.#personWaits.set(id, personWait);
    return AbortSignal.any([this.signal, personWait.signal]);
  }

  /** Ends what only this step needed. */
  async finishStep({ id }: Step): Promise<void> {
    this.#personWaits.delete(id);
    const stepSession = this.#sessions.get(stepSessionKey(id));
    this.#sessions.delete(stepSessionKey(id));
    await (await stepSession?.session)?.close();
  }

  async #openSession(key: string, seat: string, agent: Agent): Promise<AgentSession> {
    const current = this.#sessions.get(key);
    if (current?.agent === agent) return await current.session;
    const readIn = agent.explores === true ? this.#readableCopy?.folder : undefined;
    const session = agent.open(seat, { readIn });
    this.#sessions.set(key, { agent, session });
    await (await current?.session)?.close();
    return await session;
  }

  /** Starts the seat's program ahead of need. */
  async warmUp(seat: string, agent: Agent, system: string): Promise<void> {
    (await this.session(seat, agent)).warm?.(system);
  }

  /** Whether this is news for the record: the seat's agent was given so many contributions as a digest. */
  updateDigestCount(seat: string, count: number): boolean {
    const changed = count !== (this.#digestCounts.get(seat) ?? 0);
    this.#digestCounts.set(seat, count);
    return changed;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(async ({ session }) => await (await session).close()));
    this.#sessions.clear();
  }

  /** Writes, in the course of a step if it is about one, and tells listeners what the ledger has got. */
  async write(command: Command | ((snapshot: Snapshot) => Command), step = ''): Promise<Snapshot> {
    const { snapshot } = await this.engine.dispatch(this.threadId, (now) => {
      this.#follower.expectStep(now.debate.nextSeq, step);
      return typeof command === 'function' ? command(now) : command;
    });
    this.emitNew(snapshot);
    return snapshot;
  }

  async writeNote(code: string, message: string, seat: string): Promise<void> {
    await this.write({ type: 'note', code, message, seat });
  }

  /** Says once what the seat's agent reads beyond its prompts, or that it does not although others may. */
  async noteReadableCopy(seat: string, agent: Agent): Promise<void> {
    if (this.#readableCopy === undefined || agent.attended === true) return;
    const { agent: name } = agent.ref;
    const message =
      agent.explores === true
        ? `${name} may read ${this.#readableCopy.description}`
        : `${name} has only the material, because it cannot be confined to a copy of the repository.`;
    const { log } = await this.engine.snapshot(this.threadId);
    const isKnown = log.some(
      (event) => isEvent(event, 'note-recorded') && event.data.seat === seat && event.data.message === message,
    );
    if (!isKnown) await this.writeNote('reading', message, seat);
  }

  /** Emits new ledger events to listeners, and aborts waits for people whose step is no longer due. */
  emitNew(snapshot: Snapshot): void {
    for (const event of this.#follower.takeNew(snapshot)) this.emit(event);
    const next = getNext(snapshot);
    const due = new Set(next.kind === 'ask' ? next.steps.map(({ id }) => id) : []);
    for (const [step, personWait] of this.#personWaits) if (!due.has(step)) personWait.abort();
  }
}
