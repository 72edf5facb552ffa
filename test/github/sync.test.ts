// A debate in a thread: every turn and the outcome once, whatever happens on the way.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEvent } from '../../src/domain/events.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { runThread } from '../../src/hall/operations/debate/running/run-thread.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { syncDebate } from '../../src/hall/operations/github/sync.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createSite, heldDebate, type Site, TURNS } from './harness.ts';
import { failing } from './server.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.dispose());

const { signal } = new AbortController();
const REPO = 'acme/shop';

const bodies = (kind: 'discussion' | 'issue', number: number) =>
  site.thread(kind, number).comments.map(({ body }) => body.replace(/^<!-- debate-hall .* -->\n/, ''));

const THREADS = [
  { kind: 'discussion', number: 7, flag: '--discussion' },
  { kind: 'issue', number: 12, flag: '--issue' },
] as const;

describe.each(inCampaign ? THREADS : [THREADS[0]])('a debate in a $kind', ({ kind, number, flag }) => {
  it('is posted turn by turn, with the outcome, and a second time not at all', async () => {
    await heldDebate(site, 'rewrite');
    const first = await site.json('github', 'sync', 'rewrite', '--repo', REPO, flag, String(number));
    expect(first).toMatchObject({ syncedCount: 4, adoptedCount: 0, targetType: kind, repo: REPO });
    const comments = bodies(kind, number);
    expect(comments).toHaveLength(4);
    for (const [index, text] of Object.values(TURNS).entries()) {
      expect(comments[index]?.replace(/^> ?/gm, '')).toContain(text);
      expect(comments[index]).toContain(`**Turn:** ${index + 1}/12`);
    }
    expect(comments[3]).toContain('## 🏁 Closed manually');

    const again = await site.json('github', 'sync', 'rewrite');
    expect(again).toMatchObject({ syncedCount: 0, comments: first['comments'] });
    expect(bodies(kind, number)).toEqual(comments);
    expect((await verifyDebate(await site.hall(), { threadId: 'rewrite' })).ok).toBe(true);
  });

  it.runIf(inCi)('reads a thread of many pages before it posts', async () => {
    site.github.pageSize = 2;
    const thread = site.thread(kind, number);
    for (let index = 0; index < 7; index += 1) site.github.repo.comment(thread, { body: `hello ${index}` });
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    expect(thread.comments).toHaveLength(11);

    // The same debate without what it remembers of GitHub, as if it had died each time before it could write it down.
    const lines = site.project.ledgers.text('rewrite').split('\n');
    const others = lines.filter((line) => !/"type":"(?:thread-linked|comment-posted)"/.test(line));
    site.project.ledgers.put('rewrite', others.join('\n'));
    const found = await syncDebate(await site.hall(), input);
    expect(found).toMatchObject({ syncedCount: 0, adoptedCount: 4 });
    expect(thread.comments).toHaveLength(11);
  });

  it.runIf(inCi)('carries a later redaction to the comment, and says that GitHub keeps a history', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    const done = await syncDebate(hall, input);
    expect(done).toMatchObject({ syncedCount: 0, editedCount: 1 });
    expect(done.warnings.join()).toContain('earlier text');
    const [, wall] = bodies(kind, number);
    expect(wall).toContain('*Redacted: a name*');
    expect(wall).not.toContain('A rewrite takes a year');
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 0 });
  });

  it.runIf(inCi)('takes a redacted decision out of the turn and out of the outcome', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    await redact(hall, { threadId: 'rewrite', event: 4, reason: 'a secret', author: 'ana' });
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 1 });
    expect(bodies(kind, number)[3]).not.toContain('hot path');
  });

  it.runIf(inCi)('takes what was said before out of an outcome and of turns that repeat it', async () => {
    const hall = await site.hall();
    const debate = { threadId: 'd', topic: 'Should we move?', format: 'asymmetric', recipe: 'quick' } as const;
    await openDebate(hall, { ...debate, seating: 'by-hand', signal });
    const said = { threadId: 'd', author: 'ana' };
    await say(hall, OPEN_GATE, { ...said, seat: 'experienced', content: 'CANARY says no.' });
    await say(hall, OPEN_GATE, { ...said, seat: 'fresh', content: 'Yes.' });
    for (const seat of ['experienced', 'fresh']) {
      await say(hall, OPEN_GATE, { ...said, seat, content: 'In May.', data: { action: 'agree' } });
    }
    await close(hall, said);
    const input = { threadId: 'd', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    expect(bodies(kind, number)[4]).toContain('CANARY');
    await redact(hall, { threadId: 'd', event: 1, reason: 'a name', author: 'ana' });
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 2 });
    expect(bodies(kind, number).join()).not.toContain('CANARY');
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 0 });
  });

  it.runIf(inCampaign)('tells each ending of a debate that went on as it was then', async () => {
    site.project.configure({ agents: { rehearsal: { wordsPerSecond: 0 } } });
    const hall = await site.hall();
    const options = { rounds: 1, judges: 1, bothOrders: false };
    const debate = { threadId: 'd', topic: 'Should we move?', format: 'oxford', options, everySeat: 'rehearsal' };
    await openDebate(hall, { ...debate, signal });
    await runThread(hall, { threadId: 'd' });
    await runThread(hall, { threadId: 'd', more: { rounds: 1, by: 'ana' } });
    const input = { threadId: 'd', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    const endings = bodies(kind, number).filter((body) => body.includes('🏁'));
    expect(endings.map((body) => /after the opening(?: and \d+ exchanges?)?/.exec(body)?.[0])).toEqual([
      'after the opening',
      'after the opening and 1 exchange',
    ]);
    expect(await syncDebate(hall, input)).toMatchObject({ syncedCount: 0, editedCount: 0 });
  });

  it.runIf(inCi)('lets a redaction rest when its comment was deleted on GitHub', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    site.thread(kind, number).comments.splice(0, 1);
    await redact(hall, { threadId: 'rewrite', event: 1, reason: 'a name', author: 'ana' });
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 0, syncedCount: 0 });
    const calls = site.github.calls.length;
    await syncDebate(hall, input);
    expect(
      site.github.calls
        .slice(calls)
        .filter(({ method, document }) => method === 'PATCH' || document?.includes('mutation')),
    ).toEqual([]);
  });

  it.runIf(inCi)('takes no comment for gone that the token cannot see, and looks again for one that was', async () => {
    await heldDebate(site, 'rewrite');
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal };
    await syncDebate(hall, input);
    await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    const refusal =
      kind === 'issue'
        ? failing(404, 'Not Found')
        : {
            kind: 'answer' as const,
            answer: { status: 200, body: { errors: [{ type: 'NOT_FOUND', message: 'No' }] } },
          };
    const isEdit = (method: string, document = '') => method === 'PATCH' || document.includes('updateD');
    site.github.fault = () => refusal;
    await expect(syncDebate(hall, input)).rejects.toMatchObject({ code: 'not-found' });
    site.github.fault = ({ method, document }) => (isEdit(method, document) ? refusal : undefined);
    await expect(syncDebate(hall, input)).rejects.toMatchObject({ code: 'github-refused' });
    site.github.fault = () => undefined;
    const { comments } = site.thread(kind, number);
    const hidden = comments.splice(1, 1);
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 0 });
    comments.push(...hidden);
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 1 });
    expect(bodies(kind, number).join()).not.toContain('A rewrite takes a year');
    expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 0 });
  });

  it.each(['break', 'half-answer', 'status'] as const)('posts once although the answer is lost: %s', async (how) => {
    await heldDebate(site, 'rewrite');
    const posts = new Set<number>();
    site.github.fault = ({ number: call, method, path, document }) => {
      const isPost =
        document === undefined ? method === 'POST' && path.endsWith('/comments') : document.includes('addD');
      if (!isPost || posts.size >= 2) return undefined;
      posts.add(call);
      if (how === 'break') return { kind: 'break', call: 'done' };
      return how === 'status' ? failing(502) : { kind: 'half-answer' };
    };
    const done = await syncDebate(await site.hall(), {
      threadId: 'rewrite',
      repo: REPO,
      targetId: String(number),
      targetType: kind,
      signal,
    });
    expect(posts.size).toBe(2);
    expect(done.comments).toHaveLength(4);
    expect(bodies(kind, number)).toHaveLength(4);
  });
});

it.runIf(inCi)('loses no turn that is recorded while it posts', async () => {
  await heldDebate(site, 'rewrite', { close: false });
  const other = await site.hall();
  let recorded = false;
  site.github.fault = ({ method }) => {
    if (method === 'POST' && !recorded) {
      recorded = true;
      void say(other, OPEN_GATE, {
        threadId: 'rewrite',
        seat: 'wind',
        content: 'A fourth way: buy one.',
        author: 'ben',
      });
    }
    return undefined;
  };
  const input = { threadId: 'rewrite', repo: REPO, targetId: '12', targetType: 'issue' as const, signal };
  await syncDebate(await site.hall(), input);
  site.github.fault = () => undefined;
  await syncDebate(await site.hall(), input);
  const { log } = await (await site.hall()).engine.snapshot('rewrite');
  expect(log.filter((event) => isEvent(event, 'turn-recorded'))).toHaveLength(4);
  expect(bodies('issue', 12)).toHaveLength(4);
});

it.runIf(inCampaign)('posts nothing twice when two programs sync at once', async () => {
  await heldDebate(site, 'rewrite');
  site.github.fault = () => ({ kind: 'slow', ms: 30 });
  const args = ['github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12'];
  const codes = (await Promise.all([1, 2].map(() => site.project.run(args, { env: site.env })))).map(
    ({ code }) => code,
  );
  expect(codes.sort()).toEqual([0, 2]);
  expect(bodies('issue', 12)).toHaveLength(4);
});

it.runIf(inCi)('stays with the thread that it was linked to', async () => {
  await heldDebate(site, 'rewrite');
  await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--discussion', '7');
  for (const target of [
    ['--repo', REPO, '--discussion', '8'],
    ['--repo', REPO, '--issue', '12'],
    ['--repo', 'acme/other', '--discussion', '7'],
  ]) {
    const { code, stderr } = await site.cli('github', 'sync', 'rewrite', ...target);
    expect(code).toBe(2);
    expect(stderr).toContain('already linked to discussion D_kwDOshop7 of acme/shop');
  }
  expect(await site.json('github', 'sync', 'rewrite', '--repo', 'Acme/Shop', '--discussion', '7')).toMatchObject({
    syncedCount: 0,
  });
});

it.runIf(inCi)(
  'is linked again while nothing was posted, as after a refusal, but not where a post may have arrived',
  async () => {
    await heldDebate(site, 'rewrite');
    const sync = (number: number) => site.json('github', 'sync', 'rewrite', '--repo', REPO, '--issue', String(number));
    const isPost = ({ method }: { method: string }) => method === 'POST';
    const locked = failing(403, 'Unable to create comment because issue is locked.');
    for (const number of [21, 22]) site.github.repo.addIssue(number);
    site.github.fault = (call) => (isPost(call) ? locked : undefined);
    expect(await sync(21)).toMatchObject({ error: { code: 'github-refused' } });
    site.github.fault = ({ method, path }) => {
      if (method === 'POST') return { kind: 'break', call: 'done' };
      return path.endsWith('/comments') && site.thread('issue', 12).comments.length > 0 ? failing(404) : undefined;
    };
    expect(await sync(12)).toMatchObject({ error: { code: 'not-found' } });
    site.github.fault = () => undefined;
    expect(await sync(22)).toMatchObject({ error: { code: 'already-linked' } });
    expect(await sync(12)).toMatchObject({ adoptedCount: 1, syncedCount: 3 });
    expect(await sync(22)).toMatchObject({ error: { code: 'already-linked' } });
    expect((await site.cli('verify', 'rewrite')).code).toBe(0);
  },
);

it.runIf(inCi)('finds its comments where one is deleted while it reads page by page', async () => {
  await heldDebate(site, 'rewrite');
  const thread = site.thread('issue', 12);
  const [first] = ['a', 'b'].map((body) => site.github.repo.comment(thread, { body, author: 'ana' }));
  const input = { threadId: 'rewrite', repo: REPO, targetId: '12', targetType: 'issue' as const, signal };
  await syncDebate(await site.hall(), input);
  // As if the last call had died before it could write down what it posted.
  const lines = site.project.ledgers.text('rewrite').trimEnd().split('\n');
  site.project.ledgers.put('rewrite', `${lines.slice(0, -2).join('\n')}\n`);
  site.github.pageSize = 4;
  site.github.fault = ({ query }) => {
    const at = first === undefined || !query.includes('page=2') ? -1 : thread.comments.indexOf(first);
    if (at >= 0) thread.comments.splice(at, 1);
    return undefined;
  };
  expect(await syncDebate(await site.hall(), input)).toMatchObject({ syncedCount: 0, adoptedCount: 2 });
  expect(thread.comments).toHaveLength(5);
});

it.each([
  [['--repo', 'acme/nowhere', '--issue', '12'], 'not-found'],
  [['--repo', REPO, '--issue', '99'], 'not-found'],
  [['--repo', REPO, '--discussion', '99'], 'not-found'],
  [['--repo', REPO, '--discussion', 'D_unknown'], 'not-found'],
  [['--repo', REPO, '--issue', 'twelve'], 'bad-input'],
  [['--repo', 'nonsense', '--issue', '12'], 'bad-input'],
  [['--repo', '../../x', '--issue', '12'], 'bad-input'],
  [['--repo', REPO], 'not-linked'],
])('refuses %j as %s and links nothing', async (args, code) => {
  await heldDebate(site, 'rewrite');
  expect(await site.json('github', 'sync', 'rewrite', ...args)).toMatchObject({ error: { code } });
  const { debate } = await (await site.hall()).engine.snapshot('rewrite');
  expect(debate.linked).toBeUndefined();
});

it.runIf(inCi)('cuts what is too long for GitHub and says so', async () => {
  const hall = await site.hall();
  await heldDebate(site, 'rewrite', { close: false });
  const content = '& < @ana `x<y>` '.repeat(1_900);
  await say(hall, OPEN_GATE, { threadId: 'rewrite', seat: 'wind', content, author: 'ana' });
  await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '12', targetType: 'issue', signal });
  const last = bodies('issue', 12).at(-1) ?? '';
  expect(last.length).toBeGreaterThan(60_000);
  expect(last.length).toBeLessThanOrEqual(65_536);
  expect(last).toContain('Cut here');
  expect(last).toMatch(/\*Debate Hall: debate rewrite, event \d+, [0-9a-f]{16}\*$/);
});

describe.each(inCampaign ? THREADS : [THREADS[1]])('a comment in a $kind that begins like ours', ({ kind, number }) => {
  /** A comment that says something else under the marker of the outcome, which anybody can read from a shared ledger. */
  async function forge(author: string) {
    await heldDebate(site, 'rewrite');
    const { log } = await (await site.hall()).engine.snapshot('rewrite');
    const { seq, hash } = log.find(({ type }) => type === 'debate-closed') ?? { seq: 0, hash: '' };
    const body = `<!-- debate-hall v1 rewrite #${seq} ${hash.slice(0, 16)} -->\nDecided: my words`;
    return site.github.repo.comment(site.thread(kind, number), { body, author });
  }
  const input = { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal };

  it.runIf(inCi).each(['mallory', 'hall-bot[bot]', 'ghost'])(
    'is not ours when %s wrote it, and is named',
    async (author) => {
      const forged = await forge(author);
      const done = await syncDebate(await site.hall(), input);
      expect(done).toMatchObject({ syncedCount: 4, adoptedCount: 0 });
      expect(done.comments.map(({ url }) => url)).not.toContain(forged.url);
      expect(bodies(kind, number).at(-1)).toContain('Rewrite the hot path');
      expect(done.warnings).toEqual([
        expect.stringMatching(new RegExp(`${author.replace(/\W/g, '.')}.*${forged.url}`)),
      ]);
    },
  );

  it.runIf(inCi)('is ours when the account of an App wrote it, which GitHub calls by two names', async () => {
    site.github.account = 'debates[bot]';
    const forged = await forge('debates[bot]');
    const done = await syncDebate(await site.hall(), input);
    expect(done).toMatchObject({ syncedCount: 3, adoptedCount: 1, warnings: [] });
    expect(done.comments.at(-1)?.url).toBe(forged.url);
  });

  it.runIf(inCi)('is ours by the author of earlier comments when GitHub does not say whose token it is', async () => {
    site.github.tellsAccount = false;
    const forged = await forge('mallory');
    const first = await syncDebate(await site.hall(), input);
    expect(first).toMatchObject({ syncedCount: 4, adoptedCount: 0 });
    expect(first.warnings.join('\n')).toContain('does not say which account');
    // As if the last call had died before it could write down what it posted.
    const lines = site.project.ledgers.text('rewrite').trimEnd().split('\n');
    site.project.ledgers.put('rewrite', `${lines.slice(0, -1).join('\n')}\n`);
    const again = await syncDebate(await site.hall(), input);
    expect(again).toMatchObject({ syncedCount: 0, adoptedCount: 1 });
    expect(again.warnings.join('\n')).toContain('comments by hall-bot');
    expect(again.comments.map(({ url }) => url)).not.toContain(forged.url);
  });
});
