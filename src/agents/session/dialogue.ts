// The contract of a program that answers several questions: how it is started, and the protocol that it speaks.
import type { JsonSchema } from '../../domain/answers/schema.ts';
import type { Failure } from '../../domain/failures/failures.ts';
import type { PictureType } from '../../domain/pictures.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import type { CliCall } from '../cli/cli-call.ts';
import type { CallResult, ProgramEnd } from '../failures/verdict.ts';
import type { PromptQuestion } from '../pictures.ts';

/** One question and its answer, as the program's protocol tells it. */
export interface Exchange {
  /** Resolves when the protocol reports the end of the exchange. Never rejects. */
  readonly verdict: Promise<CallResult>;
  /** See `OutputReader`. */
  hasStarted?(): boolean;
  verdictAtExit(ended: ProgramEnd): CallResult;
}

/** The protocol that one running program speaks. */
export interface Dialogue {
  /** Handles one line of the program's output. */
  readLine(readLine: string): void;
  /** Sends a question. Called only after the last exchange has ended, possibly before the program is ready. */
  ask(question: PromptQuestion, onText: (delta: string) => void, schema?: JsonSchema): Exchange;
  /** Types of the pictures that it passes on; none without it. Certain once a question was answered. */
  sees?(): readonly PictureType[];
  /** Tells the program to stop its current work, just before it is terminated. */
  cancel?(): void;
}

export interface DialogueRequest {
  readonly send: (line: string) => void;
  readonly system: string;
  /** Absolute path of the scratch folder. */
  readonly scratch: string;
  /** See `OpenOptions`. */
  readonly tools: SeatTools | undefined;
}

export interface LiveDescription {
  /** How to start the program; the dialogue owns its standard input. For `tools` see `OpenOptions`. */
  call(system: string, scratch: string, tools?: SeatTools): CliCall;
  dialogue(request: DialogueRequest): Dialogue;
  /** Its dialogue can enforce a JSON Schema on an answer. */
  readonly supportsSchema?: true;
  /** Returns a failure for a message that the program could not handle. */
  checkMessage?(message: string): Failure | undefined;
}
