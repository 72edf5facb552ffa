// A server of a shared hall as a process of its own, whose processor time and memory are seen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CLI } from '../built.ts';

export interface Served {
  readonly url: string;
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
  /** Milliseconds of processor time that the server spends until the work is done. */
  readonly cost: (work: () => Promise<unknown>) => Promise<number>;
  /** Megabytes: now, and at most so far. */
  readonly memory: () => { readonly now: number; readonly most: number };
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}

/** `flags`: of Node, such as `--cpu-prof`. */
export async function startServer(
  folder: string,
  variables: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Served> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [...flags, CLI, 'serve', '--listen', new URL(url).host], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, DEBATE_HALL_TRUST: folder, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // In nanoseconds for each thread, where `stat` counts in hundredths of a second.
  const cpuMs = () => {
    const tasks = `/proc/${child.pid}/task`;
    const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    return times.reduce((sum, time) => sum + Number(time) / 1e6, 0);
  };
  const get: Served['get'] = async (path, init = {}) => {
    const response = await fetch(url + path, { ...init, headers: { origin: url, ...init.headers } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await pause(100);
  }
  return {
    url,
    get,
    cost: async (work) => {
      const before = cpuMs();
      await work();
      return cpuMs() - before;
    },
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
      return { now: read('VmRSS'), most: read('VmHWM') };
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
