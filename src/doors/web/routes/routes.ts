// The routes of the page's API. A new one is in the file of its subject.
import { debateRoutes } from './debate.ts';
import { hallRoutes } from './hall.ts';
import { listRoutes } from './list.ts';
import { liveRoutes } from './live.ts';
import { reopenRoutes } from './reopen.ts';
import type { Route } from './route.ts';
import { runRoutes } from './runs.ts';
import { startRoutes } from './start.ts';
import { turnRoutes } from './turns.ts';

export const ROUTES: readonly Route[] = [
  ...listRoutes,
  ...hallRoutes,
  ...startRoutes,
  ...liveRoutes,
  ...debateRoutes,
  ...turnRoutes,
  ...runRoutes,
  ...reopenRoutes,
];
