// Checks the shape of an event, of any type.
import * as z from 'zod';
import { count, type EventType, eventPayloads, LEDGER_VERSION, type LedgerEvent } from '../domain/events.ts';
import { sha256Schema } from '../domain/sealed.ts';

const envelope = {
  v: z.literal(LEDGER_VERSION),
  seq: count,
  at: z.iso.datetime({ precision: 3 }),
  prev: sha256Schema.nullable(),
  hash: sha256Schema,
};

/** Compiling a schema takes as long as checking some hundred events without. */
const COMPILED_FROM = 500;

const schemas = new Map<EventType, z.ZodType<LedgerEvent>>();

function schemaOf(type: EventType): z.ZodType<LedgerEvent> {
  let schema = schemas.get(type);
  if (schema === undefined) {
    const whole = z.strictObject({ ...envelope, type: z.literal(type), data: eventPayloads[type]() });
    schema = whole as unknown as z.ZodType<LedgerEvent>;
    schemas.set(type, schema);
  }
  return schema;
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(eventPayloads, type);

/** The event with this number, as it stands in a ledger. */
export function parseEvent(value: unknown, seq: number): z.ZodSafeParseResult<LedgerEvent> {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (isEventType(type)) return schemaOf(type).safeParse(value, { jitless: seq < COMPILED_FROM });
  return z.object({ type: z.custom<never>(isEventType) }).safeParse(value) as z.ZodSafeParseResult<never>;
}
