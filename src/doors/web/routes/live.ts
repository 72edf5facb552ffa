// The one stream of a tab: changes of the list, and what happens in the debates that it follows.
import { HallError } from '../../../domain/failures/errors.ts';
import { MOST_FOLLOWED, type StreamMessage, type TimedLiveEvent } from '../../../domain/hall-page/stream.ts';
import { whenAborted } from '../../../support/wait.ts';
import type { LiveHall } from '../live/live-hall.ts';
import { toRow } from './list.ts';
import type { Route, RouteCall } from './route.ts';

/** Proxies and browsers give up a connection on which nothing comes. */
const BEAT_MS = 15_000;
/** Of messages that wait for the tab, in characters. A tab that is so far behind reads everything again. */
const MOST_WAITING = 8 * 1024 * 1024;

const encoder = new TextEncoder();

/** `subscribe` gets where to send to, and returns what ends it. The stream ends with `signal`. */
function eventStream(subscribe: (send: (message: StreamMessage) => void) => () => void, signal: AbortSignal): Response {
  let isOpen = true;
  const stops: (() => void)[] = [];
  let beat: NodeJS.Timeout | undefined;
  const stop = () => {
    isOpen = false;
    clearInterval(beat);
    for (const each of stops.splice(0)) each();
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const end = () => {
      if (!isOpen) return;
      stop();
      controller.close();
    };
    const write = (text: string) => {
      if (!isOpen) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) < 0) end();
    };
    stops.push(whenAborted(signal, end));
    if (!isOpen) return;
    beat = setInterval(() => write(': \n\n'), BEAT_MS);
    stops.push(subscribe((message) => write(`data: ${JSON.stringify(message)}\n\n`)));
    // What there was to say at once can be more than fits.
    if (!isOpen) stop();
  };
  const room = { highWaterMark: MOST_WAITING, size: (chunk?: Uint8Array) => chunk?.byteLength ?? 0 };
  const body = new ReadableStream<Uint8Array>({ start, cancel: stop }, room);
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

type Send = (message: StreamMessage) => void;

/** The words of several seats within this time are one message. */
const GATHER_MS = 40;

function followDebate(live: LiveHall, threadId: string, send: Send): () => void {
  let events: TimedLiveEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (events.length > 0) send({ type: 'live', threadId, events });
    events = [];
  };
  const stop = live.listenToDebate(threadId, (news) => {
    if (news.kind === 'changed') {
      flush();
      return send({ type: 'changed', threadId });
    }
    events.push(news.event);
    timer ??= setTimeout(flush, GATHER_MS);
  });
  flush();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function answerLive({ request, gate, room, connection }: RouteCall): Promise<Response> {
  const followed = [...new Set(new URL(request.url).searchParams.getAll('follow'))];
  if (followed.length > MOST_FOLLOWED) {
    throw new HallError('bad-input', `A stream follows at most ${MOST_FOLLOWED} debates.`, { hint: 'Follow fewer.' });
  }
  const { hall, live } = room;
  for (const threadId of followed) await gate.permit('read-debate', threadId);
  // One that was deleted is found out when it is read.
  const there: string[] = [];
  for (const threadId of followed) if (await hall.store.exists(threadId)) there.push(threadId);
  const subscribe = (send: Send) => {
    send({ type: 'ready' });
    const stops = [
      live.listenToList(({ rows, gone }) => send({ type: 'list', rows: rows.map(toRow), gone })),
      ...there.map((threadId) => followDebate(live, threadId, send)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const ends = [request.signal, connection.closing, ...(gate.ended === undefined ? [] : [gate.ended])];
  return eventStream(subscribe, AbortSignal.any(ends));
}

export const liveRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/live', operation: 'list-debates', answer: answerLive },
];
