// The command line is killed at every call that it makes, before GitHub did anything and after: run again, it finishes.
import { afterEach, describe, expect, it } from 'vitest';
import { isEvent } from '../../src/domain/events.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { interjectFromGitHub } from '../../src/hall/operations/github/interject.ts';
import { ratify } from '../../src/hall/operations/github/ratify.ts';
import { syncDebate } from '../../src/hall/operations/github/sync.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';

const { signal } = new AbortController();
const REPO = 'acme/shop';

let site: Site;
afterEach(() => site.dispose());

interface Scenario {
  readonly name: string;
  /** How many calls an undisturbed run makes; a test of its own holds it to that. */
  readonly calls: number;
  readonly args: readonly string[];
  /** The same as `args`, for the second run. */
  readonly finish: (hall: Hall) => Promise<unknown>;
  readonly prepare: (site: Site) => Promise<unknown>;
  readonly check: (site: Site) => Promise<void>;
}

async function events(at: Site) {
  const hall = await at.hall();
  expect((await verifyDebate(hall, { threadId: 'rewrite' })).ok).toBe(true);
  return (await hall.engine.snapshot('rewrite')).log;
}

function threadScenario(kind: 'issue' | 'discussion', number: number): Scenario {
  return {
    name: `sync to ${kind}`,
    calls: 6,
    args: ['github', 'sync', 'rewrite', '--repo', REPO, `--${kind}`, String(number)],
    finish: (hall) =>
      syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: String(number), targetType: kind, signal }),
    prepare: (at) => heldDebate(at, 'rewrite'),
    check: async (at) => {
      const { comments } = at.thread(kind, number);
      const markers = comments.map(({ body }) => body.split('\n')[0] ?? '');
      const log = await events(at);
      const shown = log.filter(({ type }) => type === 'turn-recorded' || type === 'debate-closed');
      expect(shown).toHaveLength(4);
      expect(markers).toEqual(
        shown.map(({ seq, hash }) => `<!-- debate-hall v1 rewrite #${seq} ${hash.slice(0, 16)} -->`),
      );
      const posted = log.filter((event) => isEvent(event, 'comment-posted'));
      expect(posted.map(({ data }) => data.target)).toEqual(shown.map(({ seq }) => seq));
      expect(posted.map(({ data }) => data.url)).toEqual(comments.map(({ url }) => url));
    },
  };
}

const SCENARIOS: readonly Scenario[] = [
  threadScenario('issue', 12),
  threadScenario('discussion', 7),
  {
    name: 'sync of a redaction',
    calls: 3,
    args: ['github', 'sync', 'rewrite'],
    finish: (hall) => syncDebate(hall, { threadId: 'rewrite', signal }),
    prepare: async (at) => {
      await heldDebate(at, 'rewrite');
      const hall = await at.hall();
      await syncDebate(hall, { threadId: 'rewrite', repo: REPO, targetId: '12', targetType: 'issue', signal });
      await redact(hall, { threadId: 'rewrite', event: 1, reason: 'a name', author: 'ana' });
    },
    check: async (at) => {
      const { comments } = at.thread('issue', 12);
      expect(comments).toHaveLength(4);
      expect(comments[0]?.body).not.toContain('Three ways');
      expect((await events(at)).filter(({ type }) => type === 'comment-edited')).toHaveLength(1);
    },
  },
  {
    name: 'ratify',
    calls: 15,
    args: ['github', 'ratify', 'rewrite', '--repo', REPO],
    finish: (hall) => ratify(hall, { threadId: 'rewrite', repo: REPO, signal }),
    prepare: (at) => heldDebate(at, 'rewrite'),
    check: async (at) => {
      const { branches, pulls } = at.github.repo;
      expect([...branches.keys()]).toEqual(['main', 'adr/001-rewrite']);
      expect([...(branches.get('adr/001-rewrite')?.files.keys() ?? [])]).toContain('docs/adr/ADR-001-rewrite.md');
      expect(pulls).toMatchObject([{ head: 'adr/001-rewrite', state: 'open' }]);
      const log = await events(at);
      expect(log.filter(({ type }) => type === 'adr-planned')).toHaveLength(1);
      expect(log.filter(({ type }) => type === 'adr-proposed')).toHaveLength(1);
    },
  },
  {
    name: 'interject',
    calls: 2,
    args: ['github', 'interject', 'rewrite', '--repo', REPO, '--issue', '12', '--comment', '1001'],
    finish: (hall) =>
      interjectFromGitHub(hall, OPEN_GATE, {
        threadId: 'rewrite',
        repo: REPO,
        targetId: '12',
        commentId: '1001',
        signal,
      }),
    prepare: async (at) => {
      at.github.repo.comment(at.thread('issue', 12), { body: 'Mind the cost.', author: 'ben' });
      await heldDebate(at, 'rewrite', { close: false });
    },
    check: async (at) => {
      const said = (await events(at)).filter(({ type }) => type === 'interjection-added');
      expect(said).toMatchObject([{ data: { author: 'ben (github.test)', content: { text: 'Mind the cost.' } } }]);
    },
  },
];

// A discussion is synced as an issue is.
describe.each(inCampaign ? SCENARIOS : SCENARIOS.slice(-1))('$name', ({ calls, args, finish, prepare, check }) => {
  const all = Array.from({ length: calls }, (_, index) => index + 1);

  it.runIf(inCampaign)('makes as many calls as are broken off below', async () => {
    site = await createSite();
    await prepare(site);
    const before = site.github.calls.length;
    // In a process, as one that is killed keeps no compiled code for those after it.
    expect((await site.project.run(args, { env: site.env })).code).toBe(0);
    expect(site.github.calls.slice(before).map(({ method, path }) => `${method} ${path}`)).toHaveLength(calls);
    await check(site);
  });

  const kills = all.flatMap((place) => [
    { place, call: 'lost' as const },
    { place, call: 'done' as const },
  ]);
  it.runIf(inCi).each(inCampaign ? kills : kills.slice(calls, calls + 1))(
    'survives kill -9 at call $place, which is $call',
    async ({ place, call }) => {
      site = await createSite();
      await prepare(site);
      const before = site.github.calls.length;
      const running = site.project.start(args, { env: site.env });
      site.github.fault = ({ number }) => {
        if (number - before !== place) return undefined;
        setImmediate(() => running.child.kill('SIGKILL'));
        return { kind: 'silence', call };
      };
      expect((await running.finished).code).toBeNull();
      site.project.ledgers.forgetKilled();
      site.github.fault = () => undefined;
      await finish(await site.hall());
      await check(site);
    },
  );
});
