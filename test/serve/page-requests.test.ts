// Every request of the page at each server that answers it: `view`, a folder that is served, a hall in Postgres that is served.
import { expect, it, type TestContext } from 'vitest';
import { ROUTES } from '../../src/doors/web/handler.ts';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { packageFile } from '../../src/support/package-root.ts';
import { aPicture } from '../support/agents.ts';
import { inCampaign } from '../support/campaign.ts';
import { PICTURES } from '../support/pictures.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { fromPage, openView, send } from '../web/support.ts';
import { createServedDatabase } from './shared-support.ts';
import { type Loose, type Serve, startServe } from './support.ts';

const TOPIC = 'Should we stay?';

/** Debates that people have, each as one of the requests needs it. */
async function fill(hall: Hall): Promise<void> {
  const debate = { topic: TOPIC, format: 'wind-wall-door', seating: 'by-hand' } as const;
  for (const threadId of ['read', 'say', 'interject', 'close', 'pause', 'resume']) {
    await openDebate(hall, { ...debate, threadId });
  }
  const material = { items: [], leftOut: [], pictures: [aPicture('png')] };
  await openDebate(hall, { ...debate, threadId: 'look', read: ['decisions'], material });
  await openDebate(hall, { ...debate, threadId: 'pick', options: { order: 'mediated' } });
  await openDebate(hall, { ...debate, threadId: 'over' });
  await close(hall, { threadId: 'over', synthesis: 'We stay.', author: 'Ada' });
}

interface Door {
  readonly hall: Hall;
  /** The status, and the code of the error if it is one. */
  ask(method: string, path: string, body?: object): Promise<{ status: number; code?: string; answer: Loose }>;
}

const asked = (status: number, text: string) => {
  const answer = text.startsWith('{') ? JSON.parse(text) : text;
  return { status, answer, ...(answer.error === undefined ? {} : { code: answer.error.code }) };
};

async function view(context: TestContext): Promise<Door> {
  const { hall, port, origin, openTab } = await openView(context);
  const { token } = await openTab();
  const headers = { ...fromPage(origin), authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    hall,
    ask: async (method, path, body) => {
      const reply = await send(port, { method, path, headers, ...(body && { body: JSON.stringify(body) }) });
      return asked(reply.status, reply.text);
    },
  };
}

const doorOf = async (context: TestContext, serve: Serve, hall: Hall): Promise<Door> => {
  context.onTestFinished(async () => await hall.close());
  const token = await serve.addKey('ada', 'admin');
  await serve.listen();
  return {
    hall,
    ask: async (method, path, body) => {
      const headers = { ...fromPage(serve.url), 'content-type': 'application/json' };
      const reply = await serve.request(path, { method, token, headers, ...(body && { body: JSON.stringify(body) }) });
      return asked(reply.status, await reply.text());
    },
  };
};

/** Whoever fills the hall has programs of their own. */
const openOwn = async ({ folder }: Serve, env: object = {}) =>
  await openHall({ cwd: folder, home: folder, env: { PATH: process.env['PATH'], DEBATE_HALL_TRUST: folder, ...env } });

async function serveFolder(context: TestContext): Promise<Door> {
  const serve = await startServe();
  context.onTestFinished(async () => await serve.close());
  return await doorOf(context, serve, await openOwn(serve));
}

async function servePostgres(context: TestContext): Promise<Door> {
  const database = await createServedDatabase();
  context.onTestFinished(async () => await database.closeAll());
  const serve = await database.serve();
  return await doorOf(context, serve, await openOwn(serve, database.env));
}

const key = () => `key-${Math.random()}`;
const START = { topic: TOPIC, rehearse: true, recipe: 'quick' };

interface Row {
  readonly path: string;
  readonly body?: (door: Door) => Promise<object>;
  /** At a folder that is served, if it is another one. */
  readonly folder?: string;
  readonly expected?: string;
}

const turnOf = async ({ ask }: Door) => {
  const { answer } = await ask('GET', '/api/debates/say');
  const [{ seat, step }] = answer.waitsFor;
  return {
    key: key(),
    seat,
    step,
    seen: answer.record.ledger.events,
    ...{ kind: 'text', filled: { content: 'We could go.' } },
  };
};

/** Each request of the page with the answer that it gets. */
const REQUESTS: Readonly<Record<string, Row>> = {
  'GET /api/debates': { path: '/api/debates?q=stay' },
  'GET /api/hall': { path: '/api/hall' },
  'GET /api/calibration': { path: '/api/calibration' },
  'GET /api/costs': { path: '/api/costs' },
  'POST /api/forecast': { path: '/api/forecast', body: async () => START },
  'POST /api/debates': {
    path: '/api/debates',
    body: async () => ({ ...START, key: key() }),
    folder: '400 config-invalid',
  },
  'GET /api/debates/:id': { path: '/api/debates/read' },
  'GET /api/debates/:id/seats/:seat': { path: '/api/debates/read/seats/wind' },
  'GET /api/debates/:id/pictures/:event': { path: '/api/debates/look/pictures/1' },
  'GET /api/debates/:id/verify': { path: '/api/debates/read/verify' },
  'GET /api/debates/:id/related': { path: '/api/debates/over/related' },
  'GET /api/debates/:id/forks': { path: '/api/debates/read/forks' },
  'GET /api/debates/:id/export': { path: '/api/debates/over/export?format=html' },
  'POST /api/debates/:id/say': { path: '/api/debates/say/say', body: turnOf },
  'POST /api/debates/:id/seats/:seat/look': {
    path: '/api/debates/look/seats/wind/look',
    body: async () => ({ tool: 'find_decisions', arguments: {} }),
  },
  'POST /api/debates/:id/interject': {
    path: '/api/debates/interject/interject',
    body: async () => ({ key: key(), text: 'Mind the cost.' }),
  },
  'POST /api/debates/:id/pick': { path: '/api/debates/pick/pick', body: async () => ({ key: key(), seat: 'wall' }) },
  'POST /api/debates/:id/close': {
    path: '/api/debates/close/close',
    body: async () => ({ key: key(), decision: 'We stay.' }),
  },
  'POST /api/debates/:id/outcome': {
    path: '/api/debates/over/outcome',
    body: async () => ({ key: key(), turnedOut: 'right' }),
  },
  'GET /api/debates/:id/compare': { path: '/api/debates/over/compare?with=read' },
  'POST /api/debates/:id/again': {
    path: '/api/debates/over/again',
    body: async () => ({ key: key() }),
    folder: '400 config-invalid',
  },
  'POST /api/debates/:id/ask': {
    path: '/api/debates/over/ask',
    body: async () => ({ key: key(), text: 'And then?' }),
    folder: '400 config-invalid',
    // People had its seats.
    expected: '409 no-agents',
  },
  'POST /api/debates/:id/fork': {
    path: '/api/debates/over/fork',
    body: async () => ({ key: key() }),
    folder: '400 config-invalid',
  },
  'POST /api/debates/:id/pause': {
    path: '/api/debates/pause/pause',
    body: async () => ({ key: key() }),
    expected: '409 not-active',
  },
  'POST /api/debates/:id/resume': {
    path: '/api/debates/resume/resume',
    body: async () => ({ key: key() }),
    folder: '400 config-invalid',
  },
};

/** A stream has no end, so it is not in the table. */
const STREAM = 'GET /api/live';

it('the table has every request of the page', () => {
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`).filter((route) => route !== STREAM);
  expect(Object.keys(REQUESTS).sort()).toEqual(routes.sort());
});

const DOORS = {
  view,
  'serve on a folder': serveFolder,
  ...(whyNoPostgres === undefined ? { 'serve on Postgres': servePostgres } : {}),
};

for (const [name, open] of Object.entries(DOORS)) {
  it.runIf(inCampaign || name === 'view')(`${name} answers every request of the page`, async (context) => {
    const door = await open(context);
    await fill(door.hall);
    const isFolder = name === 'serve on a folder';
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const [request, { path, body, ...row }] of Object.entries(REQUESTS)) {
      expected[request] = (isFolder ? row.folder : undefined) ?? row.expected ?? '200';
      const { status, code, answer } = await door.ask(request.split(' ')[0] ?? '', path, await body?.(door));
      // Where the program is concerns nobody at another machine.
      if (name !== 'view') expect(JSON.stringify(answer)).not.toContain(packageFile(''));
      found[request] = code === undefined ? String(status) : `${status} ${code}`;
    }
    expect(found).toEqual(expected);
    const { can } = (await door.ask('GET', '/api/debates/look')).answer;
    expect(can).toMatchObject({ interject: true, pause: false });
    const { url } = (await door.ask('GET', '/api/debates/look/pictures/1')).answer;
    expect(url).toBe(`data:image/png;base64,${PICTURES.png.toString('base64')}`);
    expect(await door.ask('GET', '/api/debates/look/pictures/0')).toMatchObject({ status: 404, code: 'not-found' });
    const { noStart } = (await door.ask('GET', '/api/hall')).answer;
    expect(noStart === null).toBe(!isFolder);
  });
}
