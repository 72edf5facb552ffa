// Webhooks of a hall in a folder, sent by the process that runs the debate, to a real receiver.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, type TestContext, test } from 'vitest';
import type { Delivery } from '../../src/platform/outboxes/outbox.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { receiveHooks } from '../support/hook-receiver.ts';
import { createProject, everySeat, quickRehearsal } from '../support/project.ts';

const SECRET = `whsec_${Buffer.from('canary-of-the-signing-secret-32b').toString('base64')}`;

interface SentNotice {
  readonly type: string;
  readonly data: { readonly debate: string; readonly panel?: string; readonly seats?: readonly string[] };
}

async function setUp(context: TestContext, settings: object = {}, more: object = {}) {
  const receiver = await receiveHooks(context);
  const project = createProject({
    agents: { quick: quickRehearsal },
    seats: everySeat('quick'),
    recipe: 'quick',
    web: { privateHosts: ['127.0.0.1'] },
    webhooks: { team: { urlEnv: 'TEAM_HOOK', secretEnv: 'TEAM_SECRET', ...settings } },
    ...more,
  });
  context.onTestFinished(() => project.dispose());
  const env = { TEAM_HOOK: receiver.url, TEAM_SECRET: SECRET };
  const call = async (...args: string[]) => await project.call(args, { env });
  const start = (...args: string[]) => project.start(args, { env });
  const deliveries = async () =>
    (JSON.parse((await call('webhooks', 'list', '--json')).stdout) as { deliveries: Delivery[] }).deliveries;
  return { receiver, project, call, start, deliveries };
}

test('a decision is sent once, signed, with the topic and no word of an agent', async (context) => {
  const { receiver, call, deliveries } = await setUp(context);
  const topic = 'Should we keep /home/ana/secret/plan.md with key ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2?';
  expect(await call('run', topic, '--allow-secrets', '--id', 'd')).toMatchObject({ code: 0 });
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [{ headers: Record<string, string>; body: string }];
  expect(new Webhook(SECRET).verify(body, headers)).toMatchObject({
    type: 'debate.decided',
    data: { debate: 'd', format: 'wind-wall-door', outcome: 'decided', rehearsal: true },
  });
  expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(body).toContain('Should we keep …/plan.md with key [redacted]?');
  expect(body).not.toMatch(/ana|canary|ghp_/);
  expect(await deliveries()).toMatchObject([{ debate: 'd', kind: 'decided', state: 'delivered', attempts: 1 }]);
});

test('nothing names a debate in the hall once it is deleted, and its notices go with it', async (context) => {
  const { receiver, project, call, deliveries } = await setUp(context);
  receiver.answer(410);
  for (const id of ['gone-for-good', 'kept']) await call('run', 'Should we?', '--id', id);
  expect((await deliveries()).map(({ debate }) => debate).sort()).toEqual(['gone-for-good', 'kept']);
  expect(await call('delete', 'gone-for-good', '--yes')).toMatchObject({ code: 0 });
  expect((await deliveries()).map(({ debate }) => debate)).toEqual(['kept']);
  const files = fs.readdirSync(project.debates, { recursive: true, withFileTypes: true });
  const holds = files.filter(
    (file) => file.isFile() && fs.readFileSync(path.join(file.parentPath, file.name), 'utf8').includes('gone-for-good'),
  );
  expect(holds.map(({ name }) => name)).toEqual([]);
});

test('whoever changes the body, the ID or the time of a request breaks its signature', async (context) => {
  const { receiver, call } = await setUp(context);
  expect(await call('webhooks', 'test', 'team')).toMatchObject({ code: 0, stdout: 'team: accepted the test.\n' });
  const [{ headers, body }] = receiver.received as [{ headers: Record<string, string>; body: string }];
  const check = (text: string, changed: object) => () => new Webhook(SECRET).verify(text, { ...headers, ...changed });
  expect(check(body, {})).not.toThrow();
  expect(check(`${body} `, {})).toThrow();
  expect(check(body, { 'webhook-id': 'msg_other' })).toThrow();
  expect(check(body, { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) })).toThrow();
});

test.runIf(inCampaign)(
  'a debate that waits for a person, continues without a seat, or stops has a notice of its own kind',
  async (context) => {
    const { receiver, project, call } = await setUp(context);
    const settings = {
      recipe: 'quick',
      web: { privateHosts: ['127.0.0.1'] },
      webhooks: { team: { urlEnv: 'TEAM_HOOK', secretEnv: 'TEAM_SECRET', events: ['waiting', 'degraded', 'failed'] } },
    };
    project.configure(settings);
    await call('open', 'Should we?', '--id', 'w', '--recipe', 'quick');
    await call('resume', 'w');
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'debate.waiting',
      data: { debate: 'w', seats: ['wind'], summary: 'Waiting for a person (Wind)' },
    });
    project.configure({
      ...settings,
      agents: { quick: quickRehearsal, broken: project.seat('wind', { fail: 'canary of a service' }) },
      seats: { ...everySeat('quick'), wind: { agent: 'broken', standIn: 'quick' } },
    });
    await call('run', 'Should we?', '--id', 'r');
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({
      type: 'debate.degraded',
      data: { debate: 'r', seat: 'wind', to: 'quick', summary: 'Degraded: quick has taken over Wind' },
    });
    expect(receiver.received).toHaveLength(2);
    await call('open', 'Should we?', '--id', 'k', '--recipe', 'quick');
    await call('kill', 'k', 'no longer needed, canary');
    const last = receiver.received.at(-1)?.body ?? '';
    expect(JSON.parse(last)).toMatchObject({ type: 'debate.failed', data: { debate: 'k', why: 'force-closed' } });
    expect(last).not.toContain('canary');
  },
);

test('whoever subscribes later hears of those who are still waited for, and of no others', async (context) => {
  const { receiver, project, call } = await setUp(context);
  project.configure({ recipe: 'quick' });
  for (const id of ['over', 'twice', 'waits']) {
    await call('open', 'Should we?', '--id', id, '--recipe', 'quick');
    await call('resume', id);
  }
  await call('close', 'over', 'No.');
  await call('resume', 'twice');
  project.configure({
    web: { privateHosts: ['127.0.0.1'] },
    webhooks: { team: { urlEnv: 'TEAM_HOOK', secretEnv: 'TEAM_SECRET', events: ['waiting'] } },
  });
  await call('webhooks', 'retry');
  const debates = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { debate: string } }).data.debate);
  expect(debates.sort()).toEqual(['twice', 'waits']);
});

test('a chat gets one line in which nothing is a link, a mention or a channel', async (context) => {
  const { receiver, call } = await setUp(context, { body: 'slack' });
  await call('run', 'Should <!channel> & <@U1> care?', '--id', 's');
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
    text: '*Rehearsal: Decided*: Should &lt;!channel&gt; &amp; &lt;@U1&gt; care?\n`debate-hall show s`',
  });
});

test('a receiver that fails costs the run nothing, and hears of it later under the same ID', async (context) => {
  const { receiver, call, deliveries } = await setUp(context);
  receiver.answer(410);
  expect(await call('run', 'Should we?', '--id', 'd')).toMatchObject({ code: 0 });
  expect(await deliveries()).toMatchObject([{ state: 'failed', problem: 'It answered with 410.' }]);
  expect((await call('webhooks', 'list')).stdout).not.toMatch(/canary/);
  expect(await call('webhooks', 'retry')).toMatchObject({ code: 1 });
  receiver.answer(200);
  expect(await call('webhooks', 'retry')).toMatchObject({ code: 0 });
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.received).toHaveLength(3);
  expect(await call('webhooks', 'retry')).toMatchObject({ code: 0 });
  expect(receiver.received).toHaveLength(3);
});

test.runIf(inCi)('a debate that cannot be read any more keeps nobody from hearing of the others', async (context) => {
  const { receiver, project, call, deliveries } = await setUp(context);
  receiver.answer(410);
  for (const id of ['d', 'e']) await call('run', 'Should we?', '--id', id);
  project.ledgers.put('d', project.ledgers.text('d').replace('Should', 'Would'));
  receiver.answer(200);
  expect(await call('webhooks', 'retry')).toMatchObject({ code: 1 });
  expect((await deliveries()).toSorted((one, other) => one.debate.localeCompare(other.debate))).toMatchObject([
    { debate: 'd', state: 'failed', problem: expect.stringContaining('The ledger of "d" is damaged.') },
    { debate: 'e', state: 'delivered' },
  ]);
});

test.runIf(inCi)(
  'what is left for a webhook that is not configured, or cannot be used, stays as it is and is named',
  async (context) => {
    const { receiver, project, call, deliveries } = await setUp(context);
    const hook = { urlEnv: 'TEAM_HOOK', secretEnv: 'TEAM_SECRET' };
    const configure = (webhooks: object) =>
      project.configure({
        agents: { quick: quickRehearsal },
        seats: everySeat('quick'),
        recipe: 'quick',
        web: { privateHosts: ['127.0.0.1'] },
        webhooks,
      });
    configure({ team: hook, gone: hook, broken: hook });
    receiver.answer(410);
    await call('run', 'Should we?', '--id', 'd');
    configure({ team: hook, broken: { urlEnv: 'MISSING' } });
    const of = async (...names: string[]) => (await deliveries()).filter(({ hook }) => names.includes(hook));
    const before = await of('gone', 'broken');
    expect(before.map(({ state, problem }) => [state, problem])).toEqual([
      ['failed', 'It answered with 410.'],
      ['failed', 'It answered with 410.'],
    ]);
    receiver.answer(200);
    const retried = await call('webhooks', 'retry');
    expect(retried).toMatchObject({ code: 1, stdout: expect.stringContaining('Sent 1 delivery again.\n') });
    expect(retried.stdout).toMatch(
      /\nNot sent, as no usable webhook of that name is configured here: (broken, gone|gone, broken)\.\n/,
    );
    expect(receiver.received).toHaveLength(4);
    expect(await of('gone', 'broken')).toEqual(before);
    expect(await of('team')).toMatchObject([{ state: 'delivered' }]);
    expect(await call('webhooks', 'retry', before[0]?.id ?? '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Not sent, as no usable webhook'),
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'what lies in the outbox and is no delivery keeps nobody from hearing, and is left as it is',
  async (context) => {
    const { receiver, project, call, deliveries } = await setUp(context);
    const outbox = project.path('debates', '.hall', 'webhooks');
    fs.mkdirSync(path.join(outbox, 'folder.json'), { recursive: true });
    execFileSync('mkfifo', [path.join(outbox, 'pipe.json')]);
    fs.symlinkSync('/dev/zero', path.join(outbox, 'device.json'));
    fs.writeFileSync(path.join(outbox, 'half.json'), '{"id":');
    fs.writeFileSync(path.join(outbox, 'long.json'), ' '.repeat(1_000_000));
    // What it says of itself would lead out of the outbox.
    const other = { id: '../../d', hook: 'team', debate: 'd', seq: 0, kind: 'decided', state: 'failed' };
    fs.writeFileSync(path.join(outbox, 'other.json'), JSON.stringify({ ...other, attempts: 1, at: 0 }));
    project.write('debates/d-team.json', 'mine');
    const before = fs.readdirSync(outbox);
    expect(await call('run', 'Should we?', '--id', 'd')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('warning'),
    });
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ debate: 'd', state: 'delivered' }]);
    expect(await call('webhooks', 'retry')).toMatchObject({ code: 0 });
    expect(fs.readdirSync(outbox)).toEqual(expect.arrayContaining(before));
    expect(fs.readFileSync(project.path('debates/d-team.json'), 'utf8')).toContain('mine');
  },
);

test('an outbox that cannot be used costs the run nothing, and is named once', async (context) => {
  const { receiver, project, call } = await setUp(context);
  project.write('debates/.hall/webhooks', 'a file in place of the folder');
  const problem =
    /Cannot read or write the notices for webhooks in \S+: part of the path is not a folder \(ENOTDIR\)\./;
  const ran = await call('run', 'Should we?', '--id', 'd');
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringMatching(problem) });
  expect(ran.stderr.match(/warning: Not every webhook was notified/g)).toHaveLength(1);
  for (const act of ['list', 'retry']) {
    expect(await call('webhooks', act)).toMatchObject({ code: 1, stderr: expect.stringMatching(problem) });
  }
  expect(receiver.received).toHaveLength(0);
});

test('what is sent late is what is still news, as it was when it happened', async (context) => {
  const { receiver, project, call, deliveries } = await setUp(context);
  receiver.answer(410);
  for (const id of ['killed', 'resumed', 'spoken', 'waits']) {
    await call('open', 'Should we?', '--id', id, '--recipe', 'quick');
    await call('resume', id);
  }
  await call('kill', 'killed', 'no longer needed');
  await call('say', 'spoken', '--seat', 'wind', 'Let us try it.');
  await call('resume', 'resumed');
  await call('run', '--rehearse', '--format', 'oxford', 'Should we?', '--id', 'motion');
  await call('resume', 'motion', '--more', '1', '--seat', 'proposition=human');
  expect(project.events('motion').filter(({ type }) => type === 'debate-closed')).toHaveLength(1);
  const before = receiver.received.length;
  receiver.answer(200);
  expect(await call('webhooks', 'retry')).toMatchObject({ code: 0 });
  const sent = receiver.received.slice(before).map(({ body }) => JSON.parse(body) as SentNotice);
  expect(
    sent.map(({ type, data: { debate, panel = '', seats = [] } }) => [debate, type, panel, ...seats].join(' ')).sort(),
  ).toEqual([
    'killed debate.failed degraded panel',
    'motion debate.decided full panel',
    'motion debate.degraded ',
    'motion debate.waiting  proposition',
    'resumed debate.waiting  wind',
    'waits debate.waiting  wind',
  ]);
  const superseded = (await deliveries()).filter(({ state }) => state === 'superseded');
  expect(superseded.map(({ debate, kind }) => `${debate} ${kind}`).sort()).toEqual([
    'killed waiting',
    'resumed waiting',
    'spoken waiting',
  ]);
});

test.runIf(inCi)(
  'what waits to be tried again is sent at once by whoever asks, except what another process is sending',
  async (context) => {
    const { receiver, project, call, deliveries } = await setUp(context);
    receiver.answer(410);
    for (const id of ['d', 'e']) await call('run', 'Should we?', '--id', id);
    receiver.answer(200);
    for (const { problem, ...delivery } of await deliveries()) {
      const again = { ...delivery, state: 'waiting', at: Date.now() + 3_600_000 };
      const file = `debates/.hall/webhooks/${delivery.id}-team.json`;
      project.write(file, delivery.debate === 'd' ? { ...again, problem } : again);
    }
    const retried = await call('webhooks', 'retry');
    expect(retried).toMatchObject({ code: 1, stdout: expect.stringContaining('Sent 1 delivery again.') });
    expect(receiver.received.slice(2).map(({ body }) => JSON.parse(body))).toMatchObject([{ data: { debate: 'd' } }]);
  },
);

test('user and password of an address are sent as such, and shown nowhere', async (context) => {
  const { receiver, project } = await setUp(context);
  const address = new URL(receiver.url);
  Object.assign(address, { username: 'ana', password: 'canary:100% ö' });
  const env = { TEAM_HOOK: address.href, TEAM_SECRET: SECRET };
  expect(await project.call(['webhooks', 'test', 'team'], { env })).toMatchObject({ code: 0 });
  const headers = receiver.received[0]?.headers ?? {};
  expect(headers['authorization']).toBe(`Basic ${Buffer.from('ana:canary:100% ö').toString('base64')}`);
  expect((await project.call(['webhooks', 'list'], { env })).stdout).not.toMatch(/ana|canary/);
});

test.runIf(inCampaign)('one that fails for a moment is tried again by the same process', async (context) => {
  const { receiver, start, deliveries } = await setUp(context);
  receiver.answer(503);
  const run = start('run', 'Should we?', '--id', 'd');
  await receiver.gets(1);
  receiver.answer(200);
  expect(await run.finished).toMatchObject({ code: 0 });
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test.runIf(inCampaign)(
  'a process that is killed while it delivers leaves it to the next one, with the same ID',
  async (context) => {
    const { receiver, project, start, call } = await setUp(context);
    receiver.answer('silence');
    const run = start('run', 'Should we?', '--id', 'd');
    await receiver.gets(1);
    run.child.kill('SIGKILL');
    await run.finished;
    receiver.answer(200);
    // As if the minute that a process has for a delivery were over.
    const [name = ''] = fs.readdirSync(project.path('debates', '.hall', 'webhooks'));
    const file = `debates/.hall/webhooks/${name}`;
    const left = JSON.parse(fs.readFileSync(project.path(file), 'utf8')) as Delivery;
    expect(left).toMatchObject({ state: 'waiting', attempts: 1 });
    project.write(file, { ...left, at: 0 });
    expect(await call('webhooks', 'retry')).toMatchObject({ code: 0 });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  },
);

test('a topic that is redacted before it is sent is not sent', async (context) => {
  const { receiver, call } = await setUp(context);
  receiver.answer(410);
  await call('run', 'Should canary stay?', '--id', 'd');
  expect(await call('redact', 'd', '--event', '0', '--field', '/topic', '--reason', 'private')).toMatchObject({
    code: 0,
  });
  receiver.answer(200);
  await call('webhooks', 'retry');
  expect(receiver.received.at(-1)?.body).toContain('(redacted)');
  expect(receiver.received.at(-1)?.body).not.toContain('canary');
});

test('public hosts need https, private ones your word, and a redirect is not followed', async (context) => {
  const { receiver, project, call } = await setUp(context);
  const test = async (settings: object, web: object = {}) => {
    project.configure({ web, webhooks: { team: settings } });
    return (await call('webhooks', 'test', 'team')).stdout;
  };
  expect(await test({ url: receiver.url })).toContain('"privateHosts": ["127.0.0.1"]');
  expect(await test({ url: 'http://hooks.example/' })).toContain('Only https');
  expect(await test({ url: receiver.url.replace('http:', 'https:') })).toContain('private network');
  receiver.answer(302);
  expect(await test({ url: receiver.url }, { privateHosts: ['127.0.0.1'] })).toContain('It answered with 302.');
  expect(receiver.received).toHaveLength(1);
});

test('what is wrong with a webhook is said without its address', async (context) => {
  const { project, call } = await setUp(context);
  project.configure({
    webhooks: {
      both: { url: 'https://example.com/canary', urlEnv: 'X' },
      none: { urlEnv: 'MISSING' },
      weak: { urlEnv: 'TEAM_HOOK', secretEnv: 'TEAM_HOOK' },
    },
  });
  const listed = await call('webhooks', 'list');
  expect(listed.code).toBe(2);
  expect(listed.stdout).toContain('both  cannot be used: The webhook "both" needs either "url" or "urlEnv".');
  expect(listed.stdout).toContain('none  cannot be used: MISSING has no address for the webhook "none".');
  expect(listed.stdout).toContain('weak  cannot be used: TEAM_HOOK holds no webhook signing secret.');
  expect(listed.stdout).not.toContain('canary');
});

test('a project that nobody trusts sends nothing', async (context) => {
  const { receiver, project, call } = await setUp(context);
  const untrusted = { TEAM_HOOK: receiver.url, TEAM_SECRET: SECRET, DEBATE_HALL_TRUST: '' };
  const ran = await project.call(['run', '--rehearse', 'Should we?', '--id', 'd'], { env: untrusted });
  expect(ran.stderr).toContain('trust');
  expect(receiver.received).toHaveLength(0);
  expect((await call('webhooks', 'list', '--json')).stdout).toContain('"deliveries": []');
});

test.runIf(inCampaign)(
  'a webhook that never answers is given up with the command, and not tried once more',
  async (context) => {
    const { receiver, call, deliveries } = await setUp(context);
    receiver.answer('silence');
    expect(await call('run', 'Should we wait?', '--id', 'd')).toMatchObject({ code: 0 });
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ debate: 'd', state: 'waiting', attempts: 1 }]);
  },
);
