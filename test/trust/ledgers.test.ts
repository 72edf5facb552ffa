// A ledger that came with a repository opens nothing outside of it, and nobody is asked about what they named themselves.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { makePdf } from '../support/pdf.ts';
import { createProject, type Project, quickRehearsal, startCommandLine } from '../support/project.ts';

const CANARY = 'the-neighbours-plan';

let project: Project;
beforeEach(() => {
  project = createProject({
    agents: { quick: quickRehearsal },
    seats: { wind: 'quick', wall: 'quick', door: 'quick' },
  });
  fs.mkdirSync(project.path('.git'));
  fs.mkdirSync(path.join(project.root, 'outside'));
  fs.writeFileSync(path.join(project.root, 'outside', 'plan.txt'), CANARY);
  fs.writeFileSync(path.join(project.root, 'outside.pdf'), makePdf([CANARY]));
  project.write('inside.txt', 'ours');
});
afterEach(() => project.dispose());

/** As the person who opened the debates, and as somebody to whom they came with the repository. */
const as = (who: 'owner' | 'cloner', args: readonly string[], env: Record<string, string> = {}) =>
  project.call(args, {
    env: { DEBATE_HALL_TRUST: '', XDG_STATE_HOME: path.join(project.root, `state of ${who}`), ...env },
  });

async function ok(...given: Parameters<typeof as>) {
  const done = await as(...given);
  expect([given[1].join(' '), done.code, done.stderr]).toEqual([given[1].join(' '), 0, expect.any(String)]);
  return done;
}

/** IDs and what they hold. */
const holding = () => project.ledgers.holding(CANARY);

const SOURCES = [
  ['a file', '../outside/plan.txt'],
  ['a folder', '../outside'],
  ['a glob', '../outside/*.txt'],
  ['an absolute path', 'ABSOLUTE'],
  ['a link inside the repository', 'link.txt'],
  ['a link to a PDF, whose pages are recorded', 'link.pdf'],
] as const;

describe('what a debate names outside of its repository', () => {
  it.runIf(inCi).each(SOURCES)(
    '%s: is not read again for whoever got it with the repository, until they trust it',
    async (_, named) => {
      const source = named === 'ABSOLUTE' ? path.join(project.root, 'outside', 'plan.txt') : named;
      fs.symlinkSync('../outside/plan.txt', project.path('link.txt'));
      fs.symlinkSync('../outside.pdf', project.path('link.pdf'));
      await ok('owner', ['run', '-q', '--id', 'd', '--context', source, '--context', 'inside.txt', 'Is it ready?']);
      const before = project.ledgers.ids();
      const args = ['recheck', 'd', '-q', '--json'];
      for (const each of [[...args, '--dry-run'], args]) {
        const { code, stdout } = await as('cloner', each);
        expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'not-trusted']);
      }
      expect(project.ledgers.ids()).toEqual(before);
      // What trust opens is the same for each of them.
      if (!inCampaign && named !== 'link.pdf') return;
      await ok('owner', ['recheck', 'd', '-q']);
      await ok('cloner', ['recheck', 'd', '-q', '--trust']);
      expect((await as('cloner', args)).code).toBe(2);

      const { needed, claims } = JSON.parse((await ok('cloner', ['trust', 'add', '--yes', '--json'])).stdout);
      expect([needed, claims]).toEqual([
        true,
        [expect.objectContaining({ allows: expect.stringContaining('outside') })],
      ]);
      await ok('cloner', ['recheck', 'd', '-q']);
      expect(holding().length).toBeGreaterThan(3);
    },
  );

  it('is not looked up by pins, nor copied into a fork, nor read by hand', async () => {
    await ok('owner', ['open', '--id', 'd', '--read', '../outside', 'Is it ready?']);
    const look = ['read', 'd', 'read_file', '--data', 'path=outside/plan.txt', '--seat', 'wind'];
    expect((await ok('owner', look)).stdout).toContain(CANARY);
    for (const args of [look, ['fork', 'd', '--id', 'f'], ['verify', 'd', '--evidence']]) {
      const { code, stdout, stderr } = await as('cloner', args);
      expect([args[0], code, `${stdout}${stderr}`]).toEqual([args[0], 2, expect.stringContaining('not trusted')]);
      expect(`${stdout}${stderr}`).not.toContain(CANARY);
    }
    // What was found of the chain is said before.
    const verify = ['verify', 'd', '--evidence'];
    expect((await as('cloner', verify)).stdout).toMatch(/^ok 2 events, head \w+\n$/);
    expect(JSON.parse((await as('cloner', [...verify, '--json'])).stdout)).toMatchObject({
      ...{ ok: true, events: 2 },
      evidence: { ok: false, error: { code: 'not-trusted' } },
    });
    const { error } = JSON.parse((await as('cloner', [...look, '--json'])).stdout);
    await ok('cloner', look, { DEBATE_HALL_TRUST: error.details.digest });
  });

  it.runIf(inCampaign).each(['a repository', 'an unpacked archive'])(
    'is not read from a folder around the hall of %s',
    async (what) => {
      if (what === 'an unpacked archive') fs.rmdirSync(project.path('.git'));
      const around = async (who: string, args: readonly string[]) => {
        const env = {
          ...project.env,
          DEBATE_HALL_TRUST: '',
          XDG_STATE_HOME: path.join(project.root, `state of ${who}`),
        };
        return await startCommandLine(project.root, env, [...args, '-q', '--json', '--hall', project.debates]).finished;
      };
      const run = ['run', '--rehearse', '-r', 'quick', '--id', 'd', '--context', 'outside/plan.txt', 'Is it ready?'];
      expect(await around('owner', run)).toMatchObject({ code: 0 });
      expect(await around('owner', ['recheck', 'd', '--dry-run'])).toMatchObject({ code: 0 });
      const { code, stdout } = await around('cloner', ['recheck', 'd']);
      expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'not-trusted']);
      expect(holding()).toEqual(['d.jsonl']);
    },
  );

  it.runIf(inCampaign)('needs no trust inside of the repository', async () => {
    await ok('owner', ['run', '-q', '--id', 'd', '--context', 'inside.txt', 'Is it ready?']);
    await ok('cloner', ['recheck', 'd', '-q']);
    expect(JSON.parse((await ok('cloner', ['trust', 'add', '--json'])).stdout)).toMatchObject({ needed: false });
  });
});
