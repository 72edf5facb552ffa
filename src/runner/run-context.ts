// What all parts of one run share: the engine, the agents in their seats, who listens, and the sessions that are open.
import type { Agent, AgentSession, AskOptions, Probe, Prompt, Reply, Workspace } from '../agents/agent.ts';
import type { Expense } from '../domain/calls.ts';
import { defined } from '../domain/defined.ts';
import type { AgentRef, Provenance } from '../domain/event-parts.ts';
import type { LedgerEvent } from '../domain/events.ts';
import type { LiveListener } from '../domain/live-events.ts';
import type { Citation } from '../domain/reading/citations.ts';
import type { Step } from '../formats/format.ts';
import type { Command } from '../ledger/engine/commands.ts';
import type { Engine } from '../ledger/engine/engine.ts';
import type { Recording } from '../ledger/engine/forks/recording.ts';
import { listDueSteps, type Snapshot } from '../ledger/engine/snapshot.ts';
import type { Lease } from '../ledger/stores/store.ts';
import type { Prompts } from '../material/prompts/load.ts';
import type { DeskPorts, Desks, SeatDesk } from '../material/reading/desk.ts';
import { describeAgentRef, describeUsage, RESPONSE_MODEL } from '../platform/telemetry/attributes.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import { closeInOrder } from '../support/close-all.ts';
import { awaitAll } from '../support/wait.ts';
import { LedgerFollower } from './live/ledger-follower.ts';
import { mayLookUp, mayWork } from './rules.ts';

export interface FilledSeat {
  readonly agent: Agent;
  readonly standIn?: Agent;
}

export interface RunReading {
  openDesks(ledger: Pick<DeskPorts, 'log' | 'record'>): Desks;
  /** What becomes of the citations in an answer that follows these events. */
  checkCitations(log: readonly LedgerEvent[], turn: { seat: string; text: string }): Promise<readonly Citation[]>;
}

interface OpenSession {
  readonly agent: Agent;
  readonly session: AgentSession;
  /** Where it looks things up, if it may. */
  readonly desk: SeatDesk | undefined;
}

export interface RunRequest {
  readonly engine: Engine;
  readonly threadId: string;
  /** What the run writes rests on it. */
  readonly claim: Pick<Lease, 'fence'>;
  /** A seat that is missing here is left to a person. */
  readonly agents: ReadonlyMap<string, FilledSeat>;
  readonly texts: Prompts;
  readonly reading?: RunReading | undefined;
  /** Where the seats work that change files. */
  readonly workspace?: Workspace | undefined;
  /** What a fork takes over from its parent in place of asking. */
  readonly recording?: Recording | undefined;
  /** What nobody knows yet of this version of an agent. */
  readonly describeUnchecked: (
    agent: AgentRef,
    seen: Pick<Probe, 'version' | 'sandbox'>,
  ) => Promise<string | undefined>;
  /** Retries after a failure that may pass. */
  readonly retries: number;
  readonly hallVersion: string;
  /** In a shared hall: who runs it, and who asked for it. */
  readonly worker?: string | undefined;
  readonly askedBy?: string | undefined;
  readonly signal: AbortSignal;
  readonly listen: LiveListener;
  readonly tracing: Tracing;
}

async function closeSession(opening: Promise<OpenSession> | undefined): Promise<void> {
  const open = await opening;
  open?.desk?.close();
  await open?.session.close();
}

/** No seat has such a name. */
const stepSessionKey = (step: string) => `step ${step}`;

export class RunContext {
  readonly engine: Engine;
  readonly threadId: string;
  readonly agents: Map<string, FilledSeat>;
  readonly texts: Prompts;
  readonly recording: Recording | undefined;
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly emit: LiveListener;
  readonly tracing: Tracing;
  /** Answers that were paid for and could not be written. */
  readonly lost: Expense[] = [];
  readonly #request: RunRequest;
  readonly #remarked = new Set<string>();
  readonly #desks: Desks | undefined;
  readonly #mayLookUp: (seat: string) => boolean;
  readonly #findWorkspace: (seat: string) => Workspace | undefined;
  readonly #sessions = new Map<string, { readonly agent: Agent; readonly opening: Promise<OpenSession> }>();
  /** By seat, how many contributions its agent was last given as a digest. */
  readonly #digestCounts = new Map<string, number>();
  readonly #follower: LedgerFollower;
  /** By step: aborted when somebody else has taken the turn. */
  readonly #personWaits = new Map<string, AbortController>();

  constructor(request: RunRequest, signal: AbortSignal, start: Snapshot) {
    this.#request = request;
    this.#follower = new LedgerFollower(start);
    this.engine = request.engine;
    this.threadId = request.threadId;
    this.agents = new Map(request.agents);
    this.texts = request.texts;
    this.recording = request.recording;
    const { format, options, debate } = start;
    this.#mayLookUp = (seat) => mayLookUp({ format, options, debate }, seat);
    this.#findWorkspace = (seat) => (mayWork({ format, options, debate }, seat) ? request.workspace : undefined);
    this.#desks = request.reading?.openDesks({
      log: async () => (await this.engine.snapshot(this.threadId)).log,
      record: async (look) => void (await this.write({ type: 'look-recorded', data: look }, look.step)),
    });
    this.retries = request.retries;
    this.signal = signal;
    this.emit = request.listen;
    this.tracing = request.tracing;
  }

  /** Puts a question to the seat's session, or to one of its own for this step. Until the answer the seat may look things up. */
  async ask({ id, seat, alone }: Step, agent: Agent, prompt: Prompt, options: AskOptions): Promise<Reply> {
    const { session, desk } = await this.#openSession(alone === true ? stepSessionKey(id) : seat, seat, agent);
    desk?.begin(id);
    try {
      // A person is no model.
      return agent.attended === true
        ? await session.ask(prompt, options)
        : await this.#traceCall(agent, async () => await session.ask(prompt, options));
    } finally {
      desk?.end();
    }
  }

  async #traceCall(agent: Agent, ask: () => Promise<Reply>): Promise<Reply> {
    const attributes = describeAgentRef(agent.ref);
    return await this.tracing.inSpan({ operation: 'chat', of: agent.ref.model, attributes }, async (span) => {
      const reply = await ask();
      span.set({ ...describeUsage(reply.details.usage), [RESPONSE_MODEL]: reply.details.reportedModel });
      if (reply.status === 'failed') span.fail(reply.failure.code);
      return reply;
    });
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
    await closeSession(stepSession?.opening);
  }

  /** The session with this agent; one with an agent that was replaced is closed. */
  async #openSession(key: string, seat: string, agent: Agent): Promise<OpenSession> {
    const current = this.#sessions.get(key);
    if (current?.agent === agent) return await current.opening;
    const open = async (): Promise<OpenSession> => {
      const uses = agent.usesTools === true && this.#mayLookUp(seat);
      const desk = uses ? await this.#desks?.open(seat) : undefined;
      const session = await agent.open(seat, { tools: desk?.tools, workspace: this.#findWorkspace(seat) });
      return { agent, desk, session };
    };
    const opening = open();
    this.#sessions.set(key, { agent, opening });
    await closeSession(current?.opening);
    return await opening;
  }

  /** JSON of what became of the citations in an answer; `undefined` where there are none to check. */
  async checkCitations(seat: string, text: string): Promise<string | undefined> {
    const { reading } = this.#request;
    if (reading === undefined) return undefined;
    const { log } = await this.engine.snapshot(this.threadId);
    const citations = await reading.checkCitations(log, { seat, text });
    return citations.length === 0 ? undefined : JSON.stringify(citations);
  }

  /** Starts the seat's program ahead of need. */
  async warmUp(seat: string, agent: Agent, system: string): Promise<void> {
    (await this.#openSession(seat, seat, agent)).session.warm?.(system);
  }

  /** Whether this is news for the record: the seat's agent was given so many contributions as a digest. */
  updateDigestCount(seat: string, count: number): boolean {
    const changed = count !== (this.#digestCounts.get(seat) ?? 0);
    this.#digestCounts.set(seat, count);
    return changed;
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()].map(async ({ opening }) => await closeSession(opening));
    await closeInOrder([() => awaitAll(sessions), () => this.#desks?.close()]);
  }

  /** Writes, in the course of a step if it is about one, and tells listeners what the ledger has got. */
  async write(command: Command | ((snapshot: Snapshot) => Command), step = ''): Promise<Snapshot> {
    let expected: number | undefined;
    const resolve = (now: Snapshot) => {
      if (expected !== undefined) this.#follower.forgetStep(expected);
      expected = now.debate.nextSeq;
      this.#follower.expectStep(expected, step);
      return typeof command === 'function' ? command(now) : command;
    };
    const { snapshot } = await this.engine.dispatch(this.threadId, resolve, this.#request.claim);
    this.emitNew(snapshot);
    return snapshot;
  }

  async writeNote(code: string, message: string, seat: string): Promise<void> {
    await this.write({ type: 'note-recorded', data: { code, message, seat } });
  }

  /** True the first time in this run that this is to be remarked. */
  takeRemark(key: string): boolean {
    if (this.#remarked.has(key)) return false;
    this.#remarked.add(key);
    return true;
  }

  /** Once in a run for each version of an agent, whichever of its seats answers first. */
  async takeVersionRemark({ agent, cliVersion: version, sandbox }: Provenance): Promise<string | undefined> {
    if (version === undefined || !this.takeRemark(`version ${agent.agent} ${version}`)) return undefined;
    return await this.#request.describeUnchecked(agent, { version, ...defined({ sandbox }) });
  }

  /** Emits new ledger events to listeners, and aborts waits for people whose step is no longer due. */
  emitNew(snapshot: Snapshot): void {
    for (const event of this.#follower.takeNew(snapshot)) this.emit(event);
    const due = new Set(listDueSteps(snapshot).map(({ id }) => id));
    for (const [step, personWait] of this.#personWaits) if (!due.has(step)) personWait.abort();
  }
}
