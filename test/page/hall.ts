// The page of a hall in a real browser: `debate-hall view` as a process, and tabs that open the addresses it prints.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { BrowserContext } from 'playwright-core';
import { MAIN, type Project } from '../support/project.ts';
import { type OpenedPage, watchPage } from './browser.ts';

export interface ServedHall {
  /** Opens the page once; each call gives another one. */
  newAddress(): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** At the port that this hall always gets, so that one that is started again is found where it was. */
export async function serveHall({ folder, env }: Project): Promise<ServedHall> {
  const child = spawn(process.execPath, [MAIN, 'view', '--print-url'], { cwd: folder, env });
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const addresses = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await addresses.next();
    if (done === true) throw new Error(`The hall ended: ${said}`);
    return value;
  };
  let first: string | undefined = await next();
  return {
    async newAddress() {
      const unused = first;
      first = undefined;
      if (unused !== undefined) return unused;
      child.stdin.write('\n');
      return await next();
    },
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      await ended;
    },
  };
}

/** A new tab in which the hall is open, at a place such as "#/debates/rust". */
export async function openHall(context: BrowserContext, hall: ServedHall, place = ''): Promise<OpenedPage> {
  const opened = await watchPage(context);
  await opened.page.goto(await hall.newAddress());
  await opened.page.waitForSelector('html[data-ready]', { state: 'attached' });
  await opened.page.waitForSelector('.connection.open');
  if (place !== '') await opened.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  return opened;
}
