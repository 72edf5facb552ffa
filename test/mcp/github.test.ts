// The GitHub tools as a client meets them, against the GitHub of the tests.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSite, heldDebate, type Site } from '../github/harness.ts';
import { TOKEN } from '../github/server.ts';
import { inCi } from '../support/campaign.ts';
import { type Connected, connect, connectHere } from './support.ts';

let site: Site;
let server: Connected | undefined;
beforeEach(async () => {
  site = await createSite();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await site.dispose();
});

const environment = () => ({ ...site.project.env, ...site.env });

async function serve(env: Record<string, string> = {}, args: readonly string[] = []): Promise<Connected> {
  server = await connectHere(site.project.folder, { env: { ...environment(), ...env }, args });
  return server;
}

const names = async (connected: Connected) => (await connected.client.listTools()).tools.map(({ name }) => name);
const GITHUB = ['github_sync_debate', 'github_list_comments', 'human_interject', 'ratify_rfc'];

describe('the toolset "github"', () => {
  it.runIf(inCi)('is offered when a token is set, and only then', async () => {
    expect(await names(await serve())).toEqual(expect.arrayContaining(GITHUB));
    await server?.close();
    for (const env of [{ GITHUB_TOKEN: '' }, { GITHUB_TOOLS_ENABLED: 'false' }]) {
      for (const name of GITHUB) expect(await names(await serve(env))).not.toContain(name);
      await server?.close();
    }
  });

  it('can be chosen alone', async () => {
    expect(await names(await serve({}, ['--toolsets', 'github']))).toEqual(GITHUB);
  });

  it('posts who wrote a turn, and with which model', async () => {
    const { call } = await serve();
    await call('init_debate', { thread_id: 'models', topic: 'Files or a database?' });
    await call('add_turn', { thread_id: 'models', role: 'Wind', content: 'Files.', model: 'claude-3' });
    const target = { thread_id: 'models', repo: 'acme/shop', target_id: '12', target_type: 'issue' };
    await call('github_sync_debate', target);
    expect(site.thread('issue', 12).comments[0]?.body).toMatch(
      /\*\*Author:\*\* .+ · \*\*Model:\*\* claude-3 · \*\*Turn:\*\* 1\/12/,
    );
  });

  it.runIf(inCi)('posts a debate once, takes a comment in once, and proposes the decision', async () => {
    await heldDebate(site, 'rewrite', { close: false });
    const { call } = await serve();
    const target = { thread_id: 'rewrite', repo: 'acme/shop', target_id: '12', target_type: 'issue' };
    expect(await call('github_sync_debate', target)).toMatchObject({ synced_count: 3, target_type: 'issue' });
    expect(await call('github_sync_debate', { thread_id: 'rewrite' })).toMatchObject({ synced_count: 0 });

    const comment = site.github.repo.comment(site.thread('issue', 12), { body: 'Mind the cost.', author: 'ben' });
    const listed = await call('github_list_comments', { thread_id: 'rewrite', limit: 2 });
    expect(listed).toMatchObject({
      total: 4,
      comments: [
        { posted: true, seq: 3 },
        { url: comment.url, seq: null },
      ],
    });
    const interjection = { thread_id: 'rewrite', comment_id: comment.url };
    expect(await call('human_interject', interjection)).toMatchObject({ status: 'added', author: 'ben (github.test)' });
    expect(await call('human_interject', interjection)).toMatchObject({ status: 'already_processed' });

    await call('close_debate', { thread_id: 'rewrite', synthesis: '1. Rewrite the hot path.' });
    const adr = await call('ratify_rfc', { thread_id: 'rewrite' });
    expect(adr).toMatchObject({ status: 'created', pr_number: expect.any(Number), warnings: [] });
    await call('tombstone_turn', { thread_id: 'rewrite', turn_index: 1, reason: 'a name' });
    const again = await call('ratify_rfc', { thread_id: 'rewrite' });
    expect(again).toMatchObject({ status: 'updated', pr_number: adr.pr_number });
    expect(again.warnings.join()).toContain('keeps the earlier text');
  });

  it.runIf(inCi)('keeps the token out of what it answers', async () => {
    await heldDebate(site, 'rewrite');
    const connected = await connect(site.project.folder, { env: environment() });
    server = connected;
    const result = await connected.client.callTool({
      name: 'github_sync_debate',
      arguments: { thread_id: 'rewrite', repo: 'acme/nowhere', target_id: '12', target_type: 'issue' },
    });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result) + connected.stderr()).not.toContain(TOKEN);
  });
});
