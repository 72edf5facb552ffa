// A session in one running program: it gets the whole prompt once, then only what is new. A broken program is discarded, and
// the next question starts another one with the whole prompt, so no state outside the ledger matters.
import pLimit from 'p-limit';
import { type Failure, type FailureCode, isFailure } from '../../domain/failures/failures.ts';
import { whenAborted } from '../../support/wait.ts';
import type { AgentSession, AskOptions, Prompt, Reply } from '../agent.ts';
import { nameSandbox } from '../cli/isolation.ts';
import { waitForVersion } from '../cli/probe-program.ts';
import { buildReply, type CallResult, failedCall, type ProgramEnd } from '../failures/verdict.ts';
import { namePictures, selectSeen } from '../pictures.ts';
import type { Exchange } from './dialogue.ts';
import { type LiveProgram, type LiveProgramRequest, startLiveProgram } from './live-program.ts';

/** Failures of the program rather than of the service behind it. */
const PROGRAM_FAILURES: ReadonlySet<FailureCode> = new Set(['crashed', 'unreadable', 'timed-out']);

export function createLiveSession(request: LiveProgramRequest): AgentSession {
  const { description, live, ports } = request;
  const { sessions, clock } = ports;
  const closing = new AbortController();
  const oneAtATime = pLimit(1);
  /** Programs that are shutting down; `close` waits for them. */
  const ending = new Set<Promise<void>>();
  let current: Promise<LiveProgram | Failure> | undefined;
  let idle: LiveProgram | undefined;

  async function ensureProgram(system: string): Promise<LiveProgram | Failure> {
    const starting = current ?? startLiveProgram(request, system, closing.signal);
    current = starting;
    const forget = () => {
      if (current === starting) current = undefined;
    };
    try {
      const running = await starting;
      // The next question tries again: a missing program may be installed by then.
      if (isFailure(running)) forget();
      return running;
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Ends the current program; the next question starts another one. */
  function discardProgram(): Promise<void> {
    const discarded = current;
    current = undefined;
    markBusy();
    const end = Promise.resolve(discarded).then(async (running) => {
      if (running !== undefined && !isFailure(running)) await running.close();
    });
    ending.add(end);
    const forget = () => ending.delete(end);
    end.then(forget, forget);
    return end;
  }

  /** Keeps the program for the next question until its idle limit. */
  async function markIdle(running: LiveProgram): Promise<void> {
    if (running.slot === undefined) return await discardProgram();
    idle = running;
    running.slot.markIdle(() => void discardProgram().catch(() => {}));
  }

  function markBusy(): void {
    idle?.slot?.markBusy();
    idle = undefined;
  }

  /** The program to ask and the message for it; starts another program when the current one cannot take the question. */
  async function prepareQuestion(prompt: Prompt): Promise<{ running: LiveProgram; message: string } | Failure> {
    const { system } = prompt;
    const running = await ensureProgram(system);
    if (isFailure(running)) return running;
    markBusy();
    const message = running.conversation.nextMessage(prompt);
    const diedUnused = running.turns === 0 && running.ended !== undefined;
    if (message === undefined || running.system !== system || diedUnused) {
      await discardProgram();
      return await prepareQuestion(prompt);
    }
    const refused = live.checkMessage?.(message);
    if (refused !== undefined) await markIdle(running);
    return refused ?? { running, message };
  }

  /** The verdict on a question, and the program's end if it has ended or is about to. */
  async function awaitVerdict(
    running: LiveProgram,
    exchange: Exchange,
  ): Promise<{ verdict: CallResult; ended: ProgramEnd | undefined }> {
    const first = await Promise.race([exchange.verdict, running.process.ended.then(() => undefined)]);
    // After a limit was reached, the end of the program is more telling than its last output.
    const ended = first === undefined || running.process.isEnding() ? await running.process.ended : undefined;
    return { verdict: first ?? exchange.verdictAtExit(await running.process.ended), ended };
  }

  async function askProgram(
    running: LiveProgram,
    message: string,
    prompt: Prompt,
    options: AskOptions,
  ): Promise<Reply> {
    const { signal, onText } = options;
    const sessionTurn = running.turns + 1;
    const startedAt = clock.elapsed();
    let firstTextMs: number | undefined;
    const cancel = () => {
      running.dialogue.cancel?.();
      running.process.stop();
    };
    let exchange: Exchange | undefined;
    const removeLimits = running.process.applyLimits(description.limits, () => exchange?.hasStarted?.() ?? true);
    const release = whenAborted(signal, cancel);
    const onDelta = (delta: string) => {
      if (delta === '') return;
      firstTextMs ??= clock.elapsed() - startedAt;
      onText(delta);
    };
    const pictures = sessionTurn === 1 ? prompt.pictures : undefined;
    exchange = running.dialogue.ask({ text: message, pictures }, onDelta, prompt.step.schema);
    const { verdict, ended } = await awaitVerdict(running, exchange);
    removeLimits();
    release();
    const { firstLineAt } = running;
    const called = {
      program: description.program,
      path: running.located.path,
      sandbox: nameSandbox(description, running.located),
      call: running.call,
      version: await waitForVersion(running.version, description.program),
      redact: running.redact,
      durationMs: clock.elapsed() - startedAt,
      startUpMs: sessionTurn > 1 || firstLineAt === undefined ? undefined : Math.max(0, firstLineAt - startedAt),
      firstTextMs,
      sessionTurn,
      stderrNoise: description.stderrNoise,
    };
    const stopped = ended !== undefined && signal.aborted;
    const answered = buildReply(verdict, called, stopped ? { ...ended, end: { reason: 'cancelled' } } : ended);
    const seen = namePictures(selectSeen(prompt.pictures, running.dialogue.sees?.() ?? []));
    const reply = { ...answered, details: { ...answered.details, ...seen } };
    if (reply.status === 'failed') {
      await discardProgram();
      const broke = PROGRAM_FAILURES.has(reply.failure.code) && sessionTurn > 1;
      return broke ? { ...reply, sessionLost: true } : reply;
    }
    running.turns = sessionTurn;
    running.conversation.recordAnswer(prompt, message, reply.text);
    // A summary that the program made itself may lack what the seat should see, so the next program gets the whole prompt.
    await (ended !== undefined || verdict.facts.compacted === true ? discardProgram() : markIdle(running));
    return reply;
  }

  async function ask(prompt: Prompt, options: AskOptions): Promise<Reply> {
    const ready = await prepareQuestion(prompt);
    if (isFailure(ready)) return failedCall(ready);
    return await askProgram(ready.running, ready.message, prompt, options);
  }

  return {
    warm(system) {
      if (current !== undefined || closing.signal.aborted || sessions.isFull()) return;
      ensureProgram(system)
        .then(async (running) => {
          if (!isFailure(running) && oneAtATime.activeCount + oneAtATime.pendingCount === 0) await markIdle(running);
        })
        // The question itself runs into the same error and reports it.
        .catch(() => {});
    },
    ask(prompt, { signal, onText }) {
      markBusy();
      return oneAtATime(ask, prompt, { signal: AbortSignal.any([signal, closing.signal]), onText });
    },
    async close() {
      closing.abort();
      // Waits for the pending question.
      await oneAtATime(async () => await discardProgram().catch(() => {}));
      await Promise.allSettled(ending);
    },
  };
}
