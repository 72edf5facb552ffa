// Starts the watchdog and tells it what must not outlive the hall.
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { WATCHDOG_PROGRAM } from './watchdog-program.ts';

export interface Watchdog {
  /** Puts a group or folder on the list; starts the watchdog if it does not run. */
  add(kind: 'group' | 'folder', item: number | string): void;
  remove(kind: 'group' | 'folder', item: number | string): void;
  /** Lets it end; what is still on the list is cleaned up by it. */
  close(): void;
}

export function createWatchdog(graceMs: number): Watchdog {
  /** The lines that describe everything on the list now, for a watchdog that has to be started again. */
  const list = new Map<string, string>();
  let child: ChildProcess | undefined;

  function launch(): ChildProcess {
    const systemRoot = process.env['SYSTEMROOT'];
    const started = spawn(process.execPath, ['--eval', WATCHDOG_PROGRAM, '--', String(graceMs)], {
      // A session of its own, so that no signal to the hall's terminal or group reaches it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: systemRoot === undefined ? {} : { SYSTEMROOT: systemRoot },
      windowsHide: true,
    });
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    started.stdin?.on('error', forget);
    // It must not keep the hall from ending.
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    return started;
  }

  function send(line: string): void {
    child?.stdin?.write(line);
  }

  return {
    add(kind, item) {
      const line = `${JSON.stringify([`+${kind}`, item])}\n`;
      if (child === undefined) {
        child = launch();
        for (const earlier of list.values()) send(earlier);
      }
      list.set(`${kind} ${item}`, line);
      send(line);
    },
    remove(kind, item) {
      if (list.delete(`${kind} ${item}`)) send(`${JSON.stringify([`-${kind}`, item])}\n`);
    },
    close() {
      child?.stdin?.end();
      child = undefined;
    },
  };
}
