// Checks the shape of an event, of any type.
import * as z from 'zod';
import { count, type EventType, eventPayloads, LEDGER_VERSION, type LedgerEvent } from '../domain/events.ts';
import { sha256Schema } from '../domain/sealed-schema.ts';

const envelope = {
  v: z.literal(LEDGER_VERSION),
  seq: count,
  at: z.iso.datetime({ precision: 3 }),
  prev: sha256Schema.nullable(),
  hash: sha256Schema,
};

/** Of one type: compiling its schema takes as long as checking so many without. */
const COMPILED_FROM = 500;

interface TypeCheck {
  readonly schema: z.ZodType<LedgerEvent>;
  checked: number;
}

const checks = new Map<EventType, TypeCheck>();

function checkOf(type: EventType): TypeCheck {
  let check = checks.get(type);
  if (check === undefined) {
    const schema = z.strictObject({ ...envelope, type: z.literal(type), data: eventPayloads[type]() });
    check = { schema: schema as unknown as z.ZodType<LedgerEvent>, checked: 0 };
    checks.set(type, check);
  }
  return check;
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(eventPayloads, type);

/** An event as it stands in a ledger. */
export function parseEvent(value: unknown): z.ZodSafeParseResult<LedgerEvent> {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (isEventType(type)) {
    const check = checkOf(type);
    check.checked += 1;
    return check.schema.safeParse(value, { jitless: check.checked < COMPILED_FROM });
  }
  return z.object({ type: z.custom<never>(isEventType) }).safeParse(value) as z.ZodSafeParseResult<never>;
}
