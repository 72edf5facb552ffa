// The page for many: whoever may only read is offered nothing else, and gets nothing else.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createPageHandler, isLinkable } from '../../src/doors/web/handler.ts';
import { LiveHall } from '../../src/doors/web/live/live-hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { loopbackPolicy } from '../../src/net/server/origin-policy.ts';
import { startHttpServer } from '../../src/net/server/server.ts';
import { NO_AUDIT } from '../../src/platform/access/audit.ts';
import { openGate } from '../../src/platform/access/gate.ts';
import type { Role } from '../../src/platform/access/principal.ts';
import { fromPage, type Loose, openView, send } from './support.ts';

it('offers and lets each role do what it may', async (context) => {
  const { hall } = await openView(context);
  await openDebate(hall, { threadId: 'one', topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' });
  const ports = {
    audit: NO_AUDIT,
    checkUse: async () => undefined,
    isTied: async (_principal: unknown, _debate: string, tie: string) => tie === 'for-people',
  };
  const site = {
    authenticate: async ({ headers }: Request) => {
      const role = headers.get('authorization') as Role;
      const principal = { id: role, name: role, role, halls: 'every', by: 'key' } as const;
      return openGate({ principal, hall: 'main' }, ports);
    },
    room: async () => ({ hall, live: new LiveHall(hall, () => {}), openWith: async () => hall }),
    openRoutes: [],
    report: () => {},
  };
  const { port, close } = await startHttpServer({
    address: '127.0.0.1',
    port: 0,
    portFlag: '--port PORT',
    policy: (bound) => loopbackPolicy([bound], isLinkable),
    handle: createPageHandler(site),
    report: () => {},
  });
  context.onTestFinished(() => close());
  const origin = `http://127.0.0.1:${port}`;
  const as = (role: Role) => ({ ...fromPage(origin), authorization: role, 'content-type': 'application/json' });
  const read = async (role: Role, path: string): Promise<Loose> =>
    JSON.parse((await send(port, { path, headers: as(role) })).text);
  const write = async (role: Role, path: string, body: object) =>
    (await send(port, { method: 'POST', path, headers: as(role), body: JSON.stringify(body) })).status;

  expect(await read('reader', '/api/debates/one')).toMatchObject({
    waitsFor: [{ seat: 'wind' }],
    can: { say: false, interject: false, pick: [], close: null, outcome: [] },
  });
  expect((await read('reader', '/api/hall')).noStart.reason).toContain('needs the role runner');
  expect(await read('speaker', '/api/debates/one')).toMatchObject({
    waitsFor: [{ seat: 'wind' }],
    can: { say: true, interject: true, close: 'in-words' },
  });
  expect(await read('reader', '/api/hall')).toMatchObject({ takesTurns: false });
  expect(await read('speaker', '/api/hall')).toMatchObject({ takesTurns: true });
  const words = { key: 'said-once', text: 'Mind the cost.' };
  expect(await write('reader', '/api/debates/one/interject', words)).toBe(403);
  expect(await write('speaker', '/api/debates/one/interject', words)).toBe(200);
  expect(await write('speaker', '/api/debates', { key: 'started-once', topic: 'Should we?' })).toBe(403);
  // Files of the machine are for whoever sits at it.
  const material = { topic: 'Should we?', context: ['/etc/hostname'] };
  expect(await write('runner', '/api/forecast', material)).toBe(403);
  // The address is refused, as one of a private network, and not the runner.
  const pages = { topic: 'Should we?', context: ['http://127.0.0.1:9/plan'] };
  expect(await write('runner', '/api/forecast', pages)).not.toBe(403);
  writeFileSync(path.join(hall.cwd, 'plan.md'), 'The licence ends in December.');
  for (const [threadId, source] of [
    ['files', 'plan.md'],
    ['memory', 'decisions'],
  ] as const) {
    const opened = { threadId, topic: 'Should we?', format: 'wind-wall-door', seating: 'by-hand' } as const;
    await openDebate(hall, { ...opened, read: [source] });
  }
  const looks = async (role: Role, id: string) => (await read(role, `/api/debates/${id}/seats/wind`)).looks;
  const look = { tool: 'find_decisions', arguments: {} };
  expect(await looks('speaker', 'files')).toBeUndefined();
  expect(await write('speaker', '/api/debates/files/seats/wind/look', look)).toBe(403);
  expect(await looks('speaker', 'memory')).toMatchObject({ left: { looks: expect.any(Number) } });
  expect(await write('speaker', '/api/debates/memory/seats/wind/look', look)).toBe(200);
  expect(await looks('reader', 'memory')).toBeUndefined();
  expect(await write('reader', '/api/debates/memory/seats/wind/look', look)).toBe(403);
  expect((await read('speaker', '/api/debates/one')).record.entries).toMatchObject([{ author: 'speaker' }]);
});
