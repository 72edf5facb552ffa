// Hears Ctrl-C, SIGTERM and SIGHUP. The first asks the work to end, the second ends the process, also while its event loop
// stands still: then nothing hears signals, so a thread gives them back to the system, whose way is to end the process. So
// does the second signal itself: an exit would wait for threads, of which one can be stuck in a call of the system.
import { EXIT } from '../../domain/failures/exit-codes.ts';
import { isTerminalGone } from '../terminals.ts';

/** Windows knows Ctrl-Break; it sends SIGHUP when the window is closed, and never SIGTERM. */
const SIGNALS: readonly NodeJS.Signals[] = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const),
  ...(process.platform === 'win32' ? (['SIGBREAK'] as const) : []),
];
/** Most commands are over before, and a thread costs more than they do. */
const GUARD_AFTER_MS = 250;
const BEAT_MS = 150;
/** Without a beat for so long, the event loop stands still if it was busy, and does not only wait for a processor. */
const STILL_AFTER_MS = 600;
const BUSY_US = 400_000;
/** For so many times as long it stands still in any case, such as in a call of the system. */
const STILL_ANYWAY = 5;
const RELEASE = 'debate-hall: release signals';

/**
 * Runs in a thread. The inspector interrupts whatever JavaScript the main thread is busy with, a regular expression included.
 * It connects for one interruption only: at its end Node tells people to disconnect an inspector that is still there.
 */
const GUARD = `
const { workerData: { beats, stillAfterMs, busyUs, stillAnyway, expression } } = require('node:worker_threads');
const { Session } = require('node:inspector');
let last = -1;
let times = 0;
let before = process.cpuUsage();
let isInterrupting = false;
function interrupt() {
  if (isInterrupting) return;
  isInterrupting = true;
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression }, () => {
    session.disconnect();
    isInterrupting = false;
  });
}
setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now === last) {
    times += 1;
    const { user, system } = process.cpuUsage(before);
    if (user + system >= busyUs || times >= stillAnyway) interrupt();
    return;
  }
  last = now;
  times = 0;
  before = process.cpuUsage();
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

const releases = new Set<() => void>();

/** Calls it when nothing hears signals any more, so that one may end the process without a word. Returns what ends that. */
export function onRelease(tidy: () => void): () => void {
  releases.add(tidy);
  return () => releases.delete(tidy);
}

function release(): void {
  stopHearing();
  for (const tidy of releases) tidy();
}

/** Without threads or an inspector, a process whose event loop stands still is ended by SIGKILL alone. */
async function startGuard(): Promise<void> {
  // Loaded only here: most commands are over before.
  const { Worker } = await import('node:worker_threads');
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  Object.defineProperty(globalThis, Symbol.for(RELEASE), { value: release, configurable: true });
  const expression = `globalThis[Symbol.for(${JSON.stringify(RELEASE)})]()`;
  try {
    const limits = { stillAfterMs: STILL_AFTER_MS, busyUs: BUSY_US, stillAnyway: STILL_ANYWAY };
    const guard = new Worker(GUARD, { eval: true, workerData: { beats, ...limits, expression } });
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

/** As the system ends a program at this signal, after everybody has cleaned up. */
function endBy(signal: NodeJS.Signals, code: number): void {
  release();
  process.emit('exit', code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Node cannot put back the modes of a terminal that is gone, and would abort over it: nobody is there for another end. */
function endWithTerminal(code: number): void {
  process.off('exit', endWithTerminal);
  if (isTerminalGone()) endBy('SIGHUP', code);
}

/** `process.exit`, during which a signal ends the process at once: an exit can wait for a thread that is stuck. */
export function exitProcess(code: number): never {
  stopHearing();
  process.exit(code);
}

/**
 * Calls `onStop` at the first signal; the second ends the process at once, which shells report as 130 as they do after Ctrl-C. SIGHUP is
 * no second one: when a window is closed, the shell and the system tell of it. Returns what ends the hearing.
 */
export function onStopSignal(onStop: () => void): () => void {
  let isStopped = false;
  const listener = (signal: NodeJS.Signals) => {
    if (isStopped && signal === 'SIGHUP') return;
    if (isStopped) endBy('SIGINT', EXIT.cancelled);
    isStopped = true;
    onStop();
  };
  listeners.add(listener);
  startHearing();
  if (!isGuarded) {
    setTimeout(() => void startGuard(), GUARD_AFTER_MS).unref();
    process.on('exit', endWithTerminal);
  }
  isGuarded = true;
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopHearing();
  };
}
