// How an adapter describes a CLI: what it is, how it is called, and how its output is read.
import type { AgentRef } from '../../domain/event-parts.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import type { Agent, Prompt } from '../agent.ts';
import type { CallResult, ProgramEnd } from '../failures/verdict.ts';
import type { LiveDescription } from '../session/dialogue.ts';
import type { ProgramSettings } from '../settings.ts';
import type { CliCall } from './cli-call.ts';
import type { IsolationNeeds } from './isolation.ts';
import type { Login } from './login.ts';

/** Reads the output of one call; no I/O, so that recorded output can be read as well. */
export interface OutputReader {
  /** Takes one line of standard output; gives back the part of the answer that is new in it. */
  readLine(readLine: string): string | undefined;
  /** Whether anything of the model has come; without it any output counts as that. */
  hasStarted?(): boolean;
  /** True once the result is certain although the program may run on; the program is then ended. */
  isSettled(): boolean;
  verdict(result: ProgramEnd): CallResult;
}

/** What an agent has from its description; what it `sees` has to be known of one that is called for each question. */
type AgentFacts = {
  readonly [Name in 'window' | 'tested' | 'usesTools' | 'sees' | 'whyIdle']?: Agent[Name] | undefined;
};

/** What does not depend on the transport. */
export interface CliProgram extends AgentFacts {
  readonly ref: AgentRef;
  readonly program: string;
  readonly limits: ProgramSettings['limits'];
  /** Arguments that print the version; default `--version`, empty when the program has none. */
  readonly versionArgs?: readonly string[];
  /** The npm package that it comes in, for a program that is slow to start: its manifest tells the version. */
  readonly packageName?: string;
  /** The only transport in which it can be held to the hall's tools; without it both will do. */
  readonly toolTransport?: 'session' | 'one-shot';
  /** Lines on standard error that it prints in every run; never shown as the cause of a failure. */
  readonly stderrNoise?: RegExp;
  /** The environment of version and login probes. */
  readonly probeEnv: Readonly<Record<string, string>>;
  /** What it is to see in a sandbox; absent for a program of the hall itself, which needs none. */
  readonly isolation?: () => IsolationNeeds;
  /** Of a program that people log in to. */
  readonly login?: Login;
  /** Absent for one that cannot be kept to a folder. */
  readonly author?: AuthorCalls | undefined;
}

/** One process for each question. */
export interface OneShot {
  /** How to call it with this prompt in this scratch folder, or why that makes no sense. For `tools` see `OpenOptions`. */
  call(prompt: Prompt, scratch: string, tools?: SeatTools): CliCall | Failure;
  reader(tools: SeatTools | undefined, prompt: Prompt): OutputReader;
  /** Its call can hold an answer to the schema of its question. */
  readonly supportsSchema?: true;
}

/**
 * How it changes files in a workspace, its working directory: one process for each question, in a sandbox that has no network but the
 * way to its model. One that speaks a protocol is asked once in it; `folder` is the workspace.
 */
export type AuthorCalls = {
  /** Hosts of its service; see `PassageRequest`. */
  readonly hosts: readonly string[];
  readonly baseUrl?: string | undefined;
} & (OneShot | { live(folder: string): LiveDescription });

/** A CLI supports one-shot calls, sessions, or both. */
export type CliDescription = CliProgram &
  (
    | (OneShot & {
        /** Absent when the CLI has no session mode. */
        readonly live?: LiveDescription;
        readonly transport?: 'session' | 'one-shot' | undefined;
      })
    | { readonly live: LiveDescription }
  );
