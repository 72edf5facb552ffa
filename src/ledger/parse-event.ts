// Checks the shape of an event, of any type.
import * as z from 'zod';
import { type EventType, eventPayloads, type LedgerEvent } from '../domain/events.ts';
import { buildOrderedShape, type HasShape } from '../domain/shapes/quick-shape.ts';
import { eventSchemaOf } from './event-schema.ts';
import { eventShapeOf } from './event-shapes.ts';

const quickChecks = new Map<EventType, HasShape>();
const schemas = new Map<EventType, z.ZodType<LedgerEvent>>();

function quickCheckOf(type: EventType): HasShape {
  const check = quickChecks.get(type) ?? buildOrderedShape(eventShapeOf(type));
  quickChecks.set(type, check);
  return check;
}

function schemaOf(type: EventType): z.ZodType<LedgerEvent> {
  const schema = schemas.get(type) ?? (eventSchemaOf(type) as unknown as z.ZodType<LedgerEvent>);
  schemas.set(type, schema);
  return schema;
}

const isEventType = (type: unknown): type is EventType =>
  typeof type === 'string' && Object.hasOwn(eventPayloads, type);

export type ParsedEvent =
  /** `inOrder`: its names are in the order of canonical JSON; false also where nobody looked. */
  { readonly success: true; readonly data: LedgerEvent; readonly inOrder: boolean } | z.ZodSafeParseError<LedgerEvent>;

/** An event as it stands in a ledger. */
export function parseEvent(value: unknown): ParsedEvent {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (!isEventType(type)) {
    return z.object({ type: z.custom<never>(isEventType) }).safeParse(value) as z.ZodSafeParseError<never>;
  }
  if (quickCheckOf(type)(value)) return { success: true, data: value as LedgerEvent, inOrder: true };
  const parsed = schemaOf(type).safeParse(value, { jitless: true });
  return parsed.success ? { ...parsed, inOrder: false } : parsed;
}
