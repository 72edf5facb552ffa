// The shapes of events by type. Where the program is built, they stand here as data: see config/build/schemas.mjs.
import type { EventType } from '../domain/events.ts';
import { describeShape } from '../domain/shapes/describe-shape.ts';
import type { Shape } from '../domain/shapes/quick-shape.ts';
import { eventSchemaOf } from './event-schema.ts';

export const eventShapeOf = (type: EventType): Shape => describeShape(eventSchemaOf(type));
