// Rate limits, faults and permissions of GitHub: waits are short, visible and can be cut off; errors say what to do.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { listThreadComments } from '../../src/hall/operations/github/comments.ts';
import { syncDebate } from '../../src/hall/operations/github/sync.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { createSite, heldDebate, type Site, waits } from './harness.ts';
import { type Call, type Fault, failing, rateLimit } from './server.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
  await heldDebate(site, 'rewrite');
  waits.length = 0;
});
afterEach(() => site.dispose());

const { signal } = new AbortController();
const REPO = 'acme/shop';
const TARGETS = [
  { kind: 'issue', number: 12 },
  { kind: 'discussion', number: 7 },
] as const;

/** The first calls of that kind go wrong. */
function firstCalls(times: number, fault: () => Fault, which: (call: Call) => boolean = () => true) {
  let left = times;
  return (call: Call) => {
    if (left === 0 || !which(call)) return undefined;
    left -= 1;
    return fault();
  };
}

async function sync(kind: 'issue' | 'discussion', number: number, maxWaitMs?: number) {
  const said: string[] = [];
  const hall = await site.hall();
  const done = syncDebate(hall, {
    threadId: 'rewrite',
    repo: REPO,
    targetId: String(number),
    targetType: kind,
    signal,
    onProgress: (sentence) => said.push(sentence),
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });
  return { said, done };
}

const isWrite = ({ method, document }: Call) =>
  document === undefined ? method === 'POST' : document.startsWith('mutation');

describe.each(TARGETS)('with $kind', ({ kind, number }) => {
  it.each(
    sample(
      [
        // Far enough ahead that a slow machine still has to wait for it; what is waited for passes at once.
        ['a primary limit', () => rateLimit.primary(50)],
        ['a secondary limit', () => rateLimit.secondary(1)],
        ['a secondary limit as 429', () => rateLimit.secondary(1, 429)],
        ['a 429 in words of its own', () => rateLimit.secondary(1, 429, 'Slow down')],
        ['abuse detection', () => rateLimit.secondary(1, 403, 'You have triggered an abuse detection mechanism.')],
        ['posting too quickly', () => failing(422, 'Validation Failed: was submitted too quickly')],
      ],
      4,
    ),
  )('waits out %s, says so, and posts once', async (_what, fault) => {
    site.github.fault = firstCalls(1, fault, isWrite);
    const { said, done } = await sync(kind, number);
    expect((await done).syncedCount).toBe(4);
    const told = said.flatMap((line) => /GitHub's rate limit was reached; waiting (\d+) s/.exec(line)?.slice(1) ?? []);
    expect(told).toEqual(waits.map((ms) => String(ms / 1_000)));
    expect(told).toHaveLength(1);
    expect(site.thread(kind, number).comments).toHaveLength(4);
  });

  it.runIf(inCi && kind === 'discussion').each([
    ['RATE_LIMIT', { type: 'RATE_LIMIT', message: 'API rate limit already exceeded for user ID 1.' }, 50],
    ['RATE_LIMITED', { type: 'RATE_LIMITED', message: 'No' }, 50],
    ['the code', { code: 'graphql_rate_limit', message: 'No' }, 50],
    [
      'a secondary limit',
      { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' },
      undefined,
    ],
    ['posting too quickly', { type: 'UNPROCESSABLE', message: 'was submitted too quickly' }, undefined],
    ['abuse detection', { message: 'You have triggered an abuse detection mechanism.' }, undefined],
  ])('waits out what GraphQL answers as if all were well: %s', async (_what, error, seconds) => {
    const fault = () => rateLimit.graphql(error, seconds);
    site.github.fault = firstCalls(1, fault, isWrite);
    const { said, done } = await sync(kind, number);
    expect((await done).syncedCount).toBe(4);
    expect(said.join()).toMatch(/GitHub's rate limit was reached; waiting \d+ s/);
    site.github.fault = fault;
    await heldDebate(site, 'other');
    const late = await site.cli('github', 'sync', 'other', '--repo', REPO, '--discussion', '7', '--max-wait', '0');
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('The rate limit was reached') });
  });

  it.each([
    ['a primary limit', () => rateLimit.primary(3_000)],
    ['a secondary limit', () => rateLimit.secondary(3_000)],
    ['a 429 in words of its own', () => rateLimit.secondary(3_000, 429, 'Slow down')],
  ])('does not wait for longer than it may: %s', async (_what, fault) => {
    site.github.fault = fault;
    const { said, done } = await sync(kind, number);
    const error = await done.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'github-limited',
      message: expect.stringContaining('GitHub asks for a wait of'),
    });
    expect((error as HallError).details['retryAfterSeconds']).toBeGreaterThan(2_900);
    expect(said).toEqual([]);
    expect(site.github.calls).toHaveLength(1);
  });

  it('adds the waits of one operation up', async () => {
    site.github.fault = () => rateLimit.secondary(1);
    const { said, done } = await sync(kind, number, 2_500);
    await expect(done).rejects.toMatchObject({ code: 'github-limited' });
    expect(said).toHaveLength(2);
  });

  it.runIf(inCi).each([
    ['502', () => failing(502)],
    ['a broken connection', (): Fault => ({ kind: 'break', call: 'lost' })],
    ['half an answer', (): Fault => ({ kind: 'half-answer' })],
  ])('tries again after %s', async (_what, fault) => {
    site.github.fault = firstCalls(1, fault);
    const { said, done } = await sync(kind, number);
    expect((await done).syncedCount).toBe(4);
    expect(said[0]).toMatch(/GitHub does not answer; waiting 1 s/);
  });

  it.each([
    ['502', () => failing(502)],
    ['a broken connection', (): Fault => ({ kind: 'break', call: 'lost' })],
  ])('gives up when %s stays, and says so', async (_what, fault) => {
    site.github.fault = fault;
    const { done } = await sync(kind, number, 1_500);
    await expect(done).rejects.toMatchObject({
      code: 'github-unreachable',
      hint: expect.stringContaining('Run it again'),
    });
  });

  it('says which rights are missing', async () => {
    site.github.fault = (call) => (isWrite(call) ? failing(403, 'Resource not accessible by token') : undefined);
    const { done } = await sync(kind, number);
    await expect(done).rejects.toMatchObject({
      code: 'github-refused',
      message: expect.stringContaining('Resource not accessible by token'),
      hint: expect.stringContaining('write:discussion'),
    });
  });

  it('is not misled by an answer that is none of GitHub', async () => {
    site.github.fault = () => ({ kind: 'answer', answer: { status: 200, body: { hello: 'world' } } });
    const { done } = await sync(kind, number);
    await expect(done).rejects.toMatchObject({ code: 'github-unreachable' });
  });
});

it('has a limit of GraphQL that comes as a good answer waited out', async () => {
  const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000)) };
  site.github.fault = firstCalls(1, () => ({ kind: 'answer', answer: { status: 200, body, headers } }));
  const { said, done } = await sync('discussion', 7);
  expect((await done).syncedCount).toBe(4);
  expect(said[0]).toContain('rate limit');
});

it.runIf(inCampaign).each([
  ['a wait for a limit', () => rateLimit.secondary(40), 'waiting 40 s'],
  ['a silent GitHub', (): Fault => ({ kind: 'silence', call: 'lost' }), ''],
  ['a wait after a fault', () => failing(502), 'waiting 1 s'],
])('Ctrl-C ends %s at once', async (_what, fault, sign) => {
  let asked = () => {};
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  site.github.fault = () => {
    asked();
    return fault();
  };
  const running = site.project.start(['github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12'], { env: site.env });
  await wasAsked;
  if (sign !== '') await running.says('stderr', sign);
  running.child.kill('SIGINT');
  const { code, stderr } = await running.finished;
  expect(code).toBe(130);
  expect(stderr).toContain('Stopped.');
});

it('asks for a page again only to hear that it has not changed', async () => {
  const hall = await site.hall();
  const read = async () => {
    const github = await hall.github({ signal });
    return await github.comments({ repo: REPO, kind: 'issue', id: '12', nodeId: 'I_1', url: 'https://github.test' });
  };
  site.github.repo.comment(site.thread('issue', 12), { body: 'one' });
  expect(await read()).toHaveLength(1);
  expect(await read()).toHaveLength(1);
  expect(site.github.notModified).toBe(1);
  site.github.repo.comment(site.thread('issue', 12), { body: 'two' });
  expect((await read()).map(({ body }) => body)).toEqual(['one', 'two']);
  expect(site.github.notModified).toBe(1);
});

it.runIf(inCi)('finds what comes after a page that has not changed', async () => {
  await heldDebate(site, 'rewrite');
  const hall = await site.hall();
  const thread = site.thread('issue', 12);
  site.github.pageSize = 2;
  const read = async () =>
    (await listThreadComments(hall, { threadId: 'rewrite', repo: REPO, targetId: '12', targetType: 'issue', signal }))
      .comments;
  for (const count of [2, 3, 5, 6]) {
    while (thread.comments.length < count) site.github.repo.comment(thread, { body: `${thread.comments.length}` });
    expect((await read()).map(({ body }) => body)).toEqual(thread.comments.map(({ body }) => body));
  }
  expect(site.github.notModified).toBeGreaterThan(2);
  thread.comments.splice(2);
  expect(await read()).toHaveLength(2);
});

it.runIf(inCampaign)('keeps no more of the answers of GitHub than fits', async () => {
  await heldDebate(site, 'rewrite');
  const hall = await site.hall();
  const read = async (number: number) =>
    await listThreadComments(hall, {
      ...{ threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: 'issue', signal },
    });
  for (let number = 100; number < 106; number += 1) {
    const thread = site.github.repo.addIssue(number);
    for (let index = 0; index < 100; index += 1) site.github.repo.comment(thread, { body: 'x'.repeat(65_000) });
    await read(number);
  }
  // The issue and its comments are not sent again, but for the oldest, which were forgotten.
  await read(105);
  expect(site.github.notModified).toBe(2);
  await read(100);
  expect(site.github.notModified).toBe(2);
});

it('passes errors of the hall on as what they are', async () => {
  const hall = await site.hall();
  const wrong = syncDebate(hall, { threadId: 'nowhere', repo: REPO, targetId: '12', targetType: 'issue', signal });
  await expect(wrong).rejects.toBeInstanceOf(HallError);
  await expect(wrong).rejects.toMatchObject({ code: 'not-found' });
  expect(site.github.calls).toEqual([]);
});
