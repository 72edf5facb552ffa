// A server and a worker as their operators see them: what they count, whom they tell, and what stands in the audit trail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/platform/audit/trail.ts';
import { inCampaign } from '../support/campaign.ts';
import { receiveHooks } from '../support/hook-receiver.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { createSharedHall } from '../support/shared-hall.ts';

const urlIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
/** The value of one series in the text format of Prometheus. */
const seriesIn = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

describe.skipIf(whyNoPostgres !== undefined)('a server and a worker of a shared hall', () => {
  let shared: Awaited<ReturnType<typeof createSharedHall>>;
  beforeAll(async () => {
    shared = await createSharedHall();
  });
  afterAll(async () => {
    await shared.remove();
  });

  it.runIf(inCampaign)(
    'tell webhooks, count runs and failures, and say how long the oldest run has waited',
    async (context) => {
      const receiver = await receiveHooks(context);
      shared.useNewHall({ web: { privateHosts: ['127.0.0.1'] }, webhooks: { team: { url: receiver.url } } });
      for (const id of ['one', 'two']) {
        // Its calls cost nothing, and say so.
        await shared.open(id, 'rehearsal');
        expect(await shared.call('queue', 'add', id)).toMatchObject({ code: 0 });
      }
      const worker = await shared.startWorker('--metrics', '127.0.0.1:0');
      const metrics = urlIn(await worker.says('stderr', '/metrics'));
      await receiver.gets(2);
      const read = async () => await (await fetch(`${metrics}/metrics`)).text();
      await expect.poll(async () => seriesIn(await read(), 'debate_hall_runs_total{end="closed"}')).toBe(2);
      await expect
        .poll(async () => seriesIn(await read(), 'debate_hall_webhook_deliveries{state="delivered"}'))
        .toBe(2);
      await expect.poll(async () => seriesIn(await read(), 'debate_hall_queue_runs{state="running"}')).toBe(0);
      const text = await read();
      expect(seriesIn(text, 'debate_hall_answers_total')).toBe(6);
      expect(seriesIn(text, 'debate_hall_queue_oldest_seconds')).toBe(0);
      expect(seriesIn(text, 'debate_hall_cost_usd_total')).toBe(0);
      // Every series has its help and its type, those of a histogram have them together; nothing of a debate is a label.
      for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
        const name = line.split(/[ {]/)[0] ?? '';
        const histogram = name.replace(/_(?:bucket|sum|count)$/, '');
        const [family, type] = histogram === name ? [name, ''] : [histogram, 'histogram'];
        expect(text).toContain(`# HELP ${family} `);
        expect(text).toContain(`# TYPE ${family} ${type}`);
      }
      expect(text).not.toMatch(/one|two|Should/);
      expect((await fetch(`${metrics}/healthz`)).status).toBe(200);
      expect((await fetch(`${metrics}/api/session`)).status).toBe(404);
      worker.child.kill('SIGTERM');
      expect(await worker.finished).toMatchObject({ code: 0 });
    },
  );

  it.runIf(inCampaign)('put what people do, and what they are refused, into one trail', async () => {
    shared.useNewHall();
    await shared.open('d');
    const key = (await shared.call('keys', 'add', 'ana', '--role', 'reader')).stdout.trim();
    const server = shared.start('serve', '--listen', '127.0.0.1:0', '--metrics', '127.0.0.1:0');
    const said = await server.says('stderr', '/mcp');
    const [metrics = '', url = ''] = said.match(/http:\/\/127\.0\.0\.1:\d+(?=\/(?:metrics|\s))/g) ?? [];
    const send = async (method: string, path: string, token: string) =>
      await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}`, origin: url } });
    const ask = async (...request: Parameters<typeof send>) => (await send(...request)).status;
    expect(await ask('GET', '/api/debates', key)).toBe(200);
    expect(await ask('GET', '/api/debates/d', key)).toBe(200);
    const forbidden = await send('POST', '/api/debates/d/close', key);
    expect(forbidden.status).toBe(403);
    const requestId = forbidden.headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(await forbidden.json()).toMatchObject({ error: { code: 'not-permitted', requestId } });
    for (let n = 0; n < 40; n += 1) {
      expect(await ask('GET', '/api/debates', `${key.slice(0, -4)}0000`)).toBe(n < 30 ? 401 : 429);
    }

    const listed = JSON.parse((await shared.call('audit', 'list', '--json')).stdout) as AuditEntry[];
    expect(listed).toContainEqual(
      expect.objectContaining({
        operation: 'read-debate',
        debate: 'd',
        decision: 'allowed',
        principal: expect.objectContaining({ name: 'ana', by: 'key' }),
        requestId: expect.any(String),
      }),
    );
    expect(listed.filter(({ decision }) => decision === 'allowed').map(({ operation }) => operation)).toContain(
      'list-debates',
    );
    const ofRequest = { requestId, remoteAddress: '127.0.0.1' };
    expect(listed.filter((entry) => entry.requestId === requestId)).toEqual([
      expect.objectContaining({ operation: 'close-debate', decision: 'not-permitted', ...ofRequest }),
    ]);
    // Somebody who tries keys fills no disk; all of them are counted.
    const refused = listed.filter(({ operation }) => operation === 'sign-in');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(60);
    expect(refused[0]).toMatchObject({ decision: 'not-authenticated', principal: null, remoteAddress: '127.0.0.1' });
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(seriesIn(text, 'debate_hall_sign_in_refusals_total')).toBe(40);
    const answers = (status: number) => `debate_hall_http_request_seconds_count{kind="api",status="${status}"}`;
    expect([200, 403, 401, 429].map((status) => seriesIn(text, answers(status)))).toEqual([2, 1, 30, 10]);
    expect(seriesIn(text, 'debate_hall_database_statement_seconds_count')).toBeGreaterThan(0);
    expect(await shared.call('audit', 'verify')).toMatchObject({ code: 0 });
    // Keys are given and taken back on the machine, by somebody who is known there.
    const [, id = '', secret = ''] = key.split('_');
    expect(await shared.call('keys', 'revoke', id)).toMatchObject({ code: 0 });
    expect(await shared.call('keys', 'revoke', 'none')).toMatchObject({ code: 2 });
    const trail = (await shared.call('audit', 'list', '--json')).stdout;
    const entries = JSON.parse(trail) as AuditEntry[];
    const ofKeys = entries.filter((entry) => entry.key !== undefined);
    const by = { name: 'Ada', by: 'local', id: expect.stringMatching(/^local:.+@.+/) };
    expect(ofKeys).toEqual([
      expect.objectContaining({ operation: 'revoke-key', key: id, decision: 'allowed', principal: by }),
      expect.objectContaining({ operation: 'add-key', key: id, decision: 'allowed', principal: by }),
    ]);
    expect((await shared.call('audit', 'list')).stdout).toContain(`Ada  revoke-key  ${id}  allowed`);
    expect(trail).not.toContain(secret);
    expect(await shared.call('audit', 'verify')).toMatchObject({ code: 0 });
    server.child.kill('SIGTERM');
    const { code, stderr } = await server.finished;
    expect(code).toBe(0);
    // One object a line, whatever is said.
    const log = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const entry of log) {
      expect(entry).toMatchObject({
        time: expect.stringMatching(/Z$/),
        level: expect.any(String),
        message: expect.any(String),
      });
    }
    expect(log.filter((entry) => entry.requestId === requestId)).toEqual([
      expect.objectContaining({ message: 'request', method: 'POST', path: '/api/debates/d/close', status: 403 }),
    ]);
    expect(stderr).not.toMatch(/"milliseconds":\d+\.\d\d/);
    expect(stderr).not.toContain(secret);
  });
});
