// Loaded before a server: at each SIGUSR2 it collects garbage and writes what the process holds, as JSON, to the file
// named by SOAK_PROBE_FILE. Wants `--expose-gc`.
import { createHook } from 'node:async_hooks';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** What ends a moment after a debate, such as its watchdog, is not held. */
const SETTLE_MS = 400;
const COLLECTIONS = 3;

/** Timers, pipes, processes, watchers, open requests: those that keep the process alive and those that do not. */
const resources = new Map();
createHook({
  init(id, type) {
    if (type !== 'PROMISE' && type !== 'TickObject' && type !== 'Microtask') resources.set(id, type);
  },
  destroy: (id) => resources.delete(id),
}).enable();

function children() {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === process.pid;
    } catch {
      return false;
    }
  }).length;
}

function countOf(types) {
  const counts = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

async function look() {
  await pause(SETTLE_MS);
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc();
    await pause(1);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const byType = countOf(resources.values());
  return {
    rssBytes: rss,
    heapBytes: heapUsed + external,
    descriptors: readdirSync('/proc/self/fd').length,
    children: children(),
    timers: byType.Timeout ?? 0,
    handles: resources.size,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    byType,
  };
}

const file = process.env.SOAK_PROBE_FILE;
process.on('SIGUSR2', async () => {
  writeFileSync(`${file}.new`, JSON.stringify(await look()));
  renameSync(`${file}.new`, file);
});
