// What every operation works on: a hall with all its parts in place. `compose` makes one; the doors hand it around.
import type { Agent } from '../../agents/agent.ts';
import type { AgentRef } from '../../domain/event-parts.ts';
import type { Exporter } from '../../exchange/exporters/exporter.ts';
import type { GitHub, GuardedCall } from '../../exchange/github/github.ts';
import type { AnyFormat } from '../../formats/format.ts';
import type { Engine } from '../../ledger/engine/engine.ts';
import type { Store } from '../../ledger/stores/store.ts';
import type { Git } from '../../material/context/git/git.ts';
import type { Prompts } from '../../material/prompts/load.ts';
import type { Perspective } from '../../material/prompts/perspectives.ts';
import type { UsageCounter } from '../../platform/access/quotas.ts';
import type { Outbox } from '../../platform/outboxes/outbox.ts';
import type { RunQueue } from '../../platform/queues/queue.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { ProcessRunner } from '../../process/process.ts';
import type { Bubblewrap } from '../../process/sandbox.ts';
import type { Clock, RandomHex } from '../../support/clock.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { AgentSpec } from '../config/seat-spec.ts';
import type { DebateTexts } from './records/debate-texts.ts';
import type { DebateSummaries } from './records/lists/debate-summaries.ts';

interface LedAgent {
  /** What has to be in the home of its person, by path in it. */
  readonly files: Readonly<Record<string, string>>;
  /** The same agent for a person with this home and no login of their own, who starts the hall in `cwd`. */
  create(person: { readonly home: string; readonly cwd: string }): Agent;
}

export interface AgentDirectory {
  /** Every name that may fill a seat: built in or configured; `seatable` ones fill seats by themselves. */
  readonly names: readonly { readonly name: string; readonly kind: string; readonly seatable: boolean }[];
  /** Throws `not-found`, `not-trusted`, `config-invalid`. `undefined` when it needs a person and there is none at a terminal. */
  create(spec: AgentSpec): Agent | undefined;
  /** What a ledger says of an agent, without making it. Throws like `create`. */
  toRef(spec: AgentSpec): AgentRef;
  /** How it is set up, and the versions that its adapter was tested with. Throws like `create`. */
  describe(spec: AgentSpec): Pick<Agent, 'tested'> & { readonly kind: string; readonly settings: object };
  /** The agent, led to a model at this address for a check; `undefined` for one that asks no model. Throws like `create`. */
  lead(spec: AgentSpec, url: string): LedAgent | undefined;
}

/** Places: real paths, and addresses of web pages. */
export interface OutsideTrust {
  /** Asks where somebody can be asked. Throws `not-trusted`. */
  require(places: readonly string[]): Promise<void>;
  /** Somebody at this machine named them. */
  remember(places: readonly string[]): Promise<void>;
}

export interface Hall {
  readonly version: string;
  readonly cwd: string;
  /** Keeps what is a person's own and belongs to no project; `undefined` where nobody knows the home. */
  readonly stateFolder: string | undefined;
  readonly loaded: LoadedConfig;
  readonly engine: Engine;
  readonly store: Store;
  readonly summaries: DebateSummaries;
  readonly texts: DebateTexts;
  /** What this process counts; served by servers and workers. */
  readonly metrics: Metrics;
  /** What goes to webhooks, loaded when it is first wanted. */
  readonly outbox: () => Promise<Outbox>;
  /** What runs programs, loaded when one is first wanted. */
  readonly processes: () => Promise<ProcessRunner>;
  /** What isolates the programs of agents, tried when it is first wanted. */
  readonly bubblewrap: () => Promise<Bubblewrap>;
  /** Gives the git of a folder, until the signal. */
  readonly gits: (signal: AbortSignal) => Promise<(folder: string) => Git>;
  /** The agents, loaded when they are first wanted. Throws `config-invalid`. */
  readonly agents: () => Promise<AgentDirectory>;
  /** Where runs are asked for, opened when it is first wanted; one that takes none where nobody runs debates. Throws `storage`. */
  readonly queue: () => Promise<RunQueue>;
  /** Who runs debates and fills seats: this process, the workers of a shared hall, or nobody, where a folder is served. */
  readonly runs: 'here' | 'on-workers' | 'nowhere';
  /** Lets a queued run that waited for a person continue; does nothing where none waits. */
  readonly continueRun: (threadId: string) => Promise<void>;
  /** What people have used, where a hall is shared. Throws `config-invalid`, `storage`. */
  readonly usage: () => Promise<UsageCounter>;
  /** Says what is waited for, in a sentence, where nothing else would show for seconds. */
  readonly sayWait: (sentence: string) => void;
  readonly clock: Clock;
  readonly random: RandomHex;
  /** Those that a question can open. */
  readonly formats: () => Promise<readonly AnyFormat[]>;
  /** Throws `not-found`. */
  readonly format: (id: string) => Promise<AnyFormat>;
  readonly exporters: () => Promise<readonly Exporter[]>;
  /** Throws `not-found`. */
  readonly exporter: (id: string) => Promise<Exporter>;
  /** The texts of a format, and those that `more` names. */
  readonly prompts: (format: AnyFormat, more?: readonly string[]) => Promise<Prompts>;
  /** What may be opened outside of the repository though only a ledger names it. */
  readonly outside: OutsideTrust;
  /** The points of view that seats can be given: those that come with the program, and one's own. */
  readonly perspectives: () => Promise<readonly Perspective[]>;
  /** GitHub for one operation. Throws `github-login`, `config-invalid`. */
  readonly github: (call: GuardedCall) => Promise<GitHub>;
  /** Aborted as soon as the hall is being closed. */
  readonly closed: AbortSignal;
  /** Ends every agent that is still running; nothing begins after it. */
  close(): Promise<void>;
}
