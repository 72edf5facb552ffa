// Checks the shape of an event, of any type.
import * as z from 'zod';
import { count, type EventType, eventPayloads, LEDGER_VERSION, type LedgerEvent } from '../domain/events.ts';
import { sha256Schema } from '../domain/sealed-schema.ts';
import { type HasShape, quickShape } from './quick-shape.ts';

const envelope = {
  v: z.literal(LEDGER_VERSION),
  seq: count,
  at: z.iso.datetime({ precision: 3 }),
  prev: sha256Schema.nullable(),
  hash: sha256Schema,
};

interface EventShape {
  readonly schema: z.ZodType<LedgerEvent>;
  readonly isSurelyMet: HasShape;
}

const shapes = new Map<EventType, EventShape>();

function shapeOf(type: EventType): EventShape {
  let shape = shapes.get(type);
  if (shape === undefined) {
    const schema = z.strictObject({ ...envelope, type: z.literal(type), data: eventPayloads[type]() });
    shape = { schema: schema as unknown as z.ZodType<LedgerEvent>, isSurelyMet: quickShape(schema) };
    shapes.set(type, shape);
  }
  return shape;
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(eventPayloads, type);

/** An event as it stands in a ledger. */
export function parseEvent(value: unknown): z.ZodSafeParseResult<LedgerEvent> {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (isEventType(type)) {
    const { schema, isSurelyMet } = shapeOf(type);
    return isSurelyMet(value)
      ? { success: true, data: value as LedgerEvent }
      : schema.safeParse(value, { jitless: true });
  }
  return z.object({ type: z.custom<never>(isEventType) }).safeParse(value) as z.ZodSafeParseResult<never>;
}
