// The one stream of a tab: changes of the list, and what happens in the debates that it follows.
import { HallError } from '../../../domain/failures/errors.ts';
import { MOST_FOLLOWED, type StreamMessage, type TimedLiveEvent } from '../../../domain/hall-page/stream.ts';
import { toRow } from '../debate/row.ts';
import { eventStream } from '../live/event-stream.ts';
import type { LiveHall } from '../live/live-hall.ts';
import type { Call, Route } from './route.ts';

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

async function answerLive({ request, gate, room, connection }: Call): Promise<Response> {
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
