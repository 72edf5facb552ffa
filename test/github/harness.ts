// A project whose debates meet the GitHub of the tests, through the command line and through the operations.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { close as closeDebate } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import type { Finished } from '../support/call-program.ts';
import { createProject } from '../support/project.ts';
import './without-pacing.cjs';
import { type GitHubServer, startGitHub, TOKEN } from './server.ts';

const WITHOUT_PACING = fileURLToPath(new URL('./without-pacing.cjs', import.meta.url));

/** What the hall in the process of the tests has waited for GitHub, in milliseconds, which pass at once; programs really wait. */
export const waits: number[] = [];
const { setTimeout: real } = globalThis;
globalThis.setTimeout = ((act: () => void, ms = 0, ...others: unknown[]) => {
  const { stack = '' } = ms < 1_000 ? {} : new Error();
  const isForGitHub = /\bat wait \(/.test(stack) && /\bsrc\/(?:exchange|hall\/operations)\/github\//.test(stack);
  if (isForGitHub) waits.push(ms);
  return real(act, isForGitHub ? 0 : ms, ...others);
}) as typeof real;

export async function createSite(config: Record<string, unknown> = {}) {
  const project = createProject(config);
  const github: GitHubServer = await startGitHub();
  const env = {
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: github.url,
    NODE_OPTIONS: `--require ${JSON.stringify(WITHOUT_PACING)}`,
  };
  const halls: Hall[] = [];

  const site = {
    project,
    github,
    env,
    thread: (kind: 'discussion' | 'issue', number: number) => github.repo.thread(kind, number),
    async cli(...args: string[]): Promise<Finished> {
      return await project.call(args, { env });
    },
    async json(...args: string[]): Promise<Record<string, unknown>> {
      const { stdout, stderr } = await site.cli(...args, '--json');
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    async hall(more: Record<string, string> = {}): Promise<Hall> {
      const hall = await openHall({
        cwd: project.folder,
        home: project.root,
        env: { ...project.env, ...env, ...more },
      });
      halls.push(hall);
      return hall;
    },
    async dispose(): Promise<void> {
      for (const hall of halls) await hall.close();
      project.dispose();
      await github.close();
    },
  };
  return site;
}

export type Site = Awaited<ReturnType<typeof createSite>>;

export const TURNS = {
  wind: 'Three ways: rewrite it all, rewrite the hot path, or leave it.',
  wall: 'A rewrite takes a year. The hot path takes a month.',
  door: [
    '1. **Decision.** Rewrite the hot path.',
    '2. **Rejected.** Rewrite it all: it takes a year. Leave it: it is too slow.',
    '3. **Next steps.** Measure first.',
  ].join('\n'),
};

/** Ledgers of debates that were held in this process, by what makes them differ: holding one takes longer than most tests of it. */
const held = new Map<string, string>();

/** A debate of manual turns: one turn of each seat, closed by default. Sites of the same configuration get copies of the same one. */
export async function heldDebate(site: Site, id: string, { close = true, topic = 'Should we rewrite it?' } = {}) {
  const { ledgers, path } = site.project;
  const key = JSON.stringify([id, close, topic, readFileSync(path('debate-hall.config.json'), 'utf8')]);
  const known = held.get(key);
  if (known !== undefined) return ledgers.put(id, known);
  const hall = await site.hall();
  const { signal } = new AbortController();
  await openDebate(hall, { topic, threadId: id, seating: 'by-hand', signal });
  for (const [seat, content] of Object.entries(TURNS))
    await say(hall, OPEN_GATE, { threadId: id, seat, content, author: 'ana' });
  if (close) await closeDebate(hall, { threadId: id, synthesis: TURNS.door, author: 'ana' });
  held.set(key, ledgers.text(id));
}
