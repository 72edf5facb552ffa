// A comment of a person enters the debate once, and every later seat sees it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { interjectFromGitHub } from '../../src/operations/github-interject.ts';
import { syncDebate } from '../../src/operations/github-sync.ts';
import { createSite, heldDebate, type Site } from './harness.ts';

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
      author: 'ben',
      url,
      event: 4,
    });
    const { calls } = site.github;
    const before = calls.length;
    expect(await site.json(...args)).toMatchObject({
      status: 'already_processed',
      injectionType: null,
      author: 'ben',
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
    expect(seen.at(-1)).toMatchObject({ title: 'Interjection by ben', text: 'Mind the cost.' });
  });

  it('is recorded once however many ask for it at once', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number } = comment('issue', 12);
    site.github.fault = () => ({ kind: 'slow', ms: 30 });
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal };
    const done = await Promise.all([1, 2, 3].map(() => interjectFromGitHub(hall, input)));
    expect(done.map(({ status }) => status).sort()).toEqual(['added', 'already_processed', 'already_processed']);
    expect(new Set(done.map(({ event }) => event)).size).toBe(1);
  });

  it('has control characters made visible and may come from an account that is gone', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number } = comment('issue', 12, { body: 'red \u001b[31m\r\nline', author: null });
    const hall = await site.hall();
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal };
    expect(await interjectFromGitHub(hall, input)).toMatchObject({ author: 'ghost' });
    const { log } = await hall.engine.snapshot('rewrite');
    expect(log.at(-1)).toMatchObject({ data: { content: { text: 'red ␛[31m\nline' } } });
  });
});

describe('a comment of a discussion', () => {
  it.each([
    ['wind', 0, 'pathos'],
    ['wall', 1, 'ethos'],
    ['door', 2, 'logos'],
  ])('that answers %s carries the mode of that seat', async (_seat, index, injectionType) => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const answered = site.thread('discussion', 7).comments[index];
    const { id } = comment('discussion', 7, { replyTo: answered?.id ?? '' });
    expect(await interjectFromGitHub(hall, { threadId: 'rewrite', commentId: id, signal })).toMatchObject({
      status: 'added',
      injectionType,
    });
  });

  it('may be named by the number of its discussion before anything is linked', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { id } = comment('discussion', 7);
    const input = { threadId: 'rewrite', repo: REPO, commentId: id, signal };
    const hall = await site.hall();
    await expect(interjectFromGitHub(hall, { ...input, targetId: '8' })).rejects.toMatchObject({ code: 'bad-input' });
    expect(await interjectFromGitHub(hall, { ...input, targetId: '7' })).toMatchObject({ status: 'added' });
  });
});

describe('what must not enter a debate', () => {
  it.each([
    ['a comment of another thread', { targetId: '7', targetType: 'discussion' as const }, 'bad-input'],
    ['a comment that does not exist', { commentId: '4711' }, 'not-found'],
    ['a comment of another repository', { repo: 'acme/other' }, 'not-found'],
    ['something that is no id', { commentId: '../../x' }, 'bad-input'],
  ])('%s', async (_what, more, code) => {
    await heldDebate(site, 'rewrite', { close: false });
    const { number } = comment('issue', 12);
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal, ...more };
    await expect(interjectFromGitHub(await site.hall(), input)).rejects.toMatchObject({ code });
  });

  it('a comment outside of the linked thread', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const { id } = comment('discussion', 8);
    const input = { threadId: 'rewrite', commentId: id, signal };
    await expect(interjectFromGitHub(hall, input)).rejects.toMatchObject({ code: 'already-linked' });
  });

  it('a comment that the hall itself posted', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const hall = await site.hall();
    await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '7', signal });
    const commentId = site.thread('discussion', 7).comments[0]?.id ?? '';
    await expect(interjectFromGitHub(hall, { threadId: 'rewrite', commentId, signal })).rejects.toMatchObject({
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
    await expect(interjectFromGitHub(hall, { ...input, commentId: String(strange.number) })).rejects.toMatchObject({
      code: 'github-refused',
    });
    expect(await interjectFromGitHub(hall, { ...input, commentId: String(known.number) })).toMatchObject({
      status: 'added',
    });
  });

  it('anything once the debate is closed', async () => {
    await heldDebate(site, 'rewrite');
    const { number } = comment('issue', 12);
    const input = { threadId: 'rewrite', repo: REPO, targetId: '12', commentId: String(number), signal };
    await expect(interjectFromGitHub(await site.hall(), input)).rejects.toMatchObject({ code: 'not-active' });
    expect(site.github.calls).toEqual([]);
  });
});
