// A session of a client: the debate that it is about, and what a prompt does to it. A prompt asks a question, or joins the
// debate that is open: as an interjection, or as the turn of a person who is due.
import { type AgentContext, type ContentBlock, type PromptResponse, RequestError } from '@agentclientprotocol/sdk';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { pastForecast } from '../../hall/operations/debate/forecast/forecast-text.ts';
import { requestedSettings } from '../../hall/operations/debate/opening/request.ts';
import { topicLine } from '../../hall/operations/debate/opening/topic.ts';
import { prepareFollowUp } from '../../hall/operations/debate/running/follow-up.ts';
import type { RunInput } from '../../hall/operations/debate/running/prepare-run.ts';
import type { RunOutput } from '../../hall/operations/debate/running/run-output.ts';
import { runThread } from '../../hall/operations/debate/running/run-thread.ts';
import type { Probing } from '../../hall/operations/debate/seats/probe-agents.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { showDebate } from '../../hall/operations/records/copies/export-debate.ts';
import { getOutcome } from '../../ledger/engine/record/record.ts';
import { isAbort } from '../../support/wait.ts';
import type { Chosen } from './choices.ts';
import { tellEnding } from './ending.ts';
import { type HallSettings, openHallFor, openWithConsent } from './halls.ts';
import { findWhyLost, INTERJECTION, interjectInRun, joinDebate, NEXT_QUESTION, readNextMessage } from './joining.ts';
import { describeOpening, openFor } from './opening.ts';
import { readPrompt, refuseFiles, type UserMessage } from './prompt.ts';
import { createMessage, createRemark, type Send, Speech } from './speech.ts';

export interface SessionPorts {
  readonly settings: HallSettings;
  readonly client: AgentContext;
  /** How the record names whoever writes in this client. */
  readonly author: () => string;
}

/** The debate that a run is about, once it is open. */
interface Floor {
  readonly hall: Hall;
  readonly threadId: string;
}

interface Running {
  /** `undefined` when nothing came to be opened. */
  readonly floor: Promise<Floor | undefined>;
  readonly ended: Promise<void>;
}

type Wanted = Pick<RunInput, 'threadId' | 'probing' | 'followUp'>;

function promised<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export class Session {
  readonly id: string;
  readonly cwd: string;
  chosen: Chosen;
  /** The debate that a follow-up is about. */
  #threadId: string | undefined;
  /** What the next message is, as the client's user was told. */
  #next = NEXT_QUESTION;
  readonly #ports: SessionPorts;
  readonly #consents = new Map<string, boolean>();
  readonly #warned = new Set<string>();
  #running: Running | undefined;
  #isClosed = false;
  /** Ends every message that came before it was aborted, also those that wait. */
  #stop = new AbortController();

  constructor(id: string, cwd: string, ports: SessionPorts) {
    this.id = id;
    this.cwd = cwd;
    this.#ports = ports;
    this.chosen = defined({ perspectives: ports.settings.perspectives });
  }

  readonly send: Send = (update) => {
    // A client that is gone ends the connection, and with it every run.
    this.#ports.client.notify('session/update', { sessionId: this.id, update }).catch(() => {});
  };

  /** Takes up a debate as its user has just seen it, if the session has one. */
  async load(hall: Hall, threadId: string | undefined): Promise<void> {
    this.#threadId = threadId;
    this.#next = threadId === undefined ? NEXT_QUESTION : readNextMessage(await hall.engine.snapshot(threadId));
  }

  /** Stops the run, if there is one, and leaves its debate resumable. A message that waits to become the next one ends, too. */
  cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** For good: what comes later is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop.abort();
    await this.#running?.ended;
  }

  /** The hall with what was chosen. The caller closes it. */
  async openHall(trust?: true): Promise<Hall> {
    const { perspectives: _, ...requested } = this.chosen;
    return await openHallFor(this.#ports.settings, { cwd: this.cwd, settings: requestedSettings(requested), trust });
  }

  /** Returns when the run has ended; a prompt that comes meanwhile returns as soon as it is recorded. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    if (this.#isClosed) throw RequestError.sessionNotFound(this.id);
    const message = readPrompt(blocks);
    const stop = AbortSignal.any([signal, this.#stop.signal]);
    try {
      return await this.#answer(message, stop);
    } catch (error) {
      const isCancelled = error instanceof HallError && error.code === 'cancelled';
      if (isCancelled || isAbort(error, stop)) return { stopReason: 'cancelled' };
      throw error;
    }
  }

  async #answer(message: UserMessage, signal: AbortSignal): Promise<PromptResponse> {
    while (this.#running !== undefined) {
      if (await this.#joinRun(this.#running, message, signal)) return { stopReason: 'end_turn' };
      await this.#running?.ended;
    }
    signal.throwIfAborted();
    const floor = promised<Floor | undefined>();
    const ended = promised<void>();
    this.#running = { floor: floor.promise, ended: ended.promise };
    try {
      return await this.#run(message, floor.resolve, signal);
    } finally {
      floor.resolve(undefined);
      this.#running = undefined;
      ended.resolve();
    }
  }

  /** Whether they have their answer; what is written while a debate runs is never the question of another one. */
  async #joinRun({ floor }: Running, message: UserMessage, signal: AbortSignal): Promise<boolean> {
    if (message.command !== undefined) {
      throw new HallError('already-running', 'A debate is running in this session.', {
        hint: 'Cancel it first, or write an interjection without a command.',
      });
    }
    const reached = await floor;
    signal.throwIfAborted();
    if (reached === undefined) return false;
    await interjectInRun(reached.hall, this.#as(reached.threadId, message));
    return true;
  }

  async #run(message: UserMessage, takeFloor: (floor: Floor) => void, signal: AbortSignal): Promise<PromptResponse> {
    const consent = { client: this.#ports.client, sessionId: this.id, given: this.#consents };
    const hall = await openWithConsent(consent, (trust) => this.openHall(trust), signal);
    try {
      for (const warning of hall.loaded.warnings) this.#warn(warning);
      if (await this.#forgetLost(hall, message)) return { stopReason: 'end_turn' };
      const probing: Probing = new Map();
      const asked = message.command === 'ask' ? await this.#prepareQuestion(hall, message, signal) : undefined;
      const threadId = asked?.threadId ?? (await this.#settle(hall, message, probing, signal));
      if (threadId === undefined) return { stopReason: 'end_turn' };
      if (asked === undefined) takeFloor({ hall, threadId });
      const end = await this.#follow(hall, asked ?? { threadId, probing }, signal);
      return {
        stopReason: end.reason === 'cancelled' ? 'cancelled' : 'end_turn',
        _meta: { 'debate-hall': { threadId, run: end.reason, outcome: getOutcome(end.snapshot.debate) } },
      };
    } finally {
      await hall.close();
    }
  }

  /** Forgets a debate that can no longer be read. Whether the message was meant for it. */
  async #forgetLost(hall: Hall, { command }: UserMessage): Promise<boolean> {
    const why = this.#threadId === undefined ? undefined : await findWhyLost(hall, this.#threadId);
    if (why === undefined) return false;
    const isForIt = command === undefined && this.#next !== NEXT_QUESTION;
    this.#threadId = undefined;
    this.#next = NEXT_QUESTION;
    const left = isForIt
      ? 'Your message was not recorded, and the next one is a question.'
      : 'This session forgets it.';
    this.send(createRemark(`${why} ${left}`));
    return isForIt;
  }

  /** A question to the seats of the last debate, once it is over. */
  async #prepareQuestion(hall: Hall, message: UserMessage, signal: AbortSignal): Promise<Wanted> {
    refuseFiles(message);
    const threadId = this.#threadId;
    if (threadId === undefined) {
      throw new HallError('not-found', 'This session has no debate yet.', { hint: 'Ask a new question first.' });
    }
    const author = this.#ports.author();
    const { question } = await prepareFollowUp(hall, { threadId, author, question: message.words, signal });
    return { threadId, followUp: question };
  }

  /** The debate to run: a new one, or the one that is open, with what was said in it; `undefined` where nothing is left to do. */
  async #settle(hall: Hall, message: UserMessage, probing: Probing, signal: AbortSignal): Promise<string | undefined> {
    const isQuestion = message.command !== undefined && message.command !== 'resume';
    const before = this.#threadId;
    if (before !== undefined && !isQuestion) {
      const { follows, next } = await joinDebate(hall, this.#next, this.#as(before, message));
      this.#next = next;
      if (follows !== 'question') return follows === 'run' ? before : undefined;
    }
    if (message.command === 'resume') {
      throw new HallError('not-active', 'No debate of this session is paused.', { hint: 'Ask a new question.' });
    }
    const { chosen } = this;
    const warn = (sentence: string) => this.#warn(sentence);
    const threadId = await openFor(hall, { message, chosen, conversation: this.id, before, probing, signal, warn });
    this.#threadId = threadId;
    this.#next = INTERJECTION;
    const record = await showDebate(hall, threadId);
    for (const remark of describeOpening(record)) this.send(createRemark(remark));
    this.send({ sessionUpdate: 'session_info_update', title: topicLine(record.topic) });
    return threadId;
  }

  async #follow(hall: Hall, wanted: Wanted, signal: AbortSignal): Promise<RunOutput> {
    const speech = new Speech(this.send, this.#ports.author());
    const forecast = pastForecast(hall, (sentence) => speech.remark(sentence));
    try {
      const listen: typeof speech.listen = (event) => {
        speech.listen(event);
        forecast.listen(event);
      };
      const end = await runThread(hall, { ...wanted, signal, listen });
      this.#next = end.reason === 'cancelled' ? INTERJECTION : readNextMessage(end.snapshot);
      if (end.reason !== 'cancelled' && wanted.followUp === undefined)
        this.send(createMessage(await tellEnding(hall, end.snapshot)));
      return end;
    } finally {
      await forecast.stop();
    }
  }

  #as(threadId: string, message: UserMessage) {
    return { threadId, author: this.#ports.author(), message, send: this.send };
  }

  #warn(warning: string): void {
    if (!this.#warned.has(warning)) this.send(createRemark(warning));
    this.#warned.add(warning);
  }
}
