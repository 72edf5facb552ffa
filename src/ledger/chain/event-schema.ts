// The schema of a whole event, by its type.
import * as z from 'zod';
import { count, type EventType, eventPayloads, LEDGER_VERSION } from '../../domain/events.ts';
import { sha256Schema } from '../../domain/sealed/sealed-schema.ts';

export const eventSchemaOf = (type: EventType) =>
  z.strictObject({
    v: z.literal(LEDGER_VERSION),
    seq: count,
    at: z.iso.datetime({ precision: 3 }),
    prev: sha256Schema.nullable(),
    hash: sha256Schema,
    type: z.literal(type),
    data: eventPayloads[type](),
  });
