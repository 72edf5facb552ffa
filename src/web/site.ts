// What the page's routes need from whoever serves them: who asks, what they may do, and the hall that they ask about. `view` serves
// one person on their own machine; a shared hall serves many.
import type { Setting } from '../config/sources/variables.ts';
import type { Hall } from '../operations/hall.ts';
import type { RunQueue } from '../queues/queue.ts';
import type { LiveHall } from './live/live-hall.ts';
import type { Route } from './route.ts';

/** Who asks, once that is known. */
export interface Visitor {
  /** As whom they write, as the record names them. */
  readonly author: string;
}

/** What a route does: reading, taking part in a debate, and starting, resuming or pausing runs, which spends tokens. */
export type PageAction = 'read' | 'take-part' | 'run';

/** A hall with what keeps it alive between requests. */
export interface Room {
  readonly hall: Hall;
  readonly queue: RunQueue;
  readonly live: LiveHall;
  /** The same hall with other settings, for one debate that is opened; the caller closes it. */
  readonly openWith: (settings: readonly Setting[]) => Promise<Hall>;
  /** Who is at the page may name files of this machine as material. */
  readonly readsMachine: boolean;
}

export interface Site<V extends Visitor = Visitor> {
  /** Throws `not-authenticated`. */
  readonly authenticate: (request: Request) => Promise<V>;
  /** Throws `not-permitted`. */
  readonly permit: (visitor: V, action: PageAction) => void;
  readonly room: (visitor: V) => Promise<Room>;
  /** Routes of its own, such as those by which people sign in. Nobody is authenticated for them. */
  readonly openRoutes: readonly OpenRoute[];
  /** Told of faults, which visitors are not. */
  readonly report: (fault: unknown) => void;
}

export type OpenRoute = Pick<Route, 'method' | 'path'> & {
  readonly answer: (request: Request) => Promise<Response>;
};
