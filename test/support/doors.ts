// Every door at which a debate can be looked at: what a person, a program, an MCP client and a team on GitHub get to read.
import { HallError } from '../../src/domain/failures/errors.ts';
import type { LiveEvent } from '../../src/domain/live-events.ts';
import { startViewServer } from '../../src/doors/web/view-server.ts';
import { syncDebate } from '../../src/hall/operations/github/sync.ts';
import { compareDebates } from '../../src/hall/operations/records/comparison/compare-debates.ts';
import { exportDebate, exportFiles, showDebate } from '../../src/hall/operations/records/copies/export-debate.ts';
import { listDebates } from '../../src/hall/operations/records/lists/list-debates.ts';
import { searchDebates } from '../../src/hall/operations/records/lists/search-debates.ts';
import { replayDebate } from '../../src/hall/operations/records/replay-debate.ts';
import { debateStats } from '../../src/hall/operations/records/statistics/debate-stats.ts';
import { watchDebate } from '../../src/hall/operations/records/watch-debate.ts';
import type { Site } from '../github/harness.ts';
import { type Connected, connectHere } from '../mcp/support.ts';
import { openTab } from '../web/support.ts';

export type Seen = Readonly<Record<string, string>>;

const RESOURCES = ['', '/transcript', '/octave', '/ledger'] as const;

export async function openDoors(site: Site) {
  const { project, env, github } = site;
  const hall = await site.hall();
  const server: Connected = await connectHere(project.folder, {
    args: ['--toolsets', 'core,asymmetric,review,what-if'],
    env,
  });
  const { signal } = new AbortController();
  const view = await startViewServer({ hall, openWith: async () => hall, author: 'Ada', report: () => {}, port: 0 });
  const tab = await openTab(view);

  /** `undefined` where the debate is of a format that the door is not for. */
  const ifAny = async (look: () => Promise<unknown>): Promise<string | undefined> => {
    try {
      return JSON.stringify(await look());
    } catch (error) {
      if (error instanceof HallError && error.code === 'bad-input') return undefined;
      throw error;
    }
  };

  async function replayed(threadId: string): Promise<string> {
    const told: LiveEvent[] = [];
    await replayDebate(hall, { threadId, signal, listen: (event) => told.push(event) });
    return JSON.stringify(told);
  }

  async function library(threadId: string) {
    const exporters = (await hall.exporters()).map(({ id }) => id);
    const exported = exporters.map(
      async (id) =>
        [
          `export ${id}`,
          await ifAny(async () => (await exportFiles(hall, threadId, id)) ?? (await exportDebate(hall, threadId, id))),
        ] as const,
    );
    const first = await watchDebate(hall, threadId, signal).next();
    return [
      ['show', JSON.stringify(await showDebate(hall, threadId))],
      ['list', JSON.stringify(await listDebates(hall))],
      ['search', JSON.stringify(await searchDebates(hall, { words: 'mark' }))],
      ['stats', JSON.stringify(await debateStats(hall, threadId))],
      ['watch', JSON.stringify(first)],
      ['compare', JSON.stringify(await compareDebates(hall, threadId, threadId))],
      ['replay', await replayed(threadId)],
      ...(await Promise.all(exported)),
    ] as const;
  }

  async function mcp(threadId: string) {
    const result = async (name: string, args: Record<string, unknown>) =>
      JSON.stringify(await server.client.callTool({ name, arguments: args }));
    const { format } = await showDebate(hall, threadId);
    return [
      ['get_debate', await result('get_debate', { thread_id: threadId, include_transcript: true })],
      ['debate_history', await result('debate_history', {})],
      ...(format === 'asymmetric'
        ? [['debate_status', await result('debate_status', { debate_id: threadId })] as const]
        : []),
      ...(await Promise.all(
        RESOURCES.map(async (part) => {
          const { contents } = await server.client.readResource({ uri: `debate://${threadId}${part}` });
          return [`resource ${part}`, JSON.stringify(contents)] as const;
        }),
      )),
    ] as const;
  }

  async function page(threadId: string) {
    const { get } = tab;
    const debate = `/api/debates/${threadId}`;
    const view = await get(debate);
    const seats = (view.waitsFor as readonly { seat: string }[]).map(({ seat }) => `/seats/${seat}`);
    const parts = [...seats, '/verify', '/related', '/forks'].map(
      async (part) => [`page ${part}`, JSON.stringify(await get(debate + part))] as const,
    );
    const found = JSON.stringify(await get('/api/debates?q=mark'));
    return [['page', JSON.stringify(view)], ['page search', found], ...(await Promise.all(parts))] as const;
  }

  return {
    hall,
    server,
    /** What stands behind every door but the command line. */
    async look(threadId: string): Promise<Seen> {
      const seen = [...(await library(threadId)), ...(await mcp(threadId)), ...(await page(threadId))];
      return Object.fromEntries(seen.flatMap(([door, text]) => (text === undefined ? [] : [[door, text]])));
    },
    /** What the command line prints; a watcher listens for signals, so it is a process of its own. */
    async print(threadId: string): Promise<Seen> {
      const [shown, watched] = await Promise.all([project.call(['show', threadId]), project.run(['watch', threadId])]);
      return {
        'debate-hall show': shown.stdout + shown.stderr,
        'debate-hall watch': watched.stdout + watched.stderr,
      };
    },
    /** What the debate's thread on GitHub shows. */
    async post(threadId: string): Promise<Seen> {
      await syncDebate(hall, { threadId, repo: 'acme/shop', targetId: '12', targetType: 'issue', signal });
      const thread = github.repo.thread('issue', 12);
      return { GitHub: JSON.stringify(thread.comments.map(({ body }) => body)) };
    },
    close: async () => {
      await view.close();
      await server.close();
    },
  };
}

export type Doors = Awaited<ReturnType<typeof openDoors>>;
