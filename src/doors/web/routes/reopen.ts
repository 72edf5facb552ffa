// New debates that come from one that is there: the same question again, a fork, and the comparison of two.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { StartAnswer } from '../../../domain/hall-page/start.ts';
import { againRequestSchema, forkRequestSchema } from '../../../domain/hall-page/writes.ts';
import type { DebateComparison } from '../../../domain/results/comparison.ts';
import { openDebate } from '../../../hall/operations/debate/opening/open-debate.ts';
import { openFork } from '../../../hall/operations/debate/related/fork-debate.ts';
import { recheckOpening } from '../../../hall/operations/debate/related/recheck.ts';
import { refuseReentry } from '../../../hall/operations/debate/running/reentry.ts';
import { orderRun } from '../../../hall/operations/queue/order-run.ts';
import { namesFiles } from '../../../hall/operations/reading/names-files.ts';
import { compareDebates } from '../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { json } from '../../../net/server/answers.ts';
import { readQuery } from '../../../net/server/body.ts';
import { getAsker } from '../../../platform/access/principal.ts';
import { answerOnce, type Route, type RouteCall } from './route.ts';

const answerAgain = answerOnce(againRequestSchema, async ({ room: { hall }, gate, threadId, connection }) => {
  refuseReentry(hall);
  const { input } = await recheckOpening(hall, threadId);
  if (namesFiles(input)) await gate.permit('read-files', threadId);
  const opened = await openDebate(hall, { ...input, ...getAsker(gate.principal), signal: connection.closing });
  await orderRun(hall, { threadId: opened.threadId, owner: gate.principal.id });
  return { threadId: opened.threadId } satisfies StartAnswer;
});

const answerFork = answerOnce(
  forkRequestSchema,
  async ({ room: { hall }, gate, threadId, connection, body: { at } }) => {
    refuseReentry(hall);
    const opened = await openFork(hall, {
      ...{ threadId, ...getAsker(gate.principal), signal: connection.closing },
      ...defined({ at }),
    });
    await orderRun(hall, { threadId: opened.threadId, owner: gate.principal.id });
    return { threadId: opened.threadId } satisfies StartAnswer;
  },
);

const compareQuerySchema = z.strictObject({ with: z.string().min(1).max(200) });

/** `GET /api/debates/:id/compare?with=ID` */
async function answerCompare({ request, params, gate, room: { hall } }: RouteCall): Promise<Response> {
  const other = await findDebate(hall, readQuery(request, compareQuerySchema).with);
  await gate.permit('read-debate', other);
  return json((await compareDebates(hall, params['id'] ?? '', other)) satisfies DebateComparison);
}

const of = (name: string) => `/api/debates/:id/${name}`;

export const reopenRoutes: readonly Route[] = [
  { method: 'POST', path: of('again'), operation: 'start-run', ...answerAgain },
  { method: 'POST', path: of('fork'), operation: 'start-run', ...answerFork },
  { method: 'GET', path: of('compare'), operation: 'compare-debates', answer: answerCompare },
];
