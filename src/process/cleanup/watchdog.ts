// Starts the watchdog and sends it the list of what must not outlive the hall.
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { defined } from '../../domain/defined.ts';
import { onceForName } from '../../domain/once.ts';
import { WATCHDOG_PROGRAM } from './watchdog-program.ts';

/** After this many starts the hall runs without a watchdog. */
const MAX_LAUNCHES = 5;
/** It waits this long for the next hall of its process, since a start costs more than waiting. */
const LINGER_MS = 1_000;

type Kind = 'group' | 'folder';

function createWatchdog(graceMs: number) {
  /** A line for everything on the list now, also for a watchdog that takes the place of one that was killed. */
  const list = new Map<string, string>();
  let child: ChildProcess | undefined;
  let launches = 0;
  let users = 0;
  let ending: NodeJS.Timeout | undefined;

  function send(line: string): void {
    child?.stdin?.write(line);
  }

  function launch(): void {
    if (launches >= MAX_LAUNCHES) return;
    launches += 1;
    const systemRoot = process.env['SYSTEMROOT'];
    const started = spawn(process.execPath, ['--eval', WATCHDOG_PROGRAM, '--', String(graceMs)], {
      // A session of its own, so that no signal to the hall's terminal or group reaches it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: defined({ SYSTEMROOT: systemRoot }),
      windowsHide: true,
    });
    const replace = () => {
      if (child !== started) return;
      child = undefined;
      if (list.size > 0) launch();
    };
    started.on('error', replace);
    started.on('exit', replace);
    started.stdin?.on('error', replace);
    // It must not keep the hall from ending.
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    child = started;
    for (const line of list.values()) send(line);
  }

  function end(): void {
    child?.stdin?.end();
    child = undefined;
    launches = 0;
    list.clear();
  }

  return {
    open() {
      users += 1;
      clearTimeout(ending);
    },
    /** Puts a group or folder on the list; the first one starts the watchdog. */
    add(kind: Kind, item: number | string) {
      const line = `${JSON.stringify([`+${kind}`, item])}\n`;
      list.set(`${kind} ${item}`, line);
      if (child === undefined) launch();
      else send(line);
    },
    remove(kind: Kind, item: number | string) {
      if (list.delete(`${kind} ${item}`)) send(`${JSON.stringify([`-${kind}`, item])}\n`);
    },
    /** Lets it end once nobody uses it; what is still on the list is cleaned up by it. */
    close() {
      users -= 1;
      if (users === 0) ending = setTimeout(end, LINGER_MS).unref();
    },
  };
}

/** By grace: one watchdog serves all halls of this process. */
const watchdogOf = onceForName(createWatchdog);

export function openWatchdog(graceMs: number) {
  const watchdog = watchdogOf(graceMs);
  watchdog.open();
  let isOpen = true;
  return {
    ...watchdog,
    close() {
      if (isOpen) watchdog.close();
      isOpen = false;
    },
  };
}
