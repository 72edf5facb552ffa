// The contract of an agent: what fills a seat. Each kind has a folder in src/agents/kinds; docs/adding-an-agent.md shows how.
import type * as z from 'zod';
import type { AgentRef, Usage } from '../domain/event-parts.ts';
import type { Failure } from '../domain/failures/failures.ts';
import type { Step, TranscriptEntry } from '../formats/format.ts';
import type { SeatTools } from '../material/reading/seat-tools.ts';
import type { ProcessRunner } from '../process/process.ts';
import type { Clock } from '../support/clock.ts';
import type { Environment } from '../support/environment.ts';
import type { Isolation } from './cli/isolation.ts';
import type { PromptPictures, Sight } from './pictures.ts';
import type { SessionPool } from './session/session-pool.ts';

/** A transcript entry, with its text fenced for a prompt. */
export interface FencedEntry extends TranscriptEntry {
  readonly fenced: string;
}

/** What a seat is asked. */
export interface Prompt {
  /** Makes the agent this seat; the same at every turn of a debate. */
  readonly system: string;
  /** The whole request: `opening`, the transcript (its oldest entries as a digest when it is too long), `role`, `request`. */
  readonly user: string;
  /** Topic and documents as fenced data; the same at every turn of a debate. */
  readonly opening: string;
  /** Pictures among the material, which are no part of the texts. */
  readonly pictures?: PromptPictures;
  /** Every entry that this seat may see, whole and in order. */
  readonly transcript: readonly FencedEntry[];
  /** The role of a seat that is also asked as itself, for its turns; a session that has heard it needs it no more. */
  readonly role?: string;
  /** The task of this turn, after what the seat gets once more of its own words. */
  readonly request: string;
  /** The same for a person: without the form in which programs answer, where plain lines will do. */
  readonly personRequest: string;
  /** How often texts of the debate were redacted so far. */
  readonly redactions: number;
  /** How many of the oldest contributions stand in `user` as a digest. */
  readonly digested: number;
  /** The same material in parts, for agents that are no models. */
  readonly step: Step;
  readonly topic: string;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Called with each piece of the answer as it comes; the pieces joined need not equal the final text. */
  readonly onText: (delta: string) => void;
}

/** Where a reply came from, as far as the agent can tell. Never holds secrets. */
export interface ReplyDetails {
  /** The program and its arguments, secrets taken out. */
  readonly argv?: readonly string[];
  readonly cliVersion?: string;
  /** What kept the program from the rest of the machine; absent for what is no agent's program. */
  readonly sandbox?: 'bubblewrap' | 'none';
  /** The ID that the program or service gave to the conversation. */
  readonly sessionId?: string;
  readonly reportedModel?: string;
  readonly usage?: Usage;
  /** From the question to the end of the answer or the failure. */
  readonly durationMs: number;
  /** Milliseconds until the first output of a program that was started for this question. */
  readonly startUpMs?: number;
  /** From the question to the first piece of the answer, where it comes in pieces. */
  readonly firstTextMs?: number;
  /** Number of the question within its session, from 1; absent when the program was started for this question only. */
  readonly sessionTurn?: number;
  /** Names of the pictures that the agent was given, here or earlier in its session. */
  readonly pictures?: readonly string[];
  /** The person who answered, for a human seat. */
  readonly author?: string;
  /** Things that a reader of the record should know, such as "the model reported is not the one asked for". */
  readonly notes: readonly string[];
}

/** An expected failure is a value; exceptions are for bugs. */
export type Reply =
  | { readonly status: 'answered'; readonly text: string; readonly details: ReplyDetails }
  | {
      readonly status: 'failed';
      readonly failure: Failure;
      /** Milliseconds that the service asked to wait before the next try. */
      readonly retryAfterMs?: number;
      /** The part of the answer that came before it failed. */
      readonly partial?: string;
      /** A working session broke; the next question starts a new one with the whole prompt. */
      readonly sessionLost?: true;
      readonly details: ReplyDetails;
    };

export interface AgentSession {
  ask(prompt: Prompt, options: AskOptions): Promise<Reply>;
  /** Starts the program before the first question, to save time; `system` must match the prompts that follow. */
  warm?(system: string): void;
  /** Ends everything that the session started. Safe to call twice. */
  close(): Promise<void>;
}

/** `missing` only when that is certain; the service may still refuse a login that was found. */
export type LoginState = 'found' | 'missing' | 'unknown';

/** What is known of an agent on this machine before it is asked anything. */
export interface Probe {
  readonly usable: boolean;
  readonly version?: string;
  /** Absolute path of the program, if it is one. */
  readonly path?: string;
  /** When not usable: why. */
  readonly failure?: Failure;
  /** What to do about it, where that is not what helps against most failures of its kind. */
  readonly remedy?: string;
  /** Of a CLI that has a login of its own. */
  readonly login?: LoginState;
  /** See `ReplyDetails`. */
  readonly sandbox?: ReplyDetails['sandbox'];
  /** Such as "version 3.0.0 is not among the tested ones". */
  readonly notes: readonly string[];
}

/** The call that a session would make, for `--dry-run`; `argv` is what is really run, secrets taken out. */
export interface CallPlan {
  readonly argv: readonly string[];
  /** Names of the environment variables that are set for the program. */
  readonly env: readonly string[];
  readonly stdin: 'prompt' | 'none';
}

/** A folder in which a seat may change files. */
export interface Workspace {
  /** Absolute path. */
  readonly folder: string;
  /** Hosts that its program may reach beside those of its model. */
  readonly hosts: readonly string[];
}

/** What a seat is given beyond its prompts. */
export interface OpenOptions {
  /** Only for an agent that `works`. */
  readonly workspace?: Workspace | undefined;
  /** Only for an agent that `usesTools`. */
  readonly tools?: SeatTools | undefined;
}

export interface Agent {
  readonly ref: AgentRef;
  /** True when it is a person at the terminal; without a terminal its seats wait for manual turns. */
  readonly attended?: true;
  /** Longest prompt, in characters, that its model accepts, `system` included; no limit when absent. */
  readonly window?: number;
  /** Versions of its program that the adapter was tested with; absent for what starts no program of others. */
  readonly tested?: readonly string[];
  /** It can be held to the hall's tools: it gets these and can look at nothing else. */
  readonly usesTools?: true;
  /** Types of pictures that it passes on to its model; none without it. Some agents say that only once they have started. */
  readonly sees?: Sight;
  /** It can change files in a workspace, and is kept to it. */
  readonly works?: true;
  /** Why it does not work, after "it", where there is more to say than that it changes no files. */
  readonly whyIdle?: string;
  /** Looks for the program, its version and its login; spends nothing. */
  probe(signal: AbortSignal): Promise<Probe>;
  /**
   * Why it certainly cannot be used, as far as that shows without starting a program: a debate can open before a slow `probe`
   * ends. Absent when `probe` is needed to know anything.
   */
  obstacle?(): Promise<Failure | undefined>;
  /** Whether its program runs without a sandbox since there is none here, and not since its settings say so. */
  isExposed?(): Promise<boolean>;
  plan(prompt: Prompt, options?: OpenOptions): CallPlan;
  open(seat: string, options?: OpenOptions): Promise<AgentSession>;
}

/** What an agent gets from outside. */
export interface AgentPorts {
  readonly processes: ProcessRunner;
  readonly isolation: Isolation;
  readonly sessions: SessionPool;
  /** Probe results by program file, so that each program is asked for its version only once. */
  readonly versions: Map<string, Promise<Probe>>;
  readonly clock: Clock;
  /** The environment to start from; adapters never read `process.env`. */
  readonly env: Environment;
  /** The folder in which the person started the run. */
  readonly cwd: string;
  /** Absolute path of the folder that keeps the debates: no agent reads in it. */
  readonly hallFolder: string;
  /** The terminal, for a human seat; absent when there is none. */
  readonly person?: PersonPort;
}

/** How a person at the terminal is asked for a turn. */
export interface PersonPort {
  readonly name: string;
  /** Resolves to what was written, or `undefined` when the person declined. */
  write(request: { seat: string; prompt: Prompt; signal: AbortSignal }): Promise<string | undefined>;
}

export interface AgentKind<Options = unknown> {
  readonly kind: string;
  readonly title: string;
  /** Strict schema of this kind's settings in the configuration. */
  readonly options: z.ZodType<Options>;
  /**
   * Agents of this kind that exist without configuration, by name, with their settings: `{ claude: {} }`.
   * Only those with `seatable` are chosen when seats fill themselves.
   */
  readonly builtIn: Readonly<Record<string, { readonly settings: unknown; readonly seatable: boolean }>>;
  create(name: string, options: Options, ports: AgentPorts): Agent;
  /** Leads such an agent to a model at this address, without a login that is worth anything. Absent for what asks no model. */
  lead?(options: Options, url: string): Led<Options>;
}

export interface Led<Options> {
  readonly options: Options;
  /** Variables of its person. */
  readonly env: Readonly<Record<string, string>>;
  /** Files in the home of its person, by path in it. */
  readonly files?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: settings of a kind are opaque to everyone else
export type AnyAgentKind = AgentKind<any>;

/** The agent, each of whose sessions is asked through what `wrap` makes of its `ask`. */
export function aroundCalls(agent: Agent, wrap: (ask: AgentSession['ask']) => AgentSession['ask']): Agent {
  return {
    ...agent,
    async open(seat, options) {
      const session = await agent.open(seat, options);
      return { ...session, ask: wrap(async (prompt, asked) => await session.ask(prompt, asked)) };
    },
  };
}
