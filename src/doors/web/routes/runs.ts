// Pausing and resuming runs, which are those of the hall's queue.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { askRequestSchema, pauseRequestSchema, resumeRequestSchema } from '../../../domain/hall-page/writes.ts';
import { raisedLimits } from '../../../hall/operations/debate/opening/limits.ts';
import { prepareFollowUp } from '../../../hall/operations/debate/running/follow-up.ts';
import { raiseBounds } from '../../../hall/operations/debate/running/prepare-run.ts';
import { refuseReentry } from '../../../hall/operations/debate/running/reentry.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { orderAnswers, orderRun } from '../../../hall/operations/queue/order-run.ts';
import { answerOnce, type Route, toWriteAnswer } from './route.ts';

async function answerSnapshot(hall: Hall, threadId: string) {
  return toWriteAnswer({ snapshot: await hall.engine.snapshot(threadId) });
}

const answerPause = answerOnce(pauseRequestSchema, async ({ room: { hall }, threadId }) => {
  const isPaused = await (await hall.queue()).cancel(threadId);
  const answer = await answerSnapshot(hall, threadId);
  if (isPaused) return answer;
  throw new HallError('not-active', 'This debate does not run here, so it cannot be paused from here.', {
    hint: 'Press Ctrl-C where it runs.',
  });
});

const answerResume = answerOnce(resumeRequestSchema, async ({ room: { hall }, gate, threadId, body: { limits } }) => {
  refuseReentry(hall);
  if (limits !== undefined && Object.keys(defined(limits)).length > 0) {
    await raiseBounds(hall, await hall.engine.snapshot(threadId), { threadId, limits: raisedLimits(limits) });
  }
  await orderRun(hall, { threadId, owner: gate.principal.id });
  return await answerSnapshot(hall, threadId);
});

const answerAsk = answerOnce(
  askRequestSchema,
  async ({ room: { hall }, gate, threadId, author, body: { text, seat }, connection }) => {
    const seats = seat === undefined ? undefined : [seat];
    const asked = { threadId, question: text, author, seats, signal: connection.closing };
    const { question } = await prepareFollowUp(hall, asked);
    await orderAnswers(hall, { threadId, owner: gate.principal.id }, question);
    return await answerSnapshot(hall, threadId);
  },
);

export const runRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/debates/:id/pause', operation: 'stop-run', ...answerPause },
  { method: 'POST', path: '/api/debates/:id/ask', operation: 'ask-seats', ...answerAsk },
  { method: 'POST', path: '/api/debates/:id/resume', operation: 'resume-run', ...answerResume },
];
