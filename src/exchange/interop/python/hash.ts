// How the Python debate-hall-mcp hashes a turn, and how it writes times.
import { sha256Hex } from '../../../support/canonical.ts';

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)?$/;

interface TimeParts {
  readonly date: string;
  readonly clock: string;
  /** Six digits. */
  readonly micros: string;
  /** `+00:00` for UTC and for a time that names no zone. */
  readonly zone: string;
}

function timeParts(timestamp: string): TimeParts | undefined {
  const [, date, clock, fraction = '', zone = 'Z'] = TIME.exec(timestamp) ?? [];
  if (date === undefined || clock === undefined || Number.isNaN(Date.parse(`${date}T${clock}Z`))) return undefined;
  return { date, clock, micros: fraction.padEnd(6, '0'), zone: zone === 'Z' ? '+00:00' : zone };
}

function printTime({ date, clock, micros }: TimeParts, zone: string): string {
  return `${date}T${clock}${micros === '000000' ? '' : `.${micros}`}${zone}`;
}

/** Milliseconds since 1970, the microseconds cut off; `undefined` for text that is not a time. */
export function pythonTimeMs(timestamp: string): number | undefined {
  const parts = timeParts(timestamp);
  return parts && Date.parse(`${parts.date}T${parts.clock}.${parts.micros.slice(0, 3)}${parts.zone}`);
}

/** A time of ours as that program's files hold it: six digits, none when they are all 0. */
export function toPythonTime(isoTime: string): string {
  const parts = timeParts(isoTime);
  return parts === undefined ? isoTime : printTime(parts, 'Z');
}

/**
 * The hash of a turn: SHA-256 over role, content, time and the hash before, joined with "|". The time enters it as Python
 * prints it, with `+00:00`, whatever its form in the file.
 */
export function pythonTurnHash(turn: {
  readonly role: string;
  readonly content: string;
  readonly timestamp: string;
  readonly previousHash: string | null;
}): string {
  const parts = timeParts(turn.timestamp);
  const time = parts === undefined ? turn.timestamp : printTime(parts, parts.zone);
  return sha256Hex([turn.role, turn.content, time, turn.previousHash ?? ''].join('|'));
}
