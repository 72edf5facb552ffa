// Debates of another hall do not exist, whatever is asked for and at whatever door; with the second wall of the database, and without it.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/doors/web/handler.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createServedDatabase, type ServedDatabase } from './shared-support.ts';
import type { Loose, Serve } from './support.ts';
import { ABOUT_NONE, argsFor, TOPIC, TURN } from './tool-arguments.ts';

const TOOLSETS = ['core', 'github', 'asymmetric', 'memory', 'review', 'what-if'];

const key = 'k'.repeat(20);
/** What the routes of the page take, so that each gets as far as looking for the debate. */
const BODIES: Readonly<Record<string, object>> = {
  say: { key, seat: 'wind', step: 'any', seen: 1, kind: 'text', filled: { content: TURN } },
  look: { tool: 'list_files', arguments: {} },
  interject: { key, text: 'Mind the cost.' },
  pick: { key, seat: 'wind' },
  close: { key, decision: 'Done.' },
  outcome: { key, turnedOut: 'right' },
  pause: { key },
  resume: { key },
  again: { key },
  fork: { key },
  ask: { key, text: 'And then?' },
};

const pathsOf = (id: string) =>
  ROUTES.filter(({ path }) => path.includes(':id')).map(({ method, path }) => ({
    method,
    path: path
      .replace(':id', id)
      .replace(':seat', 'wind')
      .replace(/export$/, 'export?format=json')
      .replace(/compare$/, `compare?with=${id}`),
    body: BODIES[path.split('/').at(-1) ?? ''],
  }));

/** With the wall of the database, which shared-hall/row-security tries by itself, nothing would show that the first one is gone. */
const WALLS = [
  ['without row-level security', false],
  ['with row-level security', true],
] as const;

describe.skipIf(whyNoPostgres !== undefined).each(inCampaign ? WALLS : WALLS.slice(0, 1))(
  'a debate of another hall, %s',
  (_name, rowSecurity) => {
    let served: ServedDatabase;
    let serve: Serve;
    let token: string;
    beforeAll(async () => {
      served = await createServedDatabase({ rowSecurity });
      serve = await served.serve({ store: { hall: 'ours' }, mcp: { toolsets: TOOLSETS } });
      const owner = await serve.addKey('ana', 'admin');
      await serve.listen();
      const { call } = await serve.connect(owner);
      await call('init_debate', { topic: `${TOPIC} canary-topic`, thread_id: 'ours-1' });
      await call('add_turn', { thread_id: 'ours-1', role: 'Wind', content: `${TURN} canary-text` });
      await call('debate_auto', { topic: `${TOPIC} canary-run`, thread_id: 'ours-2', wait: false });
      const other = await served.serve({ store: { hall: 'others' } });
      token = await other.addKey('mallory', 'admin');
    });
    afterAll(async () => await served.closeAll());

    const OURS = ['ours-1', 'ours-2'] as const;
    const state = async () => {
      const ledgers = await Promise.all(OURS.map(async (id) => (await serve.hall.store.read(id))?.text));
      return JSON.stringify([ledgers, await (await serve.hall.queue()).list()]);
    };

    it.runIf(inCi)('is behind no tool', async () => {
      const before = await state();
      const { client } = await serve.connect(token);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      // A server calls no agents, and reads no files of its machine.
      expect(names.filter((name) => ['run_agent', 'read_diff'].includes(name))).toEqual([]);
      const about = Object.keys(argsFor('ours-1'));
      // A new tool says here what it is about.
      expect(names.filter((name) => ![...about, ...Object.keys(ABOUT_NONE)].includes(name))).toEqual([]);
      const run = async (name: string, id: string) => {
        const called = client.callTool({ name, arguments: argsFor(id)[name] ?? {} });
        return JSON.stringify(await called.catch((error: unknown) => String(error))).replaceAll(id, 'ID');
      };
      const tried = about.filter((name) => names.includes(name));
      expect(tried.length).toBeGreaterThan(20);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...tried), fc.constantFrom(...OURS), async (name, id) => {
          // What is not there answers the same as what nobody may see.
          expect(await run(name, id), name).toBe(await run(name, 'none-such'));
        }),
        { numRuns: times(120, tried.length + 10), examples: tried.map((name) => [name, 'ours-1']) },
      );
      for (const name of ['debate_history', 'recall_decisions', 'calibration', 'list_agents']) {
        const said = JSON.stringify(await client.callTool({ name, arguments: ABOUT_NONE[name] ?? {} }));
        expect(said).not.toMatch(/ours-|canary/);
      }
      expect(await state()).toBe(before);
    });

    it.runIf(inCi)('is behind no resource', async () => {
      const { client } = await serve.connect(token);
      for (const id of OURS) {
        for (const part of ['', '/state', '/transcript', '/octave', '/ledger']) {
          await expect(client.readResource({ uri: `debate://${id}${part}` })).rejects.toThrow();
        }
      }
      const listed = [await client.listResources(), await client.readResource({ uri: 'debates://index' })];
      expect(JSON.stringify(listed)).not.toMatch(/ours-|canary/);
    });

    it.runIf(inCampaign)('is behind no route of the page', async () => {
      const before = await state();
      const ask = async (id: string, index: number) => {
        const { method, path, body } = pathsOf(id)[index] ?? { method: 'GET', path: '' };
        const answer = await serve.request(path, {
          method,
          token,
          headers: { 'content-type': 'application/json', origin: serve.url },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return {
          path,
          status: answer.status,
          said: (await answer.text()).replaceAll(id, 'ID').replace(/"requestId":"\w+"/, ''),
        };
      };
      const indexes = pathsOf('ours-1').map((_, index) => index);
      expect(indexes.length).toBe(19);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...indexes), fc.constantFrom(...OURS), async (index, id) => {
          const [foreign, none] = [await ask(id, index), await ask('none-such', index)];
          expect({ ...foreign, path: '' }, foreign.path).toEqual({ ...none, path: '' });
          expect(foreign.status, foreign.path).toBe(404);
        }),
        { numRuns: times(120, indexes.length + 10), examples: indexes.map((index) => [index, 'ours-1']) },
      );
      const lists = ['/api/debates', '/api/calibration', '/api/costs', '/api/hall'];
      for (const path of lists) {
        const answer = await serve.request(path, { token });
        expect([answer.status, await answer.text()], path).toEqual([200, expect.not.stringMatching(/ours-|canary/)]);
      }
      expect(((await (await serve.request('/api/debates', { token })).json()) as Loose).rows).toEqual([]);
      expect(await state()).toBe(before);
    });

    it('gets no answer of another, though person, debate and key of a request have the same names', async () => {
      const other = await served.serve({ store: { hall: 'others' } });
      const namesake = await other.addKey('ana', 'admin');
      const { call } = await serve.connect(namesake);
      await call('init_debate', { topic: TOPIC, thread_id: 'twice' });
      const owner = await serve.addKey('ana', 'admin');
      await (await serve.connect(owner)).call('init_debate', { topic: TOPIC, thread_id: 'twice' });
      for (const [as, text] of [
        [owner, 'Mind the cost.'],
        [namesake, 'Mind the time.'],
      ] as const) {
        const answer = await serve.request('/api/debates/twice/interject', {
          method: 'POST',
          token: as,
          headers: { 'content-type': 'application/json', origin: serve.url },
          body: JSON.stringify({ key, text }),
        });
        expect(answer.status).toBe(200);
      }
      expect((await serve.hall.store.read('twice'))?.text).toContain('Mind the cost.');
      expect((await other.hall.store.read('twice'))?.text).toContain('Mind the time.');
    });

    it('is not reached by the name of its hall', async () => {
      const named = await serve.request('/mcp/ours', { method: 'POST', token, body: '{}' });
      const invented = await serve.request('/mcp/none-such', { method: 'POST', token, body: '{}' });
      const said = async (answer: typeof named) => (await answer.text()).replace(/"requestId":"\w+"/, '');
      expect([named.status, await said(named)]).toEqual([404, await said(invented)]);
    });
  },
);
