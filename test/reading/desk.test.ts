// The desk of a seat: its budget, its turn, and what goes on record.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventPayloads } from '../../src/domain/events.ts';
import { chainEvent, EMPTY_CHAIN, seal } from '../../src/ledger/chain/chain.ts';
import type { ProcessRunner } from '../../src/process/process.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';
import { openDesks } from '../support/reading.ts';

let folder: string;
let processes: ProcessRunner;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-'));
  await writeFile(join(folder, 'a.txt'), 'one\ntwo\n');
  processes = createProcessRunner({ clock: systemClock });
});

afterEach(async () => {
  await processes.close();
  await rm(folder, { recursive: true, force: true });
});

const budget = { turnLooks: 5, turnBytes: 1e6, seatLooks: 8, seatBytes: 1e6 };

describe('a seat at its desk', () => {
  test('is warned at 80 percent, refused beyond its budget, and has a new one in its next turn', async () => {
    const desks = await openDesks(processes, folder, { budget });
    const desk = await desks.open('wall');
    const read = async () => await desk.tools.call('read_file', { path: 'a.txt' });
    desk.begin('turn-1');
    const replies = [];
    for (let look = 0; look < 7; look += 1) replies.push(await read());
    expect(replies.slice(0, 3).map(({ texts }) => texts.length)).toEqual([1, 1, 1]);
    expect(replies[3]?.texts[1]).toBe('You have used 4 of 5 looks of this turn.');
    expect(replies[5]).toMatchObject({
      isError: true,
      texts: [expect.stringMatching(/used up your 5 looks in this turn/)],
    });
    expect(desks.looks).toHaveLength(5);
    desk.begin('turn-2');
    for (let look = 0; look < 3; look += 1) expect((await read()).isError).toBe(false);
    expect((await read()).texts[0]).toContain('8 looks in this debate');
    const other = await desks.open('wind');
    other.begin('turn-3');
    expect((await other.tools.call('read_file', { path: 'a.txt' })).isError).toBe(false);
    await desks.close();
  });

  test('twice at once its budget still holds, and what comes after its turn is neither answered nor recorded', async () => {
    const desks = await openDesks(processes, folder, { budget });
    const desk = await desks.open('wall');
    desk.begin('turn-1');
    const all = await Promise.all(
      Array.from({ length: 9 }, (_, line) => desk.tools.call('read_file', { path: 'a.txt', lines: line + 1 })),
    );
    expect(all.filter(({ isError }) => !isError)).toHaveLength(5);
    desk.end();
    expect(await desk.tools.call('list_files', {})).toMatchObject({ isError: true });
    desk.begin('turn-2');
    const late = desk.tools.call('search_text', { pattern: 'o' });
    desk.end();
    expect(await late).toMatchObject({ isError: true });
    expect(desks.looks).toHaveLength(5);
    await desks.close();
  });

  test('an event of a look stays short and legal whatever was asked for, and holds no secret', async () => {
    const desks = await openDesks(processes, folder);
    const desk = await desks.open('wall');
    desk.begin('turn-1');
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await desk.tools.call('read_file', { path: 'x'.repeat(100_000) });
    await desk.tools.call('search_text', { pattern: secret });
    await desk.tools.call('no_such_tool'.repeat(100), { __proto__: 1, deep: { deeper: [1, 2, 3] } });
    await desk.tools.call('read_file', null);
    for (const look of desks.looks) {
      const draft = {
        type: 'look-recorded',
        data: { ...look, arguments: seal(look.arguments, '0'.repeat(32)) },
      } as const;
      const event = chainEvent(draft, EMPTY_CHAIN, '2026-11-20T10:00:00.000Z');
      expect(eventPayloads['look-recorded']().safeParse(event.data).success).toBe(true);
      expect(JSON.stringify(event).length).toBeLessThan(1_500);
      expect(JSON.stringify(event)).not.toContain(secret);
    }
    await desks.close();
  });

  test('its server answers nobody without its token, no page of a browser, and no other address', async () => {
    const desks = await openDesks(processes, folder);
    const { tools } = await desks.open('wall');
    const post = async (headers: Record<string, string>, path = '', body = '{}') =>
      (await fetch(`${tools.url}${path}`, { method: 'POST', headers, body })).status;
    expect(await post({})).toBe(401);
    expect(await post({ authorization: 'Bearer x' })).toBe(401);
    expect(await post({ authorization: `Bearer ${tools.token}`, origin: 'https://example.org' })).toBe(403);
    expect(await post({ authorization: `Bearer ${tools.token}` }, '/other')).toBe(404);
    expect(
      await post({ authorization: `Bearer ${tools.token}` }, '', ' '.repeat(256 * 1024 + 1)),
    ).toBeGreaterThanOrEqual(400);
    await desks.close();
    await expect(post({ authorization: `Bearer ${tools.token}` })).rejects.toThrow();
  });
});
