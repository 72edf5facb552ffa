// Starting a debate: what it will probably take, and the opening, whose run is given to the queue; also of those that come from one that
// is there.
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { OPEN_SEAT, PERSON_KIND } from '../../../domain/event-parts.ts';
import { unlessRefused } from '../../../domain/failures/errors.ts';
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
import { orderRun, orderRunOnce } from '../../../hall/operations/queue/order-run.ts';
import { compareDebates } from '../../../hall/operations/records/comparison/compare-debates.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { removeSecrets } from '../../../hall/operations/written-secrets.ts';
import { json } from '../../../net/server/answers.ts';
import { readJsonBody, readQuery } from '../../../net/server/body.ts';
import { getAsker } from '../../../platform/access/principal.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { Route, RouteCall } from './route.ts';

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

/** The same for the same request at every server of a hall, so that nobody can open it twice. */
const nameAfter = (subject: string, request: readonly unknown[]): string =>
  `${subjectSlug(subject)}-${sha256Hex(JSON.stringify(request)).slice(0, DIGEST_DIGITS)}`;

const nameStart = async (person: string, { key, topic }: StartRequest): Promise<string> =>
  nameAfter(await romanize(removeSecrets(topic)), [person, key, topic]);

/** Opens the debate and orders its run, each where that was not done before. */
async function startOnce(
  { room: { hall }, gate }: RouteCall,
  threadId: string,
  open: () => Promise<object>,
): Promise<Response> {
  const isThere = await hall.store.exists(threadId);
  const isOpened = !isThere && (await unlessRefused(open, 'already-exists')) !== undefined;
  await (isOpened ? orderRun : orderRunOnce)(hall, { threadId, owner: gate.principal.id });
  return json({ threadId } satisfies StartAnswer);
}

async function isStarted({ request, room, gate }: RouteCall): Promise<boolean> {
  const start = await readJsonBody(request, startRequestSchema);
  return await room.hall.store.exists(await nameStart(gate.principal.id, start));
}

async function answerStart(call: RouteCall): Promise<Response> {
  const start = await readJsonBody(call.request, startRequestSchema);
  const { key: _, ...body } = start;
  const threadId = await nameStart(call.gate.principal.id, start);
  return await startOnce(call, threadId, async () => {
    const input = toOpenInput({ ...body, threadId }, { signal: call.connection.closing });
    const open = async (own: Hall) => await openDebate(own, { ...input, ...getAsker(call.gate.principal) });
    return await withSettings(call, body, open);
  });
}

/** A debate that comes from one that is there, and is named after it. */
function startFrom<Body extends { readonly key: string }>(
  action: 'again' | 'fork',
  schema: z.ZodType<Body>,
  open: (call: RouteCall, source: string, threadId: string, body: Body) => Promise<object>,
): Pick<Route, 'answer' | 'isRepeated'> {
  const read = async ({ request, gate, params: { id: source = '' } }: RouteCall) => {
    const body = await readJsonBody(request, schema);
    return { source, body, threadId: nameAfter(source, [gate.principal.id, action, source, body]) };
  };
  return {
    isRepeated: async (call) => await call.room.hall.store.exists((await read(call)).threadId),
    answer: async (call) => {
      refuseReentry(call.room.hall);
      const { source, body, threadId } = await read(call);
      return await startOnce(call, threadId, async () => await open(call, source, threadId, body));
    },
  };
}

const answerAgain = startFrom('again', againRequestSchema, async (call, source, threadId) => {
  const { room, gate, connection } = call;
  const { input } = await recheckOpening(room.hall, source);
  if (namesFiles(input)) await gate.permit('read-files', source);
  return await openDebate(room.hall, { ...input, ...getAsker(gate.principal), threadId, signal: connection.closing });
});

const answerFork = startFrom('fork', forkRequestSchema, async ({ room, gate, connection }, source, id, { at }) => {
  const fork = { threadId: source, id, ...getAsker(gate.principal), signal: connection.closing };
  return await openFork(room.hall, { ...fork, ...defined({ at }) });
});

const compareQuerySchema = z.strictObject({ with: z.string().min(1).max(200) });

/** `GET /api/debates/:id/compare?with=ID` */
async function answerCompare({ request, params, gate, room: { hall } }: RouteCall): Promise<Response> {
  const other = await findDebate(hall, readQuery(request, compareQuerySchema).with);
  await gate.permit('read-debate', other);
  return json((await compareDebates(hall, params['id'] ?? '', other)) satisfies DebateComparison);
}

const of = (name: string) => `/api/debates/:id/${name}`;

export const startRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/forecast', operation: 'forecast-run', answer: answerForecast },
  { method: 'POST', path: '/api/debates', operation: 'start-run', answer: answerStart, isRepeated: isStarted },
  { method: 'POST', path: of('again'), operation: 'start-run', ...answerAgain },
  { method: 'POST', path: of('fork'), operation: 'start-run', ...answerFork },
  { method: 'GET', path: of('compare'), operation: 'compare-debates', answer: answerCompare },
];
