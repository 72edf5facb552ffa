// One comment in a pull request that says what a debate came to, and never says it of another commit.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportDebate } from '../../src/hall/operations/github/report.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';
import { failing } from './server.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
});
afterEach(() => site.dispose());

const THREAD = ['--repo', 'acme/shop', '--issue', '12'] as const;
const report = (...flags: string[]) => site.json('github', 'report', 'rewrite', ...THREAD, ...flags);
const { signal } = new AbortController();
const bodies = () => site.thread('issue', 12).comments.map(({ body }) => body);

describe('github report', () => {
  it.runIf(inCi)('posts one comment, and edits it when there is something new', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    expect(await report()).toMatchObject({ change: 'posted', missing: false });
    expect(bodies()).toEqual([expect.stringContaining('## Not finished: the debate is open')]);
    await site.cli('close', 'rewrite', 'We rewrite the hot path.');
    const link = 'https://ci.test/run/1?file=(report)';
    expect(await report('--link', link, '--commit', 'a1b2c3d4e5f6a7b8c9')).toMatchObject({ change: 'edited' });
    const [body = '', ...others] = bodies();
    expect(others).toEqual([]);
    expect(body).toMatch(/^<!-- debate-hall report rewrite -->\n## Closed manually\n/);
    expect(body).toContain('- **Authority:** ');
    expect(body).toContain('- **Commit:** a1b2c3d4e5f6\n');
    expect(body).toContain('[The whole report](<https://ci.test/run/1?file=(report)>)');
    expect(body).toContain('> We rewrite the hot path.');
    expect(await report('--link', link, '--commit', 'a1b2c3d4e5f6a7b8c9')).toMatchObject({ change: 'none' });
  });

  it('posts one comment when two report at once', async () => {
    await heldDebate(site, 'rewrite');
    site.github.fault = () => ({ kind: 'slow', ms: 30 });
    const halls = [await site.hall(), await site.hall()];
    const { signal } = new AbortController();
    const input = { threadId: 'rewrite', repo: 'acme/shop', targetId: '12', targetType: 'issue' as const, signal };
    const both = await Promise.allSettled(halls.map((hall) => reportDebate(hall, input)));
    const ends = both.map((each) => (each.status === 'fulfilled' ? each.value.change : each.reason.code));
    // The second waits for a moment.
    expect(ends).toContain('posted');
    expect(['none', 'already-running']).toContain(ends.find((end) => end !== 'posted'));
    expect(bodies()).toHaveLength(1);
  });

  it.runIf(inCi).each([
    ['502', () => failing(502)],
    ['a lost answer', () => ({ kind: 'break', call: 'done' }) as const],
  ])('posts once after %s', async (_what, fault) => {
    await heldDebate(site, 'rewrite');
    let posts = 0;
    site.github.fault = ({ method }) => {
      if (method !== 'POST') return undefined;
      posts += 1;
      return posts === 1 ? fault() : undefined;
    };
    const input = { threadId: 'rewrite', repo: 'acme/shop', targetId: '12', targetType: 'issue' as const, signal };
    expect(await reportDebate(await site.hall(), input)).toMatchObject({ change: 'posted' });
    expect(bodies()).toHaveLength(1);
  });

  it.each(inCi ? (['issue', 'discussion'] as const) : (['issue'] as const))(
    'leaves one comment in a %s of those that several halls posted at once',
    async (kind) => {
      const number = kind === 'issue' ? 12 : 7;
      const thread = site.thread(kind, number);
      const input = { threadId: 'rewrite', repo: 'acme/shop', targetId: String(number), targetType: kind, signal };
      site.github.fault = () => ({ kind: 'slow', ms: 30 });
      const halls = [await site.hall(), await site.hall()];
      await Promise.all(halls.map((hall) => reportDebate(hall, { ...input, allowMissing: true })));
      expect(thread.comments).toHaveLength(1);
      site.github.repo.comment(thread, { body: thread.comments[0]?.body ?? '' });
      await heldDebate(site, 'rewrite');
      expect(await reportDebate(await site.hall(), input)).toMatchObject({ change: 'edited' });
      expect(thread.comments.map(({ body }) => body)).toEqual([expect.stringContaining('## Closed manually')]);
    },
  );

  it.runIf(inCampaign)('names no path of the machine in the reason why a seat is missing', async () => {
    const script = "console.error('cannot read /home/ana/notes.txt'); process.exit(3)";
    site.project.configure({
      agents: { bad: { kind: 'command', argv: [process.execPath, '-e', script], prompt: 'stdin' } },
      agentRetries: 0,
    });
    await site.cli('run', '--rehearse', '--format', 'panel', '--id', 'rewrite', '--seat', 'c=bad', '-q', 'Tabs?');
    await report();
    expect(bodies()[0]).toContain('cannot read …/notes');
    await site.cli('github', 'sync', 'rewrite', ...THREAD);
    const seen = bodies().join('\n');
    expect(seen.match(/cannot read …\/notes/g)).toHaveLength(2);
    expect(seen).not.toContain('/home/ana');
  });

  it('takes no outcome of an earlier commit for one of a commit that nobody debated', async () => {
    await heldDebate(site, 'rewrite');
    await report();
    await site.cli('delete', 'rewrite', '--yes');
    const refused = await site.cli('github', 'report', 'rewrite', ...THREAD);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('There is no debate "rewrite".')]);
    expect(await report('--allow-missing', '--commit', 'abcdef1')).toMatchObject({ change: 'edited', missing: true });
    expect(bodies()).toEqual([expect.stringContaining('## No outcome\n\n- **Commit:** abcdef1\n')]);
  });

  it('leaves the comment of somebody else alone, whatever it begins with', async () => {
    await heldDebate(site, 'rewrite');
    const body = '<!-- debate-hall report rewrite -->\n## All is well';
    site.github.repo.comment(site.thread('issue', 12), { body, author: 'mallory' });
    expect(await report()).toMatchObject({ change: 'posted' });
    expect(bodies()[0]).toBe(body);
    expect(await report()).toMatchObject({ change: 'none' });
    expect(bodies()).toHaveLength(2);
  });

  it('finds its own comment where GitHub does not tell an App who it is', async () => {
    site.github.tellsAccount = false;
    site.github.account = 'github-actions[bot]';
    await heldDebate(site, 'rewrite', { close: false });
    await report();
    await site.cli('close', 'rewrite', 'We wait.');
    expect(await report()).toMatchObject({ change: 'edited' });
    expect(bodies()).toHaveLength(1);
  });

  it('refuses what is no web address and no commit', async () => {
    await heldDebate(site, 'rewrite');
    for (const [flag, value] of [
      ['--link', 'javascript:alert(1)'],
      ['--commit', 'main; rm'],
    ]) {
      const { code, stderr } = await site.cli(
        'github',
        'report',
        'rewrite',
        ...THREAD,
        flag as string,
        value as string,
      );
      expect([code, stderr]).toEqual([2, expect.stringMatching(/not a web address|not the hash of a commit/)]);
    }
    expect(bodies()).toEqual([]);
  });
});
