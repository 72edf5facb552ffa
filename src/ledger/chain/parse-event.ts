// Checks the shape of an event, of any type.
import * as z from 'zod';
import { count } from '../../domain/event-parts.ts';
import { type EventType, eventPayloads, LEDGER_VERSION, type LedgerEvent } from '../../domain/events.ts';
import { onceForName } from '../../domain/once.ts';
import { sha256Schema } from '../../domain/sealed/sealed-schema.ts';
import { compileQuickCheck } from './quick-check.ts';

/** The schema of a whole event, by its type. */
export const createEventSchema = (type: EventType) =>
  z.strictObject({
    v: z.literal(LEDGER_VERSION),
    seq: count,
    at: z.iso.datetime({ precision: 3 }),
    prev: sha256Schema.nullable(),
    hash: sha256Schema,
    type: z.literal(type),
    data: eventPayloads[type](),
  });

const getPayloadCheck = onceForName((type: EventType) => compileQuickCheck(eventPayloads[type]()));
const getSchema = onceForName((type: EventType) => createEventSchema(type) as unknown as z.ZodType<LedgerEvent>);

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(eventPayloads, type);

/** Names of an event in the order of canonical JSON. */
const NAMES = 'at,data,hash,prev,seq,type,v';
const DIGEST = /^[0-9a-f]{64}$/;

const isDigest = (value: unknown) => typeof value === 'string' && DIGEST.test(value);

/** Of a day that every month has; for the others it takes a calendar. */
const COMMON_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isTime(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (COMMON_TIME.test(value)) return true;
  const time = new Date(value);
  return value.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

/** True only when the schema takes the value, with its names in the order of canonical JSON. */
function isEventInOrder(value: object, type: EventType): value is LedgerEvent {
  const { at, data, hash, prev, seq, v } = value as Readonly<Record<string, unknown>>;
  return (
    Object.keys(value).join() === NAMES &&
    v === LEDGER_VERSION &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 0 &&
    isTime(at) &&
    isDigest(hash) &&
    (prev === null || isDigest(prev)) &&
    getPayloadCheck(type)(data)
  );
}

export type ParsedEvent =
  /** `inOrder`: its names are in the order of canonical JSON; false also where nobody looked. */
  { readonly success: true; readonly data: LedgerEvent; readonly inOrder: boolean } | z.ZodSafeParseError<LedgerEvent>;

/** An event as it stands in a ledger. */
export function parseEvent(value: unknown): ParsedEvent {
  if (typeof value !== 'object' || value === null || !('type' in value) || !isEventType(value.type)) {
    return z.object({ type: z.custom<never>(isEventType) }).safeParse(value) as z.ZodSafeParseError<never>;
  }
  if (isEventInOrder(value, value.type)) return { success: true, data: value, inOrder: true };
  const parsed = getSchema(value.type).safeParse(value, { jitless: true });
  return parsed.success ? { ...parsed, inOrder: false } : parsed;
}
