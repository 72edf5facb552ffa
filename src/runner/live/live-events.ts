// Who listens to a run; what listeners get is in the core, since the page in a browser reads it too.
import type { LiveEvent } from '../../domain/live-events.ts';

export type { LiveEvent, RunEndReason } from '../../domain/live-events.ts';

/** Receives every event as it happens; must not throw. Writers of feeds and logs add the time `at`. */
export type LiveListener = (event: LiveEvent) => void;
