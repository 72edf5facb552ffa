// What is elsewhere on GitHub by now: a renamed repository is followed, a transferred thread is refused with its new address.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';
import { REPO } from './state.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
  await heldDebate(site, 'rewrite');
});
afterEach(() => site.dispose());

const linked = async () => (await (await site.hall()).engine.snapshot('rewrite')).debate.linked;
const comments = () =>
  [site.github.repo, site.github.other].flatMap(({ threads }) => threads.flatMap((each) => each.comments));

describe('an issue that was transferred', () => {
  const cases = (['sync', 'report'] as const).flatMap((command) => [3, 12].map((number) => ({ command, number })));

  it.runIf(inCi).each(cases)('is refused to $command with its new address, #$number', async (row) => {
    const { command, number } = row;
    const { repo, other } = site.github;
    if (number === 12) other.threads.splice(other.threads.indexOf(other.thread('issue', 12)), 1);
    else repo.addIssue(number);
    const { url } = repo.transferIssue(12, other, number);
    const done = await site.cli('github', command, 'rewrite', '--repo', REPO, '--issue', '12');
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining(`GitHub has moved this: ${url}`) });
    expect(comments()).toEqual([]);
    expect(await linked()).toBeUndefined();
    const named = await site.cli('github', command, 'rewrite', '--repo', 'acme/other', '--issue', String(number));
    expect(named.code).toBe(0);
  });

  it.each(inCi ? ['a redaction', 'a comment'] : ['a redaction'])('gets no %s once it is linked', async (what) => {
    const { repo, other } = site.github;
    await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12');
    repo.addIssue(3);
    const { url } = repo.transferIssue(12, other, 3);
    if (what === 'a redaction')
      await redact(await site.hall(), { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    else {
      const lines = site.project.ledgers.text('rewrite').trimEnd().split('\n');
      site.project.ledgers.put('rewrite', `${lines.slice(0, -1).join('\n')}\n`);
    }
    const before = JSON.stringify(comments());
    expect(await site.json('github', 'sync', 'rewrite')).toMatchObject({
      error: { code: 'bad-input', details: { movedTo: url } },
    });
    expect(JSON.stringify(comments())).toBe(before);
  });
});

describe('a linked thread that was transferred', () => {
  beforeEach(async () => void (await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12')));
  const relink = (number: string) => ['github', 'sync', 'rewrite', '--repo', 'acme/other', '--issue', number];

  it.runIf(inCi).each(['the same IDs', 'other IDs'])('is linked again, with %s of its comments', async (ids) => {
    const { repo, other } = site.github;
    repo.addIssue(3);
    const thread = repo.transferIssue(12, other, 3);
    const { length } = thread.comments;
    if (ids === 'other IDs')
      for (const comment of thread.comments) Object.assign(comment, { number: comment.number + 500 });
    expect(await site.json(...relink('3'))).toMatchObject({ syncedCount: 0, url: thread.url });
    expect(await linked()).toMatchObject({ repo: 'acme/other', targetId: '3', url: thread.url });
    await redact(await site.hall(), { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    expect(await site.json('github', 'sync', 'rewrite')).toMatchObject({ syncedCount: 0, editedCount: 1 });
    expect(thread.comments).toHaveLength(length);
    expect(thread.comments[1]?.body).toContain('*Redacted: a name*');
    expect((await site.cli('verify', 'rewrite')).code).toBe(0);
  });

  it('is linked to no other place than that', async () => {
    const { repo, other } = site.github;
    const refused = { error: { code: 'already-linked' } };
    expect(await site.json(...relink('12'))).toMatchObject(refused);
    repo.transferIssue(12, other, 3);
    expect(await site.json(...relink('12'))).toMatchObject(refused);
    expect(await linked()).toMatchObject({ repo: REPO, targetId: '12' });
    expect(other.thread('issue', 12).comments).toEqual([]);
  });
});

it.runIf(inCampaign)('links a discussion again that was transferred', async () => {
  const { repo, other } = site.github;
  await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--discussion', '7');
  repo.transferDiscussion(7, other, 8);
  await site.json('github', 'sync', 'rewrite', '--repo', 'acme/other', '--discussion', '8');
  expect(await linked()).toMatchObject({ repo: 'acme/other', url: other.thread('discussion', 8).url });
});

it('refuses a discussion that was transferred', async () => {
  const { repo, other } = site.github;
  repo.transferDiscussion(7, other, 8);
  expect(await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--discussion', '7')).toMatchObject({
    error: { code: 'bad-input', details: { movedTo: other.thread('discussion', 8).url } },
  });
  expect(comments()).toEqual([]);
});

describe('a repository that was renamed', () => {
  it('is followed, as its numbers stay', async () => {
    site.github.repo.name = 'acme/store';
    site.github.pageSize = 2;
    for (const text of ['a', 'b', 'c']) site.github.repo.comment(site.thread('issue', 12), { body: text });
    await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12');
    await redact(await site.hall(), { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    expect(await site.json('github', 'sync', 'rewrite')).toMatchObject({ syncedCount: 0, editedCount: 1 });
    expect(site.thread('issue', 12).comments).toHaveLength(7);
  });

  it('is the same thread under its new name, which the link has from then on', async () => {
    const { repo } = site.github;
    await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12');
    repo.name = 'acme/store';
    const named = ['--repo', 'acme/store', '--issue', '12'];
    expect(await site.json('github', 'comments', 'rewrite', ...named)).toMatchObject({
      url: site.thread('issue', 12).url,
    });
    expect(await site.json('github', 'sync', 'rewrite', ...named)).toMatchObject({
      syncedCount: 0,
      repo: 'acme/store',
    });
    expect(await linked()).toMatchObject({ repo: 'acme/store', targetId: '12', nodeId: 'I_kwDOshop12' });
    expect((await site.cli('verify', 'rewrite')).code).toBe(0);
  });

  it.runIf(inCi)('is the same thread for links of before, which have no ID', async () => {
    const { repo } = site.github;
    const { url } = repo.thread('issue', 12);
    const data = { repo: REPO, kind: 'issue', targetId: '12', url } as const;
    await (await site.hall()).engine.dispatch('rewrite', { type: 'thread-linked', data });
    repo.name = 'acme/store';
    const named = ['--repo', 'acme/store', '--issue', '12'];
    expect(await site.json('github', 'sync', 'rewrite', ...named)).toMatchObject({
      syncedCount: 4,
      repo: 'acme/store',
    });
    expect(await linked()).toMatchObject({ nodeId: 'I_kwDOshop12' });
  });

  it('gets nothing written into one that has its old name now', async () => {
    const { repo, other } = site.github;
    await site.json('github', 'sync', 'rewrite', '--repo', REPO, '--issue', '12');
    repo.name = 'acme/store';
    other.names.splice(0, 1, REPO);
    await redact(await site.hall(), { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
    for (const command of inCi ? ['sync', 'report', 'comments'] : ['sync'])
      expect(await site.json('github', command, 'rewrite')).toMatchObject({ error: { code: 'bad-input' } });
    expect(other.thread('issue', 12).comments).toEqual([]);
    const named = ['--repo', 'acme/store', '--issue', '12'];
    expect(await site.json('github', 'sync', 'rewrite', ...named)).toMatchObject({ syncedCount: 0, editedCount: 1 });
    expect(await site.json('github', 'sync', 'rewrite')).toMatchObject({ syncedCount: 0 });
  });

  it.runIf(inCi)('gets no comment into a debate from one that has its old name now', async () => {
    const { repo, other } = site.github;
    await heldDebate(site, 'open', { close: false });
    await site.json('github', 'sync', 'open', '--repo', REPO, '--issue', '12');
    repo.name = 'acme/store';
    other.names.splice(0, 1, REPO);
    const stranger = other.comment(other.thread('issue', 12), { body: 'Mind the cost.', author: 'eve' });
    const ours = repo.comment(repo.thread('issue', 12), { body: 'Mind the cost.', author: 'ben' });
    const interject = (url: string, ...more: string[]) =>
      site.json('github', 'interject', 'open', '--comment', url, ...more);
    expect(await interject(stranger.url)).toHaveProperty('error');
    expect(await interject(ours.url, '--repo', 'acme/store', '--issue', '12')).toMatchObject({ status: 'added' });
  });

  it.runIf(inCampaign)('has no second pull request under its new name', async () => {
    const { repo } = site.github;
    await site.json('github', 'ratify', 'rewrite', '--repo', REPO);
    repo.name = 'acme/store';
    const again = await site.json('github', 'ratify', 'rewrite', '--repo', 'acme/store');
    expect(again).toMatchObject({ status: 'unchanged', adrNumber: 1, repo: 'acme/store' });
    const other = await site.json('github', 'ratify', 'rewrite', '--repo', 'acme/store', '--number', '9');
    expect(other).toMatchObject({ error: { code: 'already-exists' } });
    expect(repo.pulls).toHaveLength(1);
  });

  it.runIf(inCampaign)('is followed with its branches and pull requests', async () => {
    site.github.repo.name = 'acme/store';
    expect(await site.json('github', 'ratify', 'rewrite', '--repo', REPO)).toMatchObject({ status: 'created' });
    expect(await site.json('github', 'ratify', 'rewrite', '--repo', REPO)).toMatchObject({ status: 'unchanged' });
    expect(site.github.repo.pulls).toHaveLength(1);
  });
});
