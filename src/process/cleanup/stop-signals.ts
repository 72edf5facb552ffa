// Hears Ctrl-C, SIGTERM and SIGHUP. The first asks the work to end, the second ends the process, also while its event loop
// stands still: then nothing hears signals, so a thread gives them back to the system, whose way is to end the process.
import { Worker } from 'node:worker_threads';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Most commands are over before, and a thread costs more than they do. */
const GUARD_AFTER_MS = 250;
const BEAT_MS = 150;
/** Without a beat for so long, the event loop stands still. */
const STILL_AFTER_MS = 600;
const RELEASE = 'debate-hall: release signals';

/**
 * Runs in a thread. The inspector interrupts whatever JavaScript the main thread is busy with, a regular expression included.
 * For as long as it stands still, one interruption is enough.
 */
const GUARD = `
const { workerData: { beats, stillAfterMs, expression } } = require('node:worker_threads');
const { Session } = require('node:inspector');
const session = new Session();
session.connectToMainThread();
let last = -1;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now === last) session.post('Runtime.evaluate', { expression });
  last = now;
}, stillAfterMs);
`;

const listeners = new Set<(signal: NodeJS.Signals) => void>();
let isHearing = false;
let isGuarded = false;

function hear(signal: NodeJS.Signals): void {
  for (const listener of listeners) listener(signal);
}

function startHearing(): void {
  if (isHearing || listeners.size === 0) return;
  isHearing = true;
  for (const name of SIGNALS) process.on(name, hear);
}

function stopHearing(): void {
  isHearing = false;
  for (const name of SIGNALS) process.off(name, hear);
}

/** Without threads or an inspector, a process whose event loop stands still is ended by SIGKILL alone. */
function startGuard(): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  Object.defineProperty(globalThis, Symbol.for(RELEASE), { value: stopHearing, configurable: true });
  const expression = `globalThis[Symbol.for(${JSON.stringify(RELEASE)})]()`;
  try {
    const guard = new Worker(GUARD, { eval: true, workerData: { beats, stillAfterMs: STILL_AFTER_MS, expression } });
    guard.on('error', () => {});
    guard.unref();
  } catch {
    return;
  }
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    startHearing();
  }, BEAT_MS).unref();
}

/** Calls `onStop` at the first signal; the second ends the process at once. Returns what ends the hearing. */
export function onStopSignal(onStop: () => void, exitCode: number): () => void {
  let isStopped = false;
  const listener = () => {
    if (isStopped) process.exit(exitCode);
    isStopped = true;
    onStop();
  };
  listeners.add(listener);
  startHearing();
  if (!isGuarded) setTimeout(startGuard, GUARD_AFTER_MS).unref();
  isGuarded = true;
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopHearing();
  };
}
