// A team's hall in real containers, from nothing, by the words of docs/team-hall/set-up.md and operate.md.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, createComposeHall, type Loose, whyNoEngine } from './compose-hall.ts';

const SERVERS = ['http://localhost:3900', 'http://localhost:3901'] as const;
const [FIRST, SECOND] = SERVERS;
/** Speaks for half a minute, so there is time to end its worker. */
const SLOW = { slow: { kind: 'rehearsal', wordsPerSecond: 25 } };
const SLOW_SEATS = { wind: 'slow', wall: 'slow', door: 'slow' };

if (whyNoEngine !== undefined) console.warn(`Skipped: ${whyNoEngine}`);

describe.skipIf(whyNoEngine !== undefined)('the hall of deploy/compose', () => {
  let hall: ReturnType<typeof createComposeHall>;
  let key = '';
  const call = async (name: string, args: object, origin: string = FIRST): Promise<Loose> =>
    await callTool(origin, key, name, args);
  const start = async (threadId: string) =>
    await call('debate_auto', { topic: 'Should we?', thread_id: threadId, seats: SLOW_SEATS, wait: false });
  const statusOf = async (threadId: string): Promise<string> =>
    (await call('get_debate', { thread_id: threadId })).status;
  const pollReady = async () => {
    for (const origin of SERVERS) {
      // Docker takes connections for a container that only starts, and may forget them.
      const ask = async () =>
        (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined))?.status;
      await expect.poll(ask).toBe(200);
    }
  };
  const pollWorkerOf = async (threadId: string): Promise<string> => {
    await expect.poll(async () => await hall.findWorkerOf(threadId)).toBeDefined();
    return (await hall.findWorkerOf(threadId)) ?? '';
  };

  beforeAll(() => {
    hall = createComposeHall();
    hall.configure({ agents: SLOW });
  });
  afterAll(async () => {
    await hall?.remove();
  });

  it('comes up by the commands of the guide: two servers and two workers without rights', async () => {
    const printed = await hall.follow("A team's hall in ten minutes");
    [key = ''] = /^dhk_\S+$/m.exec(printed) ?? [];
    expect(key).not.toBe('');
    await pollReady();
    const ours = [...(await hall.containers('serve')), ...(await hall.containers('worker'))];
    expect(ours).toHaveLength(4);
    for (const container of ours) {
      await expect.poll(async () => (await hall.inspect(container)).State.Health.Status).toBe('healthy');
      const { Config, HostConfig } = await hall.inspect(container);
      expect(Config.User).toBe('10001:10001');
      expect(HostConfig).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'] });
      await expect(hall.docker('exec', container, 'touch', '/app/x')).rejects.toThrow(/Read-only file system/);
      const metrics = `fetch('http://127.0.0.1:9464/metrics').then(async (answer) => console.log(await answer.text()))`;
      expect(await hall.docker('exec', container, 'node', '--eval', `"${metrics}"`)).toContain(
        'debate_hall_queue_runs',
      );
    }
  });

  it('has a worker run what a server is asked for, and shows it on the page and at the other server', async () => {
    const { status } = await call('debate_auto', { topic: 'Should we?', thread_id: 'first', preset: 'rehearsal' });
    expect(status).toBe('synthesis');
    expect((await call('get_debate', { thread_id: 'first' }, SECOND)).synthesis).toContain('rehearsal');
    expect(await (await fetch(FIRST)).text()).toContain('<title>Debate Hall</title>');
    const refused = await fetch(`${FIRST}/mcp`, { method: 'POST', body: '{}' });
    expect(refused.status).toBe(401);
  });

  it('continues on another worker when one is killed, and lets a run end when one is stopped', async () => {
    await start('killed');
    const killed = await pollWorkerOf('killed');
    await hall.docker('kill', killed);
    const second = await pollWorkerOf('killed');
    expect(second).not.toBe(killed);
    await hall.docker('stop', '--time', '150', second);
    expect((await hall.inspect(second)).State.ExitCode).toBe(0);
    expect(await hall.logs(second)).toContain('killed: ended');
    expect(await statusOf('killed')).toBe('synthesis');
    await hall.docker('compose', 'up', '--detach');
  });

  it('goes through a restart of Postgres in the middle of a run', async () => {
    await start('restarted');
    await pollWorkerOf('restarted');
    await hall.docker('compose', 'restart', 'postgres');
    await expect.poll(async () => await statusOf('restarted')).toBe('synthesis');
    expect(await call('verify_debate', { thread_id: 'restarted' })).toMatchObject({ ok: true });
  });

  it('is upgraded by the commands of the guide', async () => {
    hall.setVersion('9.9.9');
    await hall.follow('Upgrade');
    await pollReady();
    for (const container of [...(await hall.containers('serve')), ...(await hall.containers('worker'))]) {
      expect(await hall.docker('exec', container, 'debate-hall', '--version')).toBe('9.9.9');
    }
    expect(await call('verify_debate', { thread_id: 'first' })).toMatchObject({ ok: true });
  });

  it('comes back on a machine that has nothing, with its debates, keys and trail', async () => {
    const before = await call('get_debate', { thread_id: 'first', include_transcript: true });
    await hall.follow('Backup and restore', 0);
    await hall.docker('compose', 'down', '--volumes', '--timeout', '1');
    expect(await hall.follow('Backup and restore', 1)).not.toBe('');
    await pollReady();
    expect(await call('get_debate', { thread_id: 'first', include_transcript: true })).toEqual(before);
  });
});
