// Checks the shape of an event, of any type; of one that this version does not know, what holds for every event.
import * as z from 'zod';
import { count, ruleValue } from '../../domain/event-parts.ts';
import { type EventType, eventPayloads, LEDGER_VERSION, type LedgerEvent } from '../../domain/events.ts';
import { once, onceForName } from '../../domain/once.ts';
import { isSealed, listSealed } from '../../domain/sealed/sealed.ts';
import { sealedSchema, sha256Schema } from '../../domain/sealed/sealed-schema.ts';
import { isFields } from '../../domain/values/tree.ts';
import { compileQuickCheck } from './quick-check.ts';

/** What stands in its place in the chain. */
const linkShape = {
  seq: count,
  at: z.iso.datetime({ precision: 3 }),
  prev: sha256Schema.nullable(),
  hash: sha256Schema,
};

export const createEventSchema = (type: EventType) =>
  z.strictObject({ v: z.literal(LEDGER_VERSION), ...linkShape, type: z.literal(type), data: eventPayloads[type]() });

const FIELD_NAME = /^[ -~]*$/;

/** JSON of any event: no floats, names of ASCII, and nothing that only looks like a sealed text. */
function isEventValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  if (isSealed(value)) return sealedSchema.safeParse(value, { jitless: true }).success;
  return Object.entries(value).every(
    ([name, item]) => FIELD_NAME.test(name) && name !== '__proto__' && isEventValue(item),
  );
}

function isEventData(data: unknown): boolean {
  if (!isFields(data) || isSealed(data) || !isEventValue(data)) return false;
  const places = listSealed(data).map(({ path }) => path);
  if (new Set(places).size < places.length) return false;
  const { options = null, data: read = null } = data;
  return ruleValue.safeParse([options, read], { jitless: true }).success;
}

/** What every version keeps to, whatever its events say (docs/reference/ledger.md, "Verification"). */
const getAnySchema = once(() =>
  z.strictObject({ v: count.min(1), ...linkShape, type: z.string().min(1), data: z.custom(isEventData) }),
);

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
  | { readonly success: true; readonly data: LedgerEvent; readonly inOrder: boolean }
  /** `data`: the event, where its shape is only one that this version does not know. */
  | { readonly success: false; readonly issue: z.core.$ZodIssue | undefined; readonly data?: LedgerEvent };

function parseKnown(value: unknown) {
  return typeof value === 'object' && value !== null && 'type' in value && isEventType(value.type)
    ? getSchema(value.type).safeParse(value, { jitless: true })
    : z.object({ type: z.custom<never>(isEventType) }).safeParse(value);
}

export function parseEvent(value: unknown): ParsedEvent {
  if (typeof value === 'object' && value !== null && 'type' in value && isEventType(value.type)) {
    if (isEventInOrder(value, value.type)) return { success: true, data: value, inOrder: true };
  }
  const parsed = parseKnown(value);
  if (parsed.success) return { success: true, data: parsed.data as LedgerEvent, inOrder: false };
  const any = getAnySchema().safeParse(value, { jitless: true });
  return { success: false, issue: parsed.error.issues[0], ...(any.success ? { data: any.data as LedgerEvent } : {}) };
}
