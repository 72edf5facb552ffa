// The contract of a program that stays and is talked to: how it is called, and the protocol that it speaks.

import type { JsonSchema } from '../../domain/answers/schema.ts';
import type { Failure } from '../../domain/failures.ts';
import type { CliCall } from '../cli/cli-call.ts';
import type { ProgramEnd, Verdict } from '../failures/verdict.ts';

/** One question and its answer, as the program's protocol tells it. */
export interface Exchange {
  /** What has come of it, once the protocol says that it is over. Never rejects. */
  readonly verdict: Promise<Verdict>;
  /** See `OutputReader`. */
  hasStarted?(): boolean;
  /** What has come of it when the program ends before that. */
  verdictAtExit(ended: ProgramEnd): Verdict;
}

/** The protocol that one running program speaks. */
export interface Dialogue {
  /** Takes a line that the program wrote. */
  readLine(readLine: string): void;
  /** Asks; never called again before the last exchange is over. Questions may come before the program is ready. */
  ask(message: string, onText: (delta: string) => void, schema?: JsonSchema): Exchange;
  /** Tells the program to give up what it is at, just before it is ended. */
  cancel?(): void;
}

export interface DialogueRequest {
  /** Writes one line to the program. */
  readonly send: (line: string) => void;
  readonly system: string;
  /** Absolute path of the scratch folder. */
  readonly scratch: string;
  /** See `OpenOptions`. */
  readonly readIn: string | undefined;
}

export interface LiveDescription {
  /** How the program that stays is called; its standard input is the dialogue's. For `readIn` see `OpenOptions`. */
  call(system: string, scratch: string, readIn?: string): CliCall;
  dialogue(request: DialogueRequest): Dialogue;
  /** Its dialogue can hold an answer to the schema of its question. */
  readonly supportsSchema?: true;
  /** Why this message makes no sense to send. */
  checkMessage?(message: string): Failure | undefined;
}
