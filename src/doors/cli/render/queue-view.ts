// The runs of a queue as lines.
import type { QueuedRun } from '../../../platform/queues/queue.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import type { Colours } from '../terminal/io.ts';
import { type Column, tableLines } from './layout/table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'STATE' },
  { title: 'ASKED', detail: true },
  { title: 'BY', detail: true },
  { title: 'AGENTS', detail: true },
  { title: 'WORKER', detail: true },
  { title: 'PROBLEM', cut: true },
];

const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');

function rowOf({ threadId, state, asked, owner = '', agents, worker = '', problem = '' }: QueuedRun): string[] {
  return [threadId, state, minuteOf(asked), owner, agents.join(','), worker, problem];
}

/** `room` in columns of the terminal, infinite where there is none. */
export function runLines(runs: readonly QueuedRun[], room: number, colours: Colours): string[] {
  const [head = '', ...lines] = tableLines(COLUMNS, toPrintable(runs.map(rowOf)), room);
  return [colours.dim(head), ...lines];
}
