// What a test must know of one real agent CLI to drive it; one entry per CLI, beside this file.
import type { AnyAgentKind } from '../../src/agents/agent.ts';
import type { FailureCode } from '../../src/domain/failures/failures.ts';

/** A place that a test has filled with everything a seat must not touch. */
interface Traps {
  readonly home: string;
  /** The folder in which the person started the hall. */
  readonly cwd: string;
  /** A shell command that leaves a mark that it ran. */
  readonly mark: (name: string) => string;
  /** A text that must never reach the model. */
  readonly canary: string;
}

export interface RealCli {
  readonly kind: AnyAgentKind;
  /** Program name in node_modules/.bin. */
  readonly program: string;
  /** Settings of the agent that lead it to the model server; also what a configuration file would say. */
  settings(serverUrl: string): Record<string, unknown>;
  /** What a person's environment has for it: a dummy key. */
  readonly login: Readonly<Record<string, string>>;
  /** Puts MCP servers, hooks and memory files where this CLI looks for them by default. */
  plant(traps: Traps): Promise<void>;
  /** A call of the CLI as people make it, without the care of the adapter. */
  careless(serverUrl: string): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  /** The marks that a careless call leaves, sorted: proof that the traps are real. */
  readonly sprungByCareless: readonly string[];
  /** Whether a careless call sends the contents of a file that its prompt mentions as `@/path`. */
  readonly readsMentions: boolean;
  /** Texts of a prompt that this CLI might take for commands of its own; `SECRET` stands for a planted file. */
  readonly hostile: readonly string[];
  /** Whether the answer is shown while it is being written. */
  readonly live: boolean;
  /** Whether a stream that breaks once is made up for by the CLI itself. */
  readonly survivesOneCut: boolean;
  /** What a refusal of the model is seen as through this CLI. */
  readonly refusal: FailureCode;
  /** How many tools it declares although all are switched off. */
  readonly tools: number;
  /** Whether it does not tell how many input tokens came from a cache. */
  readonly silentAboutCache?: true;
  /** A prompt of so many characters must go through. */
  readonly longPrompt: number;
}

/**
 * For CLIs that are built with Bun: a process that answers few questions is over before optimised code pays off, and threads that
 * collect garbage beside it mostly wait for each other.
 */
export const BUN_ENV = { BUN_JSC_useDFGJIT: '0', BUN_JSC_useConcurrentGC: '0' };
