// What all parts of one run share: the engine, the agents in their seats, who listens, and the sessions that are open.
import type { Agent, AgentSession } from '../agents/agent.ts';
import { isEvent, type LedgerEvent } from '../domain/events.ts';
import { textOf } from '../domain/sealed.ts';
import type { Engine } from '../engine/engine.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import type { LiveListener } from './live.ts';
import type { PromptTexts } from './prompt-builder.ts';

export interface FilledSeat {
  readonly agent: Agent;
  readonly standIn?: Agent;
}

export interface RunRequest {
  readonly engine: Engine;
  readonly threadId: string;
  /** A seat that is missing here is left to a person. */
  readonly agents: ReadonlyMap<string, FilledSeat>;
  readonly texts: PromptTexts;
  /** Further tries after a failure that may pass. */
  readonly retries: number;
  readonly hallVersion: string;
  readonly signal: AbortSignal;
  readonly listen: LiveListener;
}

export class RunContext {
  readonly engine: Engine;
  readonly threadId: string;
  readonly agents: Map<string, FilledSeat>;
  readonly texts: PromptTexts;
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly emit: LiveListener;
  readonly #sessions = new Map<string, { readonly agent: Agent; readonly session: Promise<AgentSession> }>();
  /** By seat, how many contributions its agent was last given as a digest. */
  readonly #digested = new Map<string, number>();

  constructor(request: RunRequest, signal: AbortSignal) {
    this.engine = request.engine;
    this.threadId = request.threadId;
    this.agents = new Map(request.agents);
    this.texts = request.texts;
    this.retries = request.retries;
    this.signal = signal;
    this.emit = request.listen;
  }

  /** The seat's session with this agent; one with an agent that was replaced is closed. */
  async session(seat: string, agent: Agent): Promise<AgentSession> {
    const there = this.#sessions.get(seat);
    if (there?.agent === agent) return await there.session;
    const session = agent.open(seat);
    this.#sessions.set(seat, { agent, session });
    await (await there?.session)?.close();
    return await session;
  }

  /** Starts the seat's program ahead of need. */
  async warm(seat: string, agent: Agent, system: string): Promise<void> {
    (await this.session(seat, agent)).warm?.(system);
  }

  /** Whether this is news for the record: the seat's agent was given so many contributions as a digest. */
  digestChanged(seat: string, count: number): boolean {
    const changed = count !== (this.#digested.get(seat) ?? 0);
    this.#digested.set(seat, count);
    return changed;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(async ({ session }) => await (await session).close()));
    this.#sessions.clear();
  }

  async note(code: string, message: string, seat: string): Promise<void> {
    const { snapshot, events } = await this.engine.dispatch(this.threadId, { type: 'note', code, message, seat });
    this.report(snapshot, events, '');
  }

  /** Tells listeners what was just recorded. */
  report(snapshot: Snapshot, events: readonly LedgerEvent[], step: string): void {
    const spoken = events.some((event) => isEvent(event, 'turn-recorded'));
    const transcript = spoken ? snapshot.format.transcript(snapshot.log) : [];
    for (const event of events) {
      if (isEvent(event, 'turn-recorded')) {
        const { seat, content, by, warnings } = event.data;
        this.emit({
          type: 'turn-recorded',
          seat,
          step,
          seq: event.seq,
          title: transcript.findLast(({ seq }) => seq === event.seq)?.title ?? seat,
          text: textOf(content) ?? '',
          durationMs: by.durationMs ?? 0,
          ...(by.usage === undefined ? {} : { usage: by.usage }),
          warnings,
        });
      } else if (isEvent(event, 'note-recorded')) {
        this.emit({ type: 'note', code: event.data.code, message: event.data.message });
      } else if (isEvent(event, 'limit-reached')) {
        this.emit({ type: 'limit-reached', ...event.data });
      }
    }
  }
}
