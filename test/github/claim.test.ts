// The right to write a debate to GitHub, lost in the middle: nothing is written after that, and copies are redacted alike.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { ratify } from '../../src/hall/operations/github/ratify.ts';
import { syncDebate } from '../../src/hall/operations/github/sync.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { inCampaign } from '../support/campaign.ts';
import { createSite, heldDebate, type Site } from './harness.ts';

let site: Site;
beforeEach(async () => {
  site = await createSite();
  await heldDebate(site, 'rewrite');
});
afterEach(() => site.dispose());

const { signal } = new AbortController();
const input = { threadId: 'rewrite', repo: 'acme/shop', targetId: '12', targetType: 'issue', signal } as const;
const isWrite = ({ method }: { method: string }) => method !== 'GET';

/** A hall whose claim somebody else gets at that write, as a database may let it happen; with what its holder hears of it. */
async function losingHall(at: number, how: 'silently' | 'as the database is away') {
  const hall = await site.hall();
  const lost = new AbortController();
  let isHeld = true;
  let writes = 0;
  site.github.fault = (call) => {
    if (!isWrite(call)) return undefined;
    writes += 1;
    if (writes !== at) return undefined;
    isHeld = false;
    if (how !== 'silently') lost.abort(new HallError('storage', 'The database is away.', { passes: true }));
    return undefined;
  };
  const claim = { fence: 1, lost: lost.signal, isHeld: async () => isHeld, release: async () => {} };
  const losing: Hall = Object.create(hall, { store: { value: { claimPosting: async () => claim } } });
  return { hall: losing, count: () => writes };
}

const inDiscussion = { ...input, targetId: '7', targetType: 'discussion' } as const;

const WORK = {
  sync: { at: 2, work: (hall: Hall) => syncDebate(hall, input) },
  // Questions are POSTs there as well: for the discussion, and for its comments.
  'sync to a discussion': { at: 3, work: (hall: Hall) => syncDebate(hall, inDiscussion) },
  ratify: { at: 2, work: (hall: Hall) => ratify(hall, { threadId: 'rewrite', repo: 'acme/shop', signal }) },
} as const;

it.runIf(inCampaign).each(['sync', 'sync to a discussion', 'ratify'] as const)(
  'ends %s before its next write when the claim is lost',
  async (name) => {
    const { at, work } = WORK[name];
    for (const [how, code] of [
      ['silently', 'already-running'],
      ['as the database is away', 'storage'],
    ] as const) {
      const { hall, count } = await losingHall(at, how);
      await expect(work(hall)).rejects.toMatchObject({ code });
      expect(count()).toBe(at);
    }
  },
);

it.runIf(inCampaign)('redacts each of two comments that two halls posted for one event', async () => {
  const hall = await site.hall();
  await syncDebate(hall, input);
  const { comments } = site.thread('issue', 12);
  for (const { body } of comments.slice(0, 3)) site.github.repo.comment(site.thread('issue', 12), { body });
  await redact(hall, { threadId: 'rewrite', event: 2, reason: 'a name', author: 'ana' });
  expect(await syncDebate(hall, input)).toMatchObject({ syncedCount: 0, editedCount: 1 });
  expect(comments.map(({ body }) => body).join()).not.toContain('A rewrite takes a year');
  expect(await syncDebate(hall, input)).toMatchObject({ editedCount: 0 });
});
