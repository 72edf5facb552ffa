// Chains of reviews and fixes at the doors that only show them: how far one is, and that its author starts at none of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { plantLoading } from '../support/fix-project.ts';
import { createProject, type Project } from '../support/project.ts';
import { openView } from '../web/support.ts';

let project: Project;
const RESUME = 'debate-hall review --resume';
const FLAGS = ['review', '--rehearse', '--fix', '--id', 'r'];

/** Without a person at a terminal it stops before the first answer; the ID of the debate that waits for it. */
async function stopAtAuthor(): Promise<string> {
  const { stderr } = await project.call([...FLAGS, '--author', 'human', '--trust']);
  return /^Fix 1 \((\S+)\)$/m.exec(stderr)?.[1] ?? '';
}

beforeEach(() => {
  project = createProject();
  plantLoading(project);
});
afterEach(() => project.dispose());

describe('a chain of reviews and fixes', () => {
  it('is shown over MCP from each of its debates: rounds, branch, what it came to, and the next step', async () => {
    const { stdout } = await project.call([...FLAGS, '--json']);
    const summary = JSON.parse(stdout);
    const server = await connectHere(project.folder, { args: ['--toolsets', 'core,review'] });
    for (const thread_id of summary.debates) {
      const shown = await server.client.callTool({ name: 'get_debate', arguments: { thread_id } });
      const { chain } = shown.structuredContent as { chain: object };
      expect(chain).toEqual({
        debates: summary.debates.map((id: string, index: number) => ({
          ...{ thread_id: id, kind: index % 2 === 0 ? 'review' : 'fix', round: Math.floor(index / 2) + 1 },
          status: 'closed',
        })),
        branch: 'debate-hall/r',
        summary: expect.stringMatching(/^Nothing is left to answer, after 2 rounds: /),
        next_step: `git log --patch ${summary.from}..debate-hall/r`,
      });
      expect(JSON.stringify(shown.content)).toContain('Part of a chain: review 1 (r), fix 1 (');
      expect(JSON.stringify(shown)).not.toContain(project.root);
    }
    await server.close();
  });

  it('that waits for its author says so, and no request over MCP makes the author work', async () => {
    const fix = await stopAtAuthor();
    const events = project.events(fix).length;
    const server = await connectHere(project.folder, { args: ['--toolsets', 'core,review'] });
    expect((await server.call('get_debate', { thread_id: 'r' })).chain).toMatchObject({
      summary: 'Fix 1 is open: the author has not answered.',
      next_step: `${RESUME} r --fix`,
    });
    for (const more of [{}, { wait: false }, { seats: { author: 'rehearsal' } }]) {
      const refused = await server.client.callTool({ name: 'resume_debate', arguments: { thread_id: fix, ...more } });
      expect(refused.isError).toBe(true);
      expect(refused.structuredContent).toMatchObject({ error: { code: 'not-permitted' } });
      expect(JSON.stringify(refused.content)).toContain(`${RESUME} ${fix} --fix`);
    }
    await server.close();
    expect(project.events(fix)).toHaveLength(events);
  });

  it('is shown on the page, which offers no run of its author', async (context) => {
    const fix = await stopAtAuthor();
    const { openTab } = await openView(context, { folder: project.folder });
    const tab = await openTab();
    const { chain } = await tab.get('/api/debates/r/forks');
    expect(chain).toEqual({
      debates: [
        { threadId: 'r', kind: 'review', round: 1, status: 'closed' },
        { threadId: fix, kind: 'fix', round: 1, status: 'open' },
      ],
      branch: 'debate-hall/r',
      summary: 'Fix 1 is open: the author has not answered.',
      next: `${RESUME} r --fix`,
    });
    expect((await tab.get(`/api/debates/${fix}`)).can.resume).toBe(false);
    await expect(tab.post(`/api/debates/${fix}/resume`, { key: 'key-00000001' })).rejects.toThrow(/not-permitted/);
    const alone = await project.call(['review', '--rehearse', '--id', 'alone', '-q']);
    expect(alone.code, alone.stderr).toBe(0);
    expect(await tab.get('/api/debates/alone/forks')).not.toHaveProperty('chain');
  });

  it('does not have its author started by commands that were not asked for one', async () => {
    const fix = await stopAtAuthor();
    const { code, stderr } = await project.call(['resume', fix]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${RESUME} ${fix} --fix`)]);
  });
});
