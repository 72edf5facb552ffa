// The one error type of the product and the table of its codes: the same in the CLI, the MCP server and the library.
import { defined } from '../defined.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** What each code means, in one sentence, and the exit code a program ends with when nothing handles it. */
export const ERROR_CODES = {
  internal: { exit: EXIT.internal, meaning: 'Debate Hall has a bug.' },
  usage: { exit: EXIT.usage, meaning: 'The command line is invalid.' },
  'bad-input': { exit: EXIT.usage, meaning: 'A value is missing, malformed or out of range.' },
  'nothing-to-review': { exit: EXIT.ok, meaning: 'There is no change that is to be reviewed.' },
  'not-found': { exit: EXIT.usage, meaning: 'There is no such debate, event, seat, agent, format, recipe or preset.' },
  'already-exists': { exit: EXIT.usage, meaning: 'Something with that name already exists.' },
  'config-invalid': {
    exit: EXIT.usage,
    meaning: 'A configuration file or variable is wrong, or settings do not fit together.',
  },
  'not-trusted': { exit: EXIT.usage, meaning: 'The project asks for something that needs your trust first.' },
  'not-authenticated': { exit: EXIT.usage, meaning: 'Nobody is signed in, or the sign-in is no longer valid.' },
  'not-permitted': { exit: EXIT.usage, meaning: 'You are signed in, but not allowed to do this.' },
  'not-your-turn': { exit: EXIT.usage, meaning: "It is another seat's turn." },
  'not-your-seat': { exit: EXIT.usage, meaning: 'Someone else holds the seat.' },
  'rule-violation': { exit: EXIT.usage, meaning: "The format's rules reject the turn." },
  'not-active': { exit: EXIT.usage, meaning: 'The debate no longer accepts this.' },
  'key-conflict': { exit: EXIT.usage, meaning: 'The idempotency key was already used for something else.' },
  'already-running': { exit: EXIT.usage, meaning: 'The debate is already running.' },
  'claim-lost': { exit: EXIT.usage, meaning: 'Another process has taken over the run of this debate.' },
  'ledger-damaged': { exit: EXIT.internal, meaning: 'The ledger does not verify.' },
  'needs-update': {
    exit: EXIT.usage,
    meaning: 'The ledger is intact, but needs another version of Debate Hall to be read.',
  },
  locked: { exit: EXIT.internal, meaning: 'Another process has held the ledger for too long.' },
  'no-locks': { exit: EXIT.internal, meaning: 'The add-on that locks files does not load on this machine.' },
  storage: { exit: EXIT.internal, meaning: 'The hall cannot be read or written.' },
  'plugin-failed': { exit: EXIT.agent, meaning: 'A program could not add or remove the plug-in.' },
  'signing-failed': { exit: EXIT.usage, meaning: 'A signature cannot be made or checked.' },
  'secret-found': {
    exit: EXIT.usage,
    meaning: 'What was written, or the context, contains something that looks like a secret.',
  },
  'context-unreadable': { exit: EXIT.usage, meaning: 'A context source cannot be read.' },
  'no-agents': { exit: EXIT.agent, meaning: 'No usable agent was found for a seat.' },
  'agent-failed': { exit: EXIT.agent, meaning: 'An agent could not answer.' },
  reentrant: { exit: EXIT.usage, meaning: 'A debate was started from inside an agent of another debate.' },
  'already-linked': { exit: EXIT.usage, meaning: 'The debate is linked to another thread on GitHub.' },
  'not-linked': { exit: EXIT.usage, meaning: 'The debate is not linked to a GitHub thread.' },
  'github-disabled': { exit: EXIT.usage, meaning: 'GitHub is turned off.' },
  'github-login': { exit: EXIT.usage, meaning: 'The GitHub token is missing or not accepted.' },
  'github-refused': { exit: EXIT.usage, meaning: 'GitHub rejects the request.' },
  'github-limited': { exit: EXIT.internal, meaning: 'GitHub asks for a longer wait than allowed.' },
  'github-unreachable': { exit: EXIT.internal, meaning: 'GitHub does not answer, or has an internal error.' },
  'limit-reached': { exit: EXIT.limit, meaning: 'A limit of the debate was reached.' },
  'quota-reached': { exit: EXIT.limit, meaning: 'You have used up your quota in this hall.' },
  cancelled: { exit: EXIT.cancelled, meaning: 'Someone stopped it.' },
} as const satisfies Record<string, { exit: ExitCode; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface HallErrorOptions {
  /** What to do next, as a full sentence. */
  readonly hint?: string;
  /** Machine-readable particulars; never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** See `HallError`. */
  readonly place?: string;
  readonly passes?: boolean;
  readonly cause?: unknown;
}

/** V8 has this; elsewhere it has no effect. */
const traces = Error as { stackTraceLimit?: number };

/** Every failure that a caller can see. `message` is a sentence; `hint` is the next step. */
export class HallError extends Error {
  override readonly name = 'HallError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** Where it is, such as the address of a database: for whoever keeps the hall, and never part of what others get. */
  readonly place: string | undefined;
  /** Whether it passes without anybody changing what they ask for, such as a database that restarts or a disk that is full. */
  readonly passes: boolean;

  constructor(code: ErrorCode, message: string, options: HallErrorOptions = {}) {
    // Of an error that nobody catches, Node prints the line where its own trace begins: in a bundle, thousands of characters. So it has
    // none, and the trace that people read is written beside it.
    const { stackTraceLimit } = traces;
    traces.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    if (stackTraceLimit === undefined) delete traces.stackTraceLimit;
    else traces.stackTraceLimit = stackTraceLimit;
    const frames = new Error().stack?.split('\n').slice(2) ?? [];
    this.stack = [`HallError: ${message}`, ...frames].join('\n');
    this.code = code;
    this.hint = options.hint;
    this.details = options.details ?? {};
    this.place = options.place;
    this.passes = options.passes ?? false;
  }

  /** The exit code for a command line that ends with this error. */
  get exitCode(): ExitCode {
    return ERROR_CODES[this.code].exit;
  }

  /** The form that `--json` and the MCP server print. */
  toJSON(): { code: ErrorCode; message: string; hint?: string; details?: Readonly<Record<string, unknown>> } {
    return {
      code: this.code,
      message: this.message,
      ...defined({ hint: this.hint }),
      ...(Object.keys(this.details).length === 0 ? {} : { details: this.details }),
    };
  }
}

/** A bundle gives the class another name, which Node would put before the message. */
Object.defineProperty(HallError, 'name', { value: 'HallError' });

/** What the promise gives, or why that is refused. */
export async function orRefusal<T>(promise: Promise<T>): Promise<T | HallError> {
  return await promise.catch((error: unknown) => {
    if (error instanceof HallError) return error;
    throw error;
  });
}

/** What `work` gives; `undefined` where it is refused, for one of these reasons where some are named. */
export async function unlessRefused<T>(
  work: () => Promise<T>,
  ...reasons: readonly ErrorCode[]
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HallError && (reasons.length === 0 || reasons.includes(error.code))) return undefined;
    throw error;
  }
}

/** A refusal of the pure core: an expected outcome, so a value and not an exception. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  /** Individual violations, when there are several. */
  readonly issues?: readonly string[];
  /** The limit that the debate has reached, where that is the reason. */
  readonly limit?: string;
}

/** Turns a refusal of the core into the error that callers see. */
export function problemToError({ code, message, hint, issues, limit }: Problem): HallError {
  return new HallError(code, message, defined({ hint, details: defined({ issues, limit }) }));
}

/** Details of an error about a source that does not exist, which may have been deleted. */
export const GONE = { gone: true } as const;

export const isGone = (error: unknown): boolean => error instanceof HallError && error.details['gone'] === true;
