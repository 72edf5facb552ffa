// Stands between an evaluation and its agents: keeps the cap, waits out what passes, and refuses an agent that became another one.
import { type Agent, aroundCalls, type Reply } from '../../../agents/agent.ts';
import { addUsage, type Totals } from '../../../domain/calls.ts';
import { defined } from '../../../domain/defined.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { type FailureCode, getRemedy } from '../../../domain/failures/failures.ts';
import { growingWait, wait } from '../../../support/wait.ts';

/** What answered: its program's version, and the model that it reported. */
export interface Identity {
  readonly cliVersion?: string | undefined;
  readonly reportedModel?: string | undefined;
}

export interface Spent {
  readonly calls: number;
  readonly costMicroUsd: number;
  /** Calls that reported no cost, which no cap can see. */
  readonly callsWithoutCost: number;
}

export interface Caps {
  readonly costMicroUsd?: number | undefined;
  readonly calls?: number | undefined;
}

interface GuardPorts {
  readonly caps: Caps;
  readonly signal: AbortSignal;
  /** Hears of waits, and of costs that no cap sees, in sentences. */
  readonly onNotice: (sentence: string) => void;
  readonly elapsed: () => number;
}

/** They pass by themselves, mostly within minutes. */
const PASSES: ReadonlySet<FailureCode> = new Set(['rate-limited', 'overloaded', 'unreachable'] as const);
/** Every later question would meet them as well. */
const STOPS: ReadonlySet<FailureCode> = new Set([
  ...(['not-installed', 'unknown-option', 'no-sandbox', 'not-logged-in', 'out-of-credit', 'rejected'] as const),
]);
const MOST_WAITED_MS = 20 * 60_000;

export class EvaluationGuard {
  readonly #ports: GuardPorts;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #identities = new Map<string, Identity>();
  readonly #unpriced = new Set<string>();
  #spent: Spent = { calls: 0, costMicroUsd: 0, callsWithoutCost: 0 };
  #reason: HallError | undefined;

  constructor(ports: GuardPorts) {
    this.#ports = ports;
    this.#signal = AbortSignal.any([ports.signal, this.#stop.signal]);
  }

  get spent(): Spent {
    return this.#spent;
  }

  /** Why nobody is asked any more. */
  get reason(): HallError | undefined {
    return this.#reason;
  }

  getIdentity(agent: string): Identity {
    return this.#identities.get(agent) ?? {};
  }

  /** What earlier runs have spent. */
  rememberSpending({ calls, callsWithoutCost, usage }: Pick<Totals, 'calls' | 'callsWithoutCost' | 'usage'>): void {
    this.#spent = {
      calls: this.#spent.calls + calls,
      costMicroUsd: this.#spent.costMicroUsd + (usage.costMicroUsd ?? 0),
      callsWithoutCost: this.#spent.callsWithoutCost + callsWithoutCost,
    };
  }

  /** The agent under the name that arms give it. */
  watch(name: string, agent: Agent): Agent {
    return aroundCalls(agent, (ask) => async (prompt, options) => {
      const signal = AbortSignal.any([options.signal, this.#signal]);
      // One that is asked already is heard out: it is paid for.
      return await this.#ask(name, signal, async () => await ask(prompt, options));
    });
  }

  /** Throws `limit-reached` once a cap is used up. */
  checkCaps(): void {
    const { costMicroUsd, calls } = this.#ports.caps;
    if (costMicroUsd !== undefined && this.#spent.costMicroUsd >= costMicroUsd)
      throw this.#halt(createLimitError(`$${(costMicroUsd / 1_000_000).toFixed(2)}`, '--max-usd'));
    if (calls !== undefined && this.#spent.calls >= calls)
      throw this.#halt(createLimitError(`${calls} calls`, '--max-calls'));
  }

  async #ask(name: string, signal: AbortSignal, ask: () => Promise<Reply>): Promise<Reply> {
    const began = this.#ports.elapsed();
    let usage: Usage | undefined;
    for (let waits = 0; ; waits += 1) {
      if (this.#reason !== undefined) throw this.#reason;
      this.checkCaps();
      const reply = await ask();
      this.#count(name, reply);
      usage = usage === undefined ? reply.details.usage : addUsage(usage, reply.details.usage);
      const whole = { ...reply, details: { ...reply.details, ...defined({ usage }) } };
      if (whole.status === 'answered') {
        this.pin(name, whole.details);
        return whole;
      }
      const { failure, retryAfterMs } = whole;
      if (STOPS.has(failure.code)) throw this.#halt(createFailedError(name, failure.code, failure.message));
      const waitMs = retryAfterMs ?? growingWait(waits);
      const isWorthIt = PASSES.has(failure.code) && this.#ports.elapsed() - began + waitMs < MOST_WAITED_MS;
      if (!isWorthIt || signal.aborted) return whole;
      this.#ports.onNotice(`${name}: ${failure.message} Waiting ${Math.ceil(waitMs / 1_000)} s.`);
      await wait(waitMs, signal);
      if (signal.aborted) return whole;
    }
  }

  /** Who answers now, or did in earlier runs, as far as it is known. Throws `agent-failed` where one agent answered as two. */
  pin(name: string, { cliVersion, reportedModel }: Identity): void {
    const now: Identity = { cliVersion, reportedModel };
    const before = this.#identities.get(name) ?? {};
    const changed = (['cliVersion', 'reportedModel'] as const).find(
      (key) => before[key] !== undefined && now[key] !== undefined && before[key] !== now[key],
    );
    if (changed !== undefined) throw this.#halt(createChangedError(name, before[changed], now[changed]));
    this.#identities.set(name, { ...before, ...defined({ ...now }) });
  }

  #count(name: string, { status, details: { usage = {} } }: Reply): void {
    const isUnpriced = usage.costMicroUsd === undefined;
    this.rememberSpending({ calls: 1, callsWithoutCost: isUnpriced ? 1 : 0, usage });
    // A reply that failed may carry no usage at all.
    if (!isUnpriced || status !== 'answered') return;
    if (this.#unpriced.has(name) || this.#ports.caps.costMicroUsd === undefined) return;
    this.#unpriced.add(name);
    this.#ports.onNotice(`${name} reports no cost, so --max-usd does not see its calls. Use --max-calls.`);
  }

  /** Everybody else who waits stops waiting. */
  #halt(error: HallError): HallError {
    this.#reason ??= error;
    this.#stop.abort();
    return this.#reason;
  }
}

function createLimitError(limit: string, flag: string): HallError {
  return new HallError('limit-reached', `The evaluation has used up its ${limit}.`, {
    hint: `Continue with a higher ${flag} and --resume; nothing is asked twice.`,
  });
}

function createFailedError(name: string, code: FailureCode, message: string): HallError {
  return new HallError('agent-failed', `${name} cannot answer: ${message}`, {
    hint: `${getRemedy(code)} Then continue with --resume.`,
    details: { agent: name, failure: code },
  });
}

function createChangedError(name: string, before: string | undefined, now: string | undefined): HallError {
  return new HallError('agent-failed', `${name} began this evaluation as ${before} and is ${now} now.`, {
    hint: 'Go back to that version, or start a new evaluation with another --seed: two versions are two agents.',
    details: { agent: name, before, now },
  });
}
