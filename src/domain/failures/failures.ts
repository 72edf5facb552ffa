// How an agent can fail to answer, what each failure means for the run, and what a person should do about it.
import * as z from 'zod';
import { defined } from '../defined.ts';
import { readText } from '../sealed/sealed.ts';
import { sealedSchema } from '../sealed/sealed-schema.ts';

interface FailureKind {
  /** Whether the same request may succeed a little later. */
  readonly retry: boolean;
  readonly meaning: string;
  /** For a debate that waits to be resumed. */
  readonly nextStep: string;
  /** Where no debate waits, such as before one is opened; the same unless it is set. */
  readonly remedy?: string;
}

export const FAILURES = {
  'not-installed': {
    retry: false,
    meaning: 'the program was not found',
    nextStep: 'Install it, or set "path" for this agent in the configuration.',
  },
  'not-started': {
    retry: true,
    meaning: 'the program could not be started here',
    nextStep: 'Correct what the message names, then resume.',
    remedy: 'Correct what the message names.',
  },
  'unknown-option': {
    retry: false,
    meaning: 'the program does not know an option or command that it was called with',
    nextStep: 'Update the program, or correct what its settings call it with, then resume.',
    remedy: 'Update the program, or correct what its settings call it with.',
  },
  'no-sandbox': {
    retry: false,
    meaning: 'there is no sandbox for the program',
    nextStep: 'Install bubblewrap, or set "sandbox" of this agent to auto, then resume.',
    remedy: 'Install bubblewrap, or set "sandbox" of this agent to auto.',
  },
  'not-logged-in': {
    retry: false,
    meaning: 'the service refused the login',
    nextStep: 'Log in to it, or set its key, then resume.',
    remedy: 'Log in to it, or set its key.',
  },
  'out-of-credit': {
    retry: false,
    meaning: 'the credit or quota of the account is used up',
    nextStep: 'Add credit or raise the limit of the account, or give the seat another agent, then resume.',
    remedy: 'Add credit or raise the limit of the account, or use another agent.',
  },
  'rate-limited': {
    retry: true,
    meaning: 'the rate limit of the service was reached',
    nextStep: 'Wait, then resume; or give the seat another agent.',
    remedy: 'Wait, or use another agent.',
  },
  overloaded: {
    retry: true,
    meaning: 'the service is overloaded or failing',
    nextStep: 'Wait, then resume; or give the seat another agent.',
    remedy: 'Wait, or use another agent.',
  },
  unreachable: {
    retry: true,
    meaning: 'the service could not be reached',
    nextStep: 'Check the network and "baseUrl", then resume.',
    remedy: 'Check the network and "baseUrl".',
  },
  rejected: {
    retry: false,
    meaning: 'the service rejected the request',
    nextStep: 'Check the model name and the settings of this agent.',
  },
  refused: {
    retry: false,
    meaning: 'the model refused to answer',
    nextStep: 'Reword the topic, or give the seat another agent.',
    remedy: 'Rephrase it, or use another agent.',
  },
  'timed-out': {
    retry: true,
    meaning: 'no answer within the limits',
    nextStep: 'Raise the limits of this agent, or give the seat another agent, then resume.',
    remedy: 'Raise the limits of this agent, or use another one.',
  },
  crashed: {
    retry: true,
    meaning: 'it ended without a complete answer',
    nextStep: 'Resume to ask again, or give the seat another agent.',
    remedy: 'Ask again, or use another agent.',
  },
  empty: {
    retry: true,
    meaning: 'the answer was empty',
    nextStep: 'Resume to ask again, or give the seat another agent.',
    remedy: 'Ask again, or use another agent.',
  },
  'too-large': {
    retry: false,
    meaning: 'the answer or the prompt was too large',
    nextStep:
      'Pass less context, ask for less, or take a model with higher limits; raise "maxOutputBytes" only where the message names it.',
  },
  unreadable: {
    retry: true,
    meaning: 'the output could not be understood',
    nextStep: 'Check the program with "debate-hall doctor", or the service at "baseUrl"; then resume.',
    remedy: 'Check the program with "debate-hall doctor", or the service at "baseUrl".',
  },
  unusable: {
    retry: false,
    meaning: "the answers did not satisfy the format's rules",
    nextStep: 'Resume to ask again, or give the seat another agent.',
    remedy: 'Ask again, or use another agent.',
  },
  cancelled: {
    retry: false,
    meaning: 'someone stopped it',
    nextStep: 'Resume when you are ready.',
    remedy: 'Ask again when you are ready.',
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof FAILURES;

/** What to do about it where no debate waits to be resumed. */
export function getRemedy(code: FailureCode): string {
  const { nextStep, remedy = nextStep }: FailureKind = FAILURES[code];
  return remedy;
}

export const failureSchema = () =>
  z.strictObject({
    code: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]),
    /** One sentence; never a secret. */
    message: z.string().max(2_000),
    /** The message without what the agent or its service said; where it is absent all of the message may be quoted. */
    unquoted: z.string().max(2_000).optional(),
  });

export type Failure = z.infer<ReturnType<typeof failureSchema>>;

/** In place of what there would be without it. */
export const isFailure = (result: object): result is Failure => 'code' in result;

/** As an event holds it: the message may quote the agent or its service, so that it can be redacted. */
export const recordedFailureSchema = () => failureSchema().extend({ message: sealedSchema });
type RecordedFailure = z.infer<ReturnType<typeof recordedFailureSchema>>;

export function readFailure({ code, message, unquoted }: RecordedFailure): Failure {
  return { code, message: readText(message), ...defined({ unquoted }) };
}

/** The failure in the words that people see. */
export function toPlainFailure({ code, message }: Failure): Failure {
  return { code, message };
}
