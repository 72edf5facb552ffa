import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { temporaryFolder } from '../support/hall.ts';
import { ledgersOf } from '../support/ledgers.ts';
import { storeVariables } from '../support/shared-store.ts';

let folder: string;
let hall: Hall;
beforeEach(async () => {
  folder = temporaryFolder();
  hall = await newHall();
});
afterEach(async () => {
  await hall.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function newHall(): Promise<Hall> {
  return await openHall({
    cwd: folder,
    home: folder,
    env: { PATH: process.env['PATH'], DEBATE_HALL_TRUST: folder, ...storeVariables(folder) },
  });
}

const author = 'Ada';
const idle = { signal: new AbortController().signal, listen: () => {} };
const record = () => ledgersOf(folder).document('d', '.oct.md') ?? '';

async function openByHand(options = {}): Promise<void> {
  const { signal } = idle;
  await openDebate(hall, { topic: 'Should we?', threadId: 'd', options, seating: 'by-hand', signal });
}

describe('the record beside a ledger', () => {
  it('is finished by resume when a run was killed before it was written, and only then', async () => {
    await openByHand();
    await close(hall, { threadId: 'd', synthesis: 'We do it.', author });
    ledgersOf(folder).dropDocument('d', '.oct.md');
    expect(await runThread(hall, { threadId: 'd', ...idle })).toMatchObject({ reason: 'closed' });
    expect(record()).toContain('We do it.');
    await expect(runThread(hall, { threadId: 'd', ...idle })).rejects.toMatchObject({ code: 'not-active' });
  });

  it('loses a text that is redacted after a limit was reached', async () => {
    await openByHand({ maxTurns: 1 });
    await say(hall, OPEN_GATE, { threadId: 'd', seat: 'wind', content: 'my password is swordfish', author });
    expect(await runThread(hall, { threadId: 'd', ...idle })).toMatchObject({ reason: 'limit' });
    expect(record()).toContain('swordfish');
    await redact(hall, { threadId: 'd', event: 1, reason: 'a password', author });
    expect(record()).not.toContain('swordfish');
    expect(await verifyDebate(hall, { threadId: 'd' })).toMatchObject({ ok: true });
  });

  it('gives away that the end of a closed ledger was cut off', async () => {
    await openByHand();
    await close(hall, { threadId: 'd', synthesis: 'We do it.', author });
    ledgersOf(folder).put('d', `${ledgersOf(folder).text('d').split('\n')[0]}\n`);
    expect(await verifyDebate(hall, { threadId: 'd' })).toMatchObject({
      ok: false,
      damage: [{ code: 'head-missing', seq: 0, message: expect.stringContaining('d.oct.md') }],
    });
  });
});

describe('an agent whose configuration changed while a debate was paused', () => {
  it('takes its seat as a replacement that the record shows', async () => {
    const configure = (settings: object) =>
      fs.writeFileSync(path.join(folder, 'debate-hall.config.json'), JSON.stringify({ agents: { mine: settings } }));
    const command = { kind: 'command', argv: [process.execPath], prompt: 'stdin', output: { format: 'text' } };
    configure({ ...command, vendor: 'one' });
    const before = await newHall();
    await openDebate(before, {
      topic: 'Should we?',
      threadId: 'd',
      everySeat: 'mine',
      seating: 'agents',
      signal: idle.signal,
    });
    await before.close();
    configure({ ...command, vendor: 'two' });
    const after = await newHall();
    try {
      const stopped = { ...idle, signal: AbortSignal.abort() };
      const { snapshot } = await runThread(after, { threadId: 'd', ...stopped });
      const replaced = snapshot.log.filter(({ type }) => type === 'seat-replaced');
      expect(replaced.map(({ data }) => data)).toMatchObject(
        ['wind', 'wall', 'door'].map((seat) => ({ seat, from: { vendor: 'one' }, to: { vendor: 'two' } })),
      );
    } finally {
      await after.close();
    }
  });
});
