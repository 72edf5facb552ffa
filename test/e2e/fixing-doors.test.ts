// Chains of reviews and fixes at the doors that only show them: how far one is, and that its author starts at none of them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign } from '../support/campaign.ts';
import { cart, FINDING, plantFault, plantLoading, START_FIX, seatFixers } from '../support/fix-project.ts';
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
});
afterEach(() => project.dispose());

describe('a chain of reviews and fixes', () => {
  beforeEach(() => {
    plantLoading(project);
  });

  it.runIf(inCampaign)(
    'is shown over MCP and by show from each of its debates: rounds, branch, what it came to, and the next step',
    async () => {
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
        for (const more of [[], ['--summary']]) {
          const { stdout: text } = await project.call(['show', thread_id, ...more]);
          expect(text).toMatch(/\nChain .*\n {10}Branch .*\nEvents /);
          const flat = text.replace(/\s+/g, ' ');
          expect(flat).toMatch(
            / Chain review 1 \(r\), fix 1 \([\w-]+\), review 2 .* Nothing is left to answer, after 2 rounds: /,
          );
          expect(flat).toContain(
            `Branch debate-hall/r. In the repository: git log --patch ${summary.from}..debate-hall/r`,
          );
        }
      }
      await server.close();
      expect((await project.call(['list', '--format', 'review'])).stdout).toMatch(
        /uncommitted changes|changes (?:in|since) /,
      );
    },
  );

  it.runIf(inCampaign)('that waits for its author says so, and no request over MCP makes the author work', async () => {
    const fix = await stopAtAuthor();
    const events = project.events(fix).length;
    expect((await project.call(['outcome', fix, 'right'])).stderr).toContain(
      `Finish it first: ${RESUME} ${fix} --fix\n`,
    );
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

  it.runIf(inCampaign)('is shown on the page, which offers no run of its author', async (context) => {
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

  it.runIf(inCampaign)('does not have its author started by commands that were not asked for one', async () => {
    const fix = await stopAtAuthor();
    const { code, stderr } = await project.call(['resume', fix]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${RESUME} ${fix} --fix`)]);
  });
});

describe.runIf(hasBubblewrap && inCampaign)('a chain that is over', () => {
  const AGAIN = { again: [{ ...FINDING, again: 'R1-F1' }] };
  const DISPUTED = { answers: { 'R1-F1': 'disputed' } };
  const FIXED = { edits: [{ 'src/cart.js': `${cart('')}export {};\n` }] };

  /** Ends the debate that stderr names last so. */
  const kill = async (kind: string, stderr: string) => {
    const id = new RegExp(`^${kind} \\((\\S+)\\)$`, 'm').exec(stderr)?.[1] ?? '';
    const { code, stderr: words } = await project.call(['kill', id, 'Enough.']);
    expect(code, words).toBe(0);
  };
  const run = async (...flags: string[]) => await project.call([...START_FIX, '-q', ...flags]);

  it.for<readonly [string, object, object, () => Promise<unknown>, string]>([
    ['clean', FIXED, {}, () => run(), 'Nothing is left to answer, after 1 round: 1 fixed.'],
    [
      'at a standstill',
      DISPUTED,
      AGAIN,
      () => run(),
      'Author and reviewers disagree, and neither has moved, after 1 round: 1 disputed and open.',
    ],
    [
      'out of rounds',
      {},
      AGAIN,
      () => run('--fix-rounds', '1'),
      'The rounds are used up, and findings are left, after 1 round: 1 not fixed.',
    ],
    [
      'undone',
      { edits: [{ 'src/cart.js': cart('') }] },
      {},
      () => run(),
      'The author took the whole change back, after 1 round: 1 not reviewed again.',
    ],
    [
      'ended in a fix',
      {},
      {},
      async () => await kill('Fix 1', (await project.call([...START_FIX, '--author', 'human'])).stderr),
      'Stopped before the end, after 0 rounds: 1 not answered.',
    ],
    [
      'ended in a review',
      FIXED,
      { until: { 'review-again': '/nowhere' } },
      async () => {
        const running = project.start(START_FIX);
        await running.says('stderr', 'Review 2 (');
        running.child.kill('SIGKILL');
        const { stderr } = await running.finished;
        project.ledgers.forgetKilled();
        await kill('Review 2', stderr);
      },
      'Stopped before the end, after 1 round: 1 not reviewed again.',
    ],
  ])(
    'says the same over MCP and on the page as the command does, when it is %s',
    async ([, author, reviewers, end, summary], context) => {
      seatFixers(project, author, reviewers);
      plantFault(project);
      await end();
      const again = await project.call(['review', '--resume', 'r', '--fix', '--trust', '--json']);
      const { from } = JSON.parse(again.stdout);
      expect(again.stderr).toContain(`\n${summary}\n`);
      const next = `git log --patch ${from}..debate-hall/r`;
      const server = await connectHere(project.folder, { args: ['--toolsets', 'core,review'] });
      expect((await server.call('get_debate', { thread_id: 'r' })).chain).toMatchObject({ summary, next_step: next });
      await server.close();
      const tab = await (await openView(context, { folder: project.folder })).openTab();
      expect((await tab.get('/api/debates/r/forks')).chain).toMatchObject({ summary, next });
    },
  );
});
