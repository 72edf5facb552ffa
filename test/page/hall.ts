// The page of a hall in a real browser: `debate-hall view` as a process, and a tab that opens the addresses it prints.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { MAIN, type Project } from '../support/project.ts';
import type { Tab } from './browser.ts';

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

/** Opens the hall in the tab, at a place such as "#/debates/rust". */
export async function openHall({ page, clear }: Tab, hall: ServedHall, place = ''): Promise<void> {
  await clear();
  await page.goto(await hall.newAddress());
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  await page.waitForSelector('.connection.open');
  if (place !== '') await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
}
