// The shapes of what events say, by type. Where the program is built, they stand here as data: see config/build/schemas.mjs.
import { type EventType, eventPayloads } from '../../domain/events.ts';
import { describeShape } from '../../domain/shapes/describe-shape.ts';
import type { Shape } from '../../domain/shapes/quick-shape.ts';

export const payloadShapeOf = (type: EventType): Shape => describeShape(eventPayloads[type]());
