// Starting a debate: what it will probably take, and the opening, whose run is given to the queue; also of those that come from one that
// is there.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { OPEN_SEAT, PERSON_KIND } from '../../../domain/event-parts.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import {
  type ForecastAnswer,
  type ForecastRequest,
  forecastRequestSchema,
  type StartAnswer,
  type StartRequest,
  startRequestSchema,
} from '../../../domain/hall-page/start.ts';
import { againRequestSchema, forkRequestSchema } from '../../../domain/hall-page/writes.ts';
import { subjectSlug } from '../../../domain/ids.ts';
import type { DebateComparison } from '../../../domain/results/comparison.ts';
import { describeUnclear } from '../../../domain/words/describe-unclear.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { formatSeatSpec } from '../../../hall/config/seat-spec.ts';
import { forecastDebate, toForecastInput } from '../../../hall/operations/debate/forecast/forecast.ts';
import { forecastText } from '../../../hall/operations/debate/forecast/forecast-text.ts';
import { openDebate, prepareDebate } from '../../../hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../../hall/operations/debate/opening/open-input.ts';
import { namesFiles, requestedSettings, toOpenInput } from '../../../hall/operations/debate/opening/request.ts';
import { romanize } from '../../../hall/operations/debate/opening/topic.ts';
import { openFork } from '../../../hall/operations/debate/related/fork-debate.ts';
import { recheckOpening } from '../../../hall/operations/debate/related/recheck.ts';
import { refuseReentry } from '../../../hall/operations/debate/running/reentry.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { orderRun } from '../../../hall/operations/queue/order-run.ts';
import { compareDebates } from '../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { removeSecrets } from '../../../hall/operations/written-secrets.ts';
import { json } from '../../../net/server/answers.ts';
import { readJsonBody, readQuery } from '../../../net/server/body.ts';
import { getAsker } from '../../../platform/access/principal.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { answerOnce, type Route, type RouteCall } from './route.ts';

/** With the settings of this one debate. */
async function withSettings<Result>(
  { room, gate }: RouteCall,
  body: ForecastRequest,
  work: (hall: Hall) => Promise<Result>,
): Promise<Result> {
  if (namesFiles(body)) await gate.permit('read-files');
  refuseReentry(room.hall);
  const hall = await room.openWith(requestedSettings(body, () => 'the page'));
  try {
    return await work(hall);
  } finally {
    await hall.close();
  }
}

async function forecast(hall: Hall, input: OpenInput): Promise<ForecastAnswer> {
  const { request, passedOver, viewing } = await prepareDebate(hall, input);
  const format = await hall.format(request.format);
  const label = labelSeats(format.seats(format.options.parse(request.options)));
  const found = await forecastDebate(hall, await toForecastInput(hall, request), input.signal);
  const { calls, tokens, ms, costMicroUsd } = found;
  return {
    text: forecastText(found),
    ...{ calls, tokens, ms, costMicroUsd },
    seats: request.seats.map(({ seat, agent }) => ({
      seat,
      label: label(seat),
      agent: formatSeatSpec(agent),
      person: agent.kind === PERSON_KIND || agent.kind === OPEN_SEAT.kind,
    })),
    passedOver,
    ...(viewing.length === 0 ? {} : { viewing }),
    ...defined({ questionNote: describeUnclear(request.question, request.topic, 'page') }),
  };
}

async function answerForecast(call: RouteCall): Promise<Response> {
  const body: z.output<typeof forecastRequestSchema> = await readJsonBody(call.request, forecastRequestSchema);
  const input = toOpenInput(body, { signal: call.request.signal });
  return json(await withSettings(call, body, async (hall) => await forecast(hall, input)));
}

const DIGEST_DIGITS = 12;

/** The same for the same request of the same person at every server of a hall, so that nobody can open it twice. */
async function nameStart(person: string, { key, topic }: StartRequest): Promise<string> {
  const digest = sha256Hex(JSON.stringify([person, key, topic]));
  return `${subjectSlug(await romanize(removeSecrets(topic)))}-${digest.slice(0, DIGEST_DIGITS)}`;
}

/** `already`: the same request was here before. */
async function openOnce(call: RouteCall, body: ForecastRequest, threadId: string): Promise<'opened' | 'already'> {
  if (await call.room.hall.store.exists(threadId)) return 'already';
  const input = toOpenInput({ ...body, threadId }, { signal: call.connection.closing });
  const open = async () =>
    await withSettings(
      call,
      body,
      async (own) => await openDebate(own, { ...input, ...getAsker(call.gate.principal) }),
    );
  return (await unlessRefused(open, 'already-exists')) === undefined ? 'already' : 'opened';
}

async function isStarted({ request, room, gate }: RouteCall): Promise<boolean> {
  const start = await readJsonBody(request, startRequestSchema);
  return await room.hall.store.exists(await nameStart(gate.principal.id, start));
}

async function answerStart(call: RouteCall): Promise<Response> {
  const start = await readJsonBody(call.request, startRequestSchema);
  const { key: _, ...body } = start;
  const { hall } = call.room;
  const { id: owner } = call.gate.principal;
  const threadId = await nameStart(owner, start);
  const opened = await openOnce(call, body, threadId);
  // What was ordered once is not ordered again, even where its run was cancelled since.
  const runs = opened === 'opened' ? [] : await (await hall.queue()).list({ threadId, most: 1 });
  if (runs.length === 0) {
    await orderRun(hall, { threadId, owner }).catch((error: unknown) => {
      // It has been run by now.
      if (opened === 'opened' || !(error instanceof HallError) || error.code !== 'not-active') throw error;
    });
  }
  return json({ threadId } satisfies StartAnswer);
}

export const startRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/forecast', operation: 'forecast-run', answer: answerForecast },
  { method: 'POST', path: '/api/debates', operation: 'start-run', answer: answerStart, isRepeated: isStarted },
];

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
