// What the page knows of its hall: who it is, what is going on now, and what the seats of followed debates are doing.
import { batch, computed, signal } from '@preact/signals';
import type { DebateRow, ListedRow, ListPage } from '../../domain/hall-page/list.ts';
import type { HallAnswer } from '../../domain/hall-page/start.ts';
import { MOST_FOLLOWED, type StreamMessage } from '../../domain/hall-page/stream.ts';
import { applyLive, type LiveDebate, NOTHING_LIVE } from './debate/live-state.ts';
import { getJson } from './talk/api.ts';
import { keepPerson } from './talk/session.ts';

export const hall = signal<HallAnswer | undefined>(undefined);

export const isUnreadable = (row: ListedRow): row is Exclude<ListedRow, DebateRow> => 'unreadable' in row;

const isCurrent = (row: ListedRow): row is DebateRow =>
  !isUnreadable(row) && (row.running || row.waitsFor !== undefined);

/** Debates that are running, or that wait for a person. */
const current = signal<ReadonlyMap<string, DebateRow>>(new Map());

export const going = computed<readonly DebateRow[]>(() =>
  [...current.value.values()].sort(
    (one, other) => Number(other.running) - Number(one.running) || other.changedAt.localeCompare(one.changedAt),
  ),
);

const lives = signal<ReadonlyMap<string, LiveDebate>>(new Map());

export const getLive = (id: string): LiveDebate => lives.value.get(id) ?? NOTHING_LIVE;

/** Grows with every sign that a debate changed; 0 until the first. */
const changes = signal<ReadonlyMap<string, number>>(new Map());

export const countChanges = (id: string): number => changes.value.get(id) ?? 0;

/** Grows when anything in the list may have changed. */
export const listChanges = signal(0);

/** Grows when the stream begins anew, so that everything shown must be read again. */
export const beginnings = signal(0);

function noteChange(id: string): void {
  changes.value = new Map(changes.value).set(id, countChanges(id) + 1);
}

function takeRows(rows: readonly ListedRow[], gone: readonly string[] = []): void {
  const next = new Map(current.peek());
  for (const id of gone) next.delete(id);
  for (const row of rows) {
    if (isCurrent(row)) next.set(row.threadId, row);
    else next.delete(row.threadId);
  }
  current.value = next;
}

function take(message: StreamMessage): void {
  switch (message.type) {
    case 'ready':
      lives.value = new Map();
      beginnings.value += 1;
      return;
    case 'list':
      takeRows(message.rows, message.gone);
      listChanges.value += 1;
      return;
    case 'changed':
      noteChange(message.threadId);
      return;
    case 'live': {
      const { threadId, events } = message;
      lives.value = new Map(lives.value).set(threadId, events.reduce(applyLive, getLive(threadId)));
    }
  }
}

export function takeMessages(messages: readonly StreamMessage[]): void {
  batch(() => messages.forEach(take));
}

/** What there is to follow from the list: of what waits for a person there is no live news. */
export const followedFromList = computed(() =>
  going.value
    .filter(({ running }) => running)
    .slice(0, MOST_FOLLOWED)
    .map(({ threadId }) => threadId),
);

/** Once for each beginning of the stream; the list itself is read where it is shown. */
export async function readHall(): Promise<void> {
  const [about, ...pages] = await Promise.all([
    getJson<HallAnswer>('/api/hall'),
    ...['running', 'waiting'].map((state) => getJson<ListPage>(`/api/debates?state=${state}`)),
  ]);
  if (!keepPerson(about.personId)) return;
  batch(() => {
    hall.value = about;
    current.value = new Map();
    for (const { rows } of pages) takeRows(rows);
  });
}
