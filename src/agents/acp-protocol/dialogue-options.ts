// What an ACP dialogue can be given.
import type { FailureCode } from '../../domain/failures/failures.ts';
import type { PictureType } from '../../domain/pictures.ts';
import type { SeatTools } from '../../material/reading/seat-tools.ts';
import type { Cause } from '../failures/last-words.ts';
import type { ProgramEnd } from '../failures/verdict.ts';
import type { FolderToRead } from './files.ts';

export interface AcpDialogueOptions {
  readonly send: (line: string) => void;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Said before the first question, to an agent that takes no system prompt. */
  readonly preamble?: string;
  /** To be chosen over the protocol. */
  readonly model?: string | undefined;
  /** The folder that the agent may read files of; it may read none without it. */
  readonly readableFolder?: FolderToRead | undefined;
  /** Types of pictures that its model sees, where the agent says that it takes any; all without it. */
  readonly sees?: readonly PictureType[];
  /** Handed to the agent as an MCP server. */
  readonly tools?: SeatTools | undefined;
  /** It is an author: it may change files of its working folder. */
  readonly works?: boolean;
  /** What the number and the words of an error mean; some agents put an HTTP status where the protocol has its own. */
  classify(number: number, words: string): FailureCode | undefined;
  /** What its words leave out, as a full sentence. */
  explain?(number: number, words: string): string | undefined;
  /** The failure that a line outside the protocol means; `undefined` for noise. */
  classifyOtherLine?(line: string): FailureCode | undefined;
  /** It counts the tokens of every answer that comes to its end, and of no other. */
  readonly countsEveryAnswer?: boolean;
  /** Its tokens are those of the session so far. */
  readonly countsTokensOfSession?: boolean;
  /** Pieces of text that the agent writes itself. */
  readonly notices?: RegExp | undefined;
  /** The way to log in that it is asked for, of those that it offers. */
  readonly authMethod?: string | undefined;
  /** What to do where it wants a login and none was chosen, as a full sentence; what all kinds say of logins comes after it. */
  readonly loginAdvice?: string;
  /** What its end means when it came without an answer; `undefined` leaves that to its exit code. */
  explainExit(ended: ProgramEnd): Cause | undefined;
}
