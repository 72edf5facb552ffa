// A session in a program that stays: it hears the whole prompt once, then only what is new. What breaks is thrown away; the
// next question begins a fresh program with the whole prompt, so the ledger stays the only truth.
import pLimit from 'p-limit';
import type { Failure, FailureCode } from '../../domain/failures.ts';
import type { AgentSession, AskOptions, Prompt, Reply } from '../agent.ts';
import { type Ended, replyOf, type Verdict } from '../failures/verdict.ts';
import type { Exchange } from './dialogue.ts';
import { beginStay, isStay, type Stay, type StayRequest } from './stay.ts';

/** Failures of the program rather than of the service behind it. */
const BREAKS: ReadonlySet<FailureCode> = new Set(['crashed', 'unreadable', 'timed-out']);

/** How long a question that was asked at a time had to wait for the program's first sign of life. */
function waited(firstLineAt: number | undefined, askedAt: number): number | undefined {
  return firstLineAt === undefined ? undefined : Math.max(0, firstLineAt - askedAt);
}

export function liveSession(request: StayRequest): AgentSession {
  const { program, limits, live, ports } = request;
  const { sessions, clock } = ports;
  const closing = new AbortController();
  const oneAtATime = pLimit(1);
  /** Programs that are being ended, so that closing the session can wait for them. */
  const ending = new Set<Promise<void>>();
  let current: Promise<Stay | Failure> | undefined;
  let resting: Stay | undefined;

  async function opened(system: string): Promise<Stay | Failure> {
    const begun = current ?? beginStay(request, system, closing.signal);
    current = begun;
    const forget = () => {
      if (current === begun) current = undefined;
    };
    try {
      const stay = await begun;
      // What was missing may be there for the next question.
      if (!isStay(stay)) forget();
      return stay;
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Ends the program that is there; the next question begins a fresh one. */
  function drop(): Promise<void> {
    const dropped = current;
    current = undefined;
    wake();
    const end = Promise.resolve(dropped).then(async (stay) => {
      if (stay !== undefined && isStay(stay)) await stay.close();
    });
    ending.add(end);
    const forget = () => ending.delete(end);
    end.then(forget, forget);
    return end;
  }

  /** It waits for its next question, but not for ever. */
  async function rest(stay: Stay): Promise<void> {
    if (stay.place === undefined) return await drop();
    resting = stay;
    stay.place.wait(() => void drop().catch(() => {}));
  }

  function wake(): void {
    resting?.place?.wake();
    resting = undefined;
  }

  /** The program to ask and what to tell it; a fresh one when the one that is there no longer fits. */
  async function readied(prompt: Prompt): Promise<{ stay: Stay; message: string } | Failure> {
    const { system } = prompt;
    const stay = await opened(system);
    if (!isStay(stay)) return stay;
    wake();
    const message = stay.conversation.message(prompt);
    const diedUnused = stay.turns === 0 && stay.ended !== undefined;
    if (message === undefined || stay.system !== system || diedUnused) {
      await drop();
      return await readied(prompt);
    }
    const refused = live.refuse?.(message);
    if (refused !== undefined) await rest(stay);
    return refused ?? { stay, message };
  }

  /** What has come of a question, and how the program ended if it did, or does. */
  async function outcomeOf(stay: Stay, exchange: Exchange): Promise<{ verdict: Verdict; ended: Ended | undefined }> {
    const first = await Promise.race([exchange.over, stay.program.ended.then(() => undefined)]);
    // A limit may have struck just before: then how it ended says more than what it said in its last moment.
    const ended = first === undefined || stay.program.ending() ? await stay.program.ended : undefined;
    return { verdict: first ?? exchange.cutOff(await stay.program.ended), ended };
  }

  async function converse(stay: Stay, message: string, prompt: Prompt, options: AskOptions): Promise<Reply> {
    const { signal, onText } = options;
    const sessionTurn = stay.turns + 1;
    const startedAt = clock.elapsed();
    let firstTextMs: number | undefined;
    const cancel = () => {
      stay.dialogue.cancel?.();
      stay.program.stop();
    };
    signal.addEventListener('abort', cancel, { once: true });
    let exchange: Exchange | undefined;
    const unwatch = stay.program.watch(limits, () => exchange?.begun?.() ?? true);
    if (signal.aborted) cancel();
    const hear = (delta: string) => {
      if (delta === '') return;
      firstTextMs ??= clock.elapsed() - startedAt;
      onText(delta);
    };
    exchange = stay.dialogue.ask(message, hear, prompt.step.schema);
    const { verdict, ended } = await outcomeOf(stay, exchange);
    unwatch();
    signal.removeEventListener('abort', cancel);
    const called = {
      program,
      path: stay.path,
      call: stay.call,
      version: await stay.version,
      redact: stay.redact,
      durationMs: clock.elapsed() - startedAt,
      startUpMs: sessionTurn === 1 ? waited(stay.firstLineAt, startedAt) : undefined,
      firstTextMs,
      sessionTurn,
      noise: request.noise,
    };
    const stopped = ended !== undefined && signal.aborted;
    const reply = replyOf(verdict, called, stopped ? { ...ended, end: { reason: 'cancelled' } } : ended);
    if (reply.status === 'failed') {
      await drop();
      const broke = BREAKS.has(reply.failure.code) && sessionTurn > 1;
      return broke ? { ...reply, sessionLost: true } : reply;
    }
    stay.turns = sessionTurn;
    stay.conversation.answered(prompt, message, reply.text);
    // What it made of the conversation itself is not what the seat may see: the ledger is told anew.
    await (ended !== undefined || verdict.facts.forgot === true ? drop() : rest(stay));
    return reply;
  }

  async function ask(prompt: Prompt, options: AskOptions): Promise<Reply> {
    const ready = await readied(prompt);
    if ('code' in ready) return { status: 'failed', failure: ready, details: { durationMs: 0, notes: [] } };
    return await converse(ready.stay, ready.message, prompt, options);
  }

  return {
    warm(system) {
      if (current !== undefined || closing.signal.aborted || sessions.full()) return;
      opened(system)
        .then(async (stay) => {
          if (isStay(stay) && oneAtATime.activeCount + oneAtATime.pendingCount === 0) await rest(stay);
        })
        // What goes wrong here is met again, and told, by the question.
        .catch(() => {});
    },
    ask(prompt, { signal, onText }) {
      wake();
      return oneAtATime(ask, prompt, { signal: AbortSignal.any([signal, closing.signal]), onText });
    },
    async close() {
      closing.abort();
      // Whoever is being asked is done by then.
      await oneAtATime(async () => await drop().catch(() => {}));
      await Promise.allSettled(ending);
    },
  };
}
