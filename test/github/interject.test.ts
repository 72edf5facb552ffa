// A comment of a person enters the debate once, and every later seat sees it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { say as sayTurn } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { interjectFromGitHub } from '../../src/hall/operations/github/interject.ts';
import { syncDebate } from '../../src/hall/operations/github/sync.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCi } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';
import { failing } from './server.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.dispose());

const { signal } = new AbortController();
const REPO = 'acme/shop';

function comment(
  kind: 'discussion' | 'issue',
  number: number,
  more: { body?: string; author?: string | null; replyTo?: string } = {},
) {
  return site.github.repo.comment(site.thread(kind, number), { body: 'Mind the cost.', author: 'ben', ...more });
}

describe('a comment of an issue', () => {
  it('is recorded with author and address, shown everywhere, and recorded once', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number, url } = comment('issue', 12);
    const args = ['github', 'interject', 'rewrite', '--repo', REPO, '--issue', '12', '--comment', String(number)];
    expect(await site.json(...args)).toEqual({
      threadId: 'rewrite',
      commentId: String(number),
      status: 'added',
      injectionType: 'general',
      author: 'ben (github.test)',
      url,
      event: 4,
    });
    const { calls } = site.github;
    const before = calls.length;
    expect(await site.json(...args)).toMatchObject({
      status: 'already_processed',
      injectionType: null,
      author: 'ben (github.test)',
      event: 4,
    });
    expect(calls).toHaveLength(before);
    for (const format of ['markdown', 'octave', 'json']) {
      const { stdout } = await site.cli('export', 'rewrite', '--format', format);
      expect(stdout).toContain('Mind the cost.');
      expect(stdout).toContain('ben');
    }
    const { format, log } = await (await site.hall()).engine.snapshot('rewrite');
    const seen = format.view(log, { seat: 'wind', act: 'turn', data: {} });
    expect(seen.at(-1)).toMatchObject({
      title: 'Interjection by ben (github.test), from outside the seats',
      text: 'Mind the cost.',
    });
  });

  it('is recorded once however many ask for it at once', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number } = comment('issue', 12);
    site.github.fault = () => ({ kind: 'slow', ms: 30 });
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal };
    const done = await Promise.all([1, 2, 3].map(() => interjectFromGitHub(hall, OPEN_GATE, input)));
    expect(done.map(({ status }) => status).sort()).toEqual(['added', 'already_processed', 'already_processed']);
    expect(new Set(done.map(({ event }) => event)).size).toBe(1);
  });

  it('has control characters made visible and may come from an account that is gone', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number } = comment('issue', 12, { body: 'red \u001b[31m\r\nline', author: null });
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal };
    expect(await interjectFromGitHub(hall, OPEN_GATE, input)).toMatchObject({ author: 'ghost (github.test)' });
    const { log } = await hall.engine.snapshot('rewrite');
    expect(log.at(-1)).toMatchObject({ data: { content: { text: 'red ␛[31m\nline' } } });
  });
});

describe('a comment that is the turn of a seat', () => {
  const opened = async () => {
    const hall = await site.hall();
    const options = { openings: true, gate: 'on', rounds: 1, ballot: true };
    const topic = 'Should we use Postgres?';
    await openDebate(hall, { topic, threadId: 'rewrite', options, seating: 'by-hand', signal });
    return hall;
  };

  it('gives its opening, once, and shows it to nobody before all have answered', async () => {
    const hall = await opened();
    const { number, url } = comment('issue', 12, { body: 'No, 70%\n- Nobody here knows it.' });
    const args = ['--repo', REPO, '--issue', '12'];
    const interject = ['github', 'interject', 'rewrite', ...args, '--comment', String(number), '--seat', 'wall'];
    const added = { status: 'added', author: 'ben (github.test)', url, event: 1, injectionType: null };
    expect(await site.json(...interject)).toMatchObject(added);
    expect(await site.json(...interject)).toMatchObject({ ...added, status: 'already_processed' });
    const shown = async () => [
      (await site.cli('show', 'rewrite')).stdout,
      (await site.cli('github', 'comments', 'rewrite', ...args, '--json')).stdout,
    ];
    for (const text of await shown()) expect(text).not.toContain('Nobody here knows it');
    const say = async (seat: string) =>
      await sayTurn(hall, OPEN_GATE, { threadId: 'rewrite', seat, content: 'Yes, 60%', author: 'ana' });
    await say('wind');
    await say('door');
    for (const text of await shown()) expect(text).toContain('Nobody here knows it');
  });

  it('is refused with the lines that are wanted when it gives no answer', async () => {
    await opened();
    const { number } = comment('issue', 12, { body: 'Mind the cost.' });
    const args = ['github', 'interject', 'rewrite', '--repo', REPO, '--issue', '12', '--comment', String(number)];
    const { stderr, code } = await site.cli(...args, '--seat', 'wall');
    expect(code).not.toBe(0);
    expect(stderr).toContain('first your answer and how sure you are, "<your answer>, <0-100>%"');
  });
});

describe('a comment of a discussion', () => {
  it.runIf(inCi).each([
    ['wind', 0, 'pathos'],
    ['wall', 1, 'ethos'],
    ['door', 2, 'logos'],
  ])('that answers %s carries the mode of that seat', async (_seat, index, injectionType) => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const answered = site.thread('discussion', 7).comments[index];
    const { id } = comment('discussion', 7, { replyTo: answered?.id ?? '' });
    expect(await interjectFromGitHub(hall, OPEN_GATE, { threadId: 'rewrite', commentId: id, signal })).toMatchObject({
      status: 'added',
      injectionType,
    });
  });

  it('may be named by the number of its discussion before anything is linked', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { id } = comment('discussion', 7);
    const input = { threadId: 'rewrite', repo: REPO, commentId: id, signal };
    const hall = await site.hall();
    await expect(interjectFromGitHub(hall, OPEN_GATE, { ...input, targetId: '8' })).rejects.toMatchObject({
      code: 'bad-input',
    });
    expect(await interjectFromGitHub(hall, OPEN_GATE, { ...input, targetId: '7' })).toMatchObject({ status: 'added' });
  });
});

describe('what must not enter a debate', () => {
  it.each([
    ['a comment of another thread', { targetId: '7', targetType: 'discussion' as const }, 'not-found'],
    ['a comment that does not exist', { commentId: '4711' }, 'not-found'],
    ['a comment of another repository', { repo: 'acme/other' }, 'not-found'],
    ['something that is no id', { commentId: '../../x' }, 'bad-input'],
  ])('%s', async (_what, more, code) => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number } = comment('issue', 12);
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal, ...more };
    await expect(interjectFromGitHub(await site.hall(), OPEN_GATE, input)).rejects.toMatchObject({ code });
  });

  it('a comment outside of the linked thread', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const { id } = comment('discussion', 8);
    const input = { threadId: 'rewrite', commentId: id, signal };
    await expect(interjectFromGitHub(hall, OPEN_GATE, input)).rejects.toMatchObject({ code: 'already-linked' });
  });

  it('a comment that the hall itself posted', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const commentId = site.thread('discussion', 7).comments[0]?.id ?? '';
    await expect(
      interjectFromGitHub(hall, OPEN_GATE, { threadId: 'rewrite', commentId, signal }),
    ).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('a comment of someone who is not on the list', async () => {
    site.project.configure({ github: { allowedAuthors: ['Ana', 'hall[bot]'] } });
    await heldDebate(site, 'rewrite', { close: false });
    const strange = comment('issue', 12);
    const known = comment('issue', 12, { author: 'ana' });
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', signal };
    await expect(
      interjectFromGitHub(hall, OPEN_GATE, { ...input, commentId: String(strange.number) }),
    ).rejects.toMatchObject({
      code: 'github-refused',
    });
    expect(await interjectFromGitHub(hall, OPEN_GATE, { ...input, commentId: String(known.number) })).toMatchObject({
      status: 'added',
    });
  });

  it('anything once the debate is closed', async () => {
    await heldDebate(site, 'rewrite');
    const { number } = comment('issue', 12);
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal };
    await expect(interjectFromGitHub(await site.hall(), OPEN_GATE, input)).rejects.toMatchObject({
      code: 'not-active',
    });
    expect(site.github.calls).toEqual([]);
  });
});

describe('a comment that is named by its address', () => {
  it.each([
    ['issue', 12, {}],
    ['issue', 12, { place: 'line' as const }],
    ['discussion', 7, {}],
  ] as const)('in a %s needs no repository and no thread beside it: %s %j', async (kind, number, more) => {
    await heldDebate(site, 'rewrite', { close: false });
    const { url } = site.github.repo.comment(site.thread(kind, number), { body: 'Mind it.', author: 'ben', ...more });
    const hall = await site.hall();
    const input = { threadId: 'rewrite', commentId: url, signal };
    const added = await interjectFromGitHub(hall, OPEN_GATE, input);
    expect(added).toMatchObject({ status: 'added', author: 'ben (github.test)', url, event: 4 });
    const calls = site.github.calls.length;
    const again = { status: 'already_processed', event: 4, commentId: added.commentId };
    expect(await interjectFromGitHub(hall, OPEN_GATE, input)).toMatchObject(again);
    expect(site.github.calls).toHaveLength(calls);
    const byId = { ...input, repo: REPO, targetId: String(number), targetType: kind, commentId: added.commentId };
    expect(await interjectFromGitHub(hall, OPEN_GATE, byId)).toMatchObject(again);
  });

  it('counts once however the address is written', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { url } = comment('issue', 12);
    const hall = await site.hall();
    await interjectFromGitHub(hall, OPEN_GATE, { threadId: 'rewrite', commentId: url, signal });
    const other = { threadId: 'rewrite', commentId: url.replace('/issues/', '/pull/'), signal };
    expect(await interjectFromGitHub(hall, OPEN_GATE, other)).toMatchObject({ status: 'already_processed', event: 4 });
  });

  it('may be beyond the first page of answers to another one', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const first = comment('discussion', 7, { body: 'Mind the cost.' });
    site.github.pageSize = 2;
    const answers = ['a', 'b', 'c', 'd', 'e'].map((body) => comment('discussion', 7, { body, replyTo: first.id }));
    const { url = '' } = answers.at(-1) ?? {};
    await site.cli('github', 'sync', 'rewrite', '--repo', REPO, '--discussion', '7');
    expect(await site.json('github', 'interject', 'rewrite', '--comment', url)).toMatchObject({ status: 'added' });
    const { stdout } = await site.cli('github', 'comments', 'rewrite');
    for (const each of answers) expect(stdout).toContain(each.url);
  });

  it('may answer another one, and be named by its number where the debate is linked to a discussion', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const answered = site.thread('discussion', 7).comments[1];
    const { number } = comment('discussion', 7, { replyTo: answered?.id ?? '' });
    const input = { threadId: 'rewrite', commentId: String(number), signal };
    expect(await interjectFromGitHub(hall, OPEN_GATE, input)).toMatchObject({
      status: 'added',
      injectionType: 'ethos',
    });
  });

  it.each([
    ['of another server', (url: string) => url.replace('github.test', 'github.elsewhere'), 'bad-input'],
    ['of a thread that does not exist', (url: string) => url.replace('/issues/12', '/issues/13'), 'not-found'],
    ['that leads to no comment', (url: string) => url.replace(/#.*/, ''), 'bad-input'],
    ['of a repository that is none', (url: string) => url.replace('acme/shop', 'acme/..'), 'bad-input'],
  ])('is refused %s', async (_what, change, code) => {
    await heldDebate(site, 'rewrite', { close: false });
    const { url } = comment('issue', 12);
    const input = { threadId: 'rewrite', commentId: change(url), signal };
    await expect(interjectFromGitHub(await site.hall(), OPEN_GATE, input)).rejects.toMatchObject({ code });
  });

  it('is refused when the debate is linked to another thread', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    for (const { url } of [comment('issue', 12), comment('discussion', 8)]) {
      const input = { threadId: 'rewrite', commentId: url, signal };
      await expect(interjectFromGitHub(hall, OPEN_GATE, input)).rejects.toMatchObject({ code: 'already-linked' });
    }
  });
});

it('a comment that is longer than an interjection may be is cut, and says where the rest is', async () => {
  await heldDebate(site, 'rewrite', { close: false });
  const { url } = comment('issue', 12, { body: 'Mind the cost. '.repeat(4_000) });
  const hall = await site.hall();
  await interjectFromGitHub(hall, OPEN_GATE, { threadId: 'rewrite', commentId: url, signal });
  const { log } = await hall.engine.snapshot('rewrite');
  const said = JSON.stringify(log.at(-1));
  expect(said).toContain(`[Cut here: the comment has 60000 characters. All of it: ${url}]`);
});

it.runIf(inCi).each([
  ['issue', 12, '--issue'],
  ['discussion', 7, '--discussion'],
] as const)(
  'lists the comments of a %s with their addresses and what they are to the debate',
  async (kind, number, flag) => {
    await heldDebate(site, 'rewrite', { close: false });
    const none = await site.cli('github', 'comments', 'rewrite', '--repo', REPO, flag, String(number));
    expect([none.stdout, none.stderr]).toEqual(['', expect.stringContaining('Nobody has commented')]);
    await site.cli('github', 'sync', 'rewrite', '--repo', REPO, flag, String(number));
    const ours = site.thread(kind, number).comments[0];
    const taken = comment(kind, number, { body: 'Mind the cost.' });
    const open = comment(kind, number, {
      body: 'And \u001b[31mthe time.',
      ...(kind === 'issue' ? {} : { replyTo: taken.id }),
    });
    await site.cli('github', 'interject', 'rewrite', '--comment', taken.url);
    const changed = comment(kind, number, { body: 'Ship it.' });
    await site.cli('github', 'interject', 'rewrite', '--comment', changed.url);
    for (const each of site.thread(kind, number).comments) if (each.id === changed.id) each.body = 'Stop it.';
    const { stdout } = await site.cli('github', 'comments', 'rewrite');
    expect(stdout).toContain(`${ours?.url}\n  hall-bot (shows event 1): ## `);
    expect(stdout).toMatch(new RegExp(`${taken.url}\n  ben \\(became event \\d+\\): Mind the cost.`));
    expect(stdout).toMatch(new RegExp(`${changed.url}\n  ben \\(became event \\d+, edited since\\): Stop it.`));
    expect(stdout).toContain(`${open.url}\n  ben: And the time.`);
  },
);

it.runIf(inCi)('finds a linked discussion again after its repository was renamed', async () => {
  await heldDebate(site, 'rewrite', { close: false });
  await site.cli('github', 'sync', 'rewrite', '--repo', REPO, '--discussion', '7');
  site.github.repo.name = 'acme/store';
  const said = comment('discussion', 7, { body: 'Mind the cost.' });
  expect((await site.cli('github', 'comments', 'rewrite')).stdout).toContain(`${said.url}\n  ben: Mind the cost.`);
  const { stdout } = await site.cli('github', 'interject', 'rewrite', '--comment', said.id, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ status: 'added' });
  expect((await site.cli('github', 'sync', 'rewrite')).code).toBe(0);
});

it.each([
  ['Unable to create comment because issue is locked.', 403, 'unlock the conversation'],
  ['Validation Failed', 422, 'its message above'],
  ['Resource not accessible by integration', 403, 'permissions of the token'],
])('says what to do when GitHub refuses with %j', async (message, status, hint) => {
  await heldDebate(site, 'rewrite');
  site.github.fault = ({ method }) => (method === 'POST' ? failing(status, message) : undefined);
  const input = { threadId: 'rewrite', repo: REPO, targetId: '12', targetType: 'issue' as const, signal };
  await expect(syncDebate(await site.hall(), input)).rejects.toMatchObject({
    code: 'github-refused',
    hint: expect.stringContaining(hint),
  });
});
