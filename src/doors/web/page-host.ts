// What the page's routes need from whoever serves them: who asks and what they may do, and the hall that they ask about. `view`
// serves one person on their own machine; a shared hall serves many.
import type { Setting } from '../../hall/config/sources/variables.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import type { Connection } from '../../net/server/server.ts';
import type { Gate } from '../../platform/access/gate.ts';
import type { LiveHall } from './live/live-hall.ts';

/** A hall with what keeps it alive between requests. */
export interface Room {
  readonly hall: Hall;
  readonly live: LiveHall;
  /** The same hall with other settings, for one debate that is opened; the caller closes it. */
  readonly openWith: (settings: readonly Setting[]) => Promise<Hall>;
}

export interface PageHost {
  /** Throws `not-authenticated`. */
  readonly authenticate: (request: Request, connection: Connection) => Promise<Gate>;
  /** The hall that this principal asks about. */
  readonly room: (gate: Gate) => Promise<Room>;
  /** Routes for those who are not known yet, such as the one by which they sign in. */
  readonly openRoutes: readonly OpenRoute[];
  /** Told of faults, and visitors never are. */
  readonly report: (fault: unknown) => void;
}

export interface OpenRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (request: Request, connection: Connection) => Promise<Response>;
}
