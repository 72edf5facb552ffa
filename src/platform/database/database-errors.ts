// What errors of Postgres and of the way to it mean: whether waiting helps, and what people can do.
import { HallError } from '../../domain/failures/errors.ts';

const getCode = (error: unknown) => (error as { readonly code?: string } | undefined)?.code ?? '';

/** The server went away, or is not back yet; what was asked for may have been done. */
const LOST_CODES = /^(?:08|57P0[1-3])|^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/;
/** Errors of the driver, which have no code. */
const LOST_WORDS = /connection (?:terminated|timeout|ended)|timeout exceeded|read timeout|not queryable/i;
export const isLost = (error: unknown): boolean =>
  LOST_CODES.test(getCode(error)) || LOST_WORDS.test((error as Error).message ?? '');

/** It is there and takes nobody in just now: it has no connection left, or is starting. */
export const isBusy = (error: unknown): boolean => /^(?:53300|57P03)$/.test(getCode(error));

/** A key that is already there. */
export const isTaken = (error: unknown): boolean => getCode(error) === '23505';

/** It does not let its user do that, as callers see it. */
export const isForbidden = (error: unknown): boolean => error instanceof HallError && getCode(error.cause) === '42501';

/** By SQLSTATE, or by the words of an error of the driver, what the database does, and the next step. */
const MEANINGS: readonly (readonly [errors: RegExp, what: string, hint: string])[] = [
  [/^(?:42P01|3F000)$/, 'has no tables of Debate Hall yet', 'Create them with "debate-hall db migrate".'],
  [/^(?:42703|42883)$/, 'has tables of an older Debate Hall', 'Update them with "debate-hall db migrate".'],
  [/^28/, 'refuses the login', 'Check user and password in the address of the database.'],
  [/^3D000$/, 'does not exist', 'Create it with "createdb", or correct the address.'],
  [
    /^42501$/,
    'does not let this user do that',
    'Let its owner grant the user all privileges on the schemas debate_hall and debate_hall_queue and their tables.',
  ],
  [/^25006$/, 'is read-only', 'Use the address of the primary server.'],
  [/^53100$/, 'has no space left on its disk', 'Make space, then try again. Nothing was written.'],
  [/^53300$/, 'has no connection left', 'Try again, or raise max_connections of the server.'],
  [
    /^Query read timeout$/,
    'takes a connection and does not answer',
    'Try again, or check that a pool in front of it has connections left (PgBouncer: default_pool_size).',
  ],
  [/^57P03$/, 'is starting', 'Try again in a moment.'],
];

/** Resources, an end by an operator, a fault of the system, a standby that becomes the primary. */
const PASSING_CODES = /^(?:53|57P|58|25006)/;
const isPassing = (error: unknown): boolean => isLost(error) || isBusy(error) || PASSING_CODES.test(getCode(error));

function describe(error: unknown): string {
  const code = getCode(error);
  if (code !== '') return code;
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'no reason given';
}

/** The error that callers see, of the database at this place, which is no part of its words; a fault of ours is none of the database. */
export function explainError(error: unknown, place: string): unknown {
  if (error instanceof HallError || error instanceof TypeError || isTaken(error)) return error;
  const description = describe(error);
  const [, what, hint] = MEANINGS.find(([errors]) => errors.test(description)) ?? [
    undefined,
    `cannot be used (${description})`,
    'Check that it runs and that this machine can reach it.',
  ];
  return new HallError('storage', `The database ${what}.`, { hint, place, passes: isPassing(error), cause: error });
}
