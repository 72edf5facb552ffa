// A repository that somebody handed over runs nothing of its own and shows no file of the person, at any look and any
// source, whatever its configuration names.
import { execFileSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { createGit } from '../../../src/material/context/git/git.ts';
import { inCampaign, inCi, sample } from '../../support/campaign.ts';
import {
  configure,
  marks,
  noSandbox,
  outer,
  processes,
  readEverything,
  root,
  run,
  TOKEN,
  useRepository,
} from './repository.ts';
import { ALSO, HARMLESS, HARMLESS_PARTS, PLANTED, type Plant, TELLING } from './settings.ts';

useRepository();

const SETTINGS = { ...PLANTED, ...ALSO };

/** Settings of which each has a run of its own in a campaign: git reaches them in a look. */
const REACHED =
  /ignoreRevs|textconv|^diff\.external|diff\.<driver>|gpg\.|^include|fsmonitor|hooksPath|pager|filter\.|showSignature|worktree|attributesFile|excludesFile|mailmap|partialClone|promisor|orderFile/i;
const GROUPS = 12;

const documented = (): readonly string[] =>
  execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
    .split('\n')
    // One of them has a name that git itself refuses.
    .filter((name) => /^[a-z][a-z0-9-]*\.[^_]+$/i.test(name));

describe('what git’s documentation says its settings name', () => {
  it('is known here, each with what a hostile repository would put there', () => {
    const unknown = documented().filter(
      (name) => TELLING.test(name) && !(name in SETTINGS) && !HARMLESS.has(name) && !HARMLESS_PARTS.test(name),
    );
    expect(unknown).toEqual([]);
  });

  it.runIf(inCi)(
    'does not reach git from a repository: of all documented settings only those that say how files are stored',
    async () => {
      await configure(
        documented()
          .filter((name) => !(name in SETTINGS) || name === 'core.worktree')
          .map((name) => [name, SETTINGS[name] ?? { words: name === 'extensions.objectFormat' ? 'sha1' : '1' }]),
      );
      await writeFile(join(root, '.git/config'), '[core]\nworktree = ..\nbare = false\n', { flag: 'a' });
      const git = createGit(processes, {
        cwd: root,
        env: { ...process.env, HOME: outer },
        signal: new AbortController().signal,
        sandbox: noSandbox,
      });
      const seen = (await git(['config', '--list', '--name-only'])).stdout.trim().split('\n');
      const allowed =
        /^(?:core\.(?:repositoryformatversion|bare|quotepath|splitindex|filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol|sparsecheckout|sparsecheckoutcone|excludesfile|attributesfile)|extensions\.(?:objectformat|refstorage)|branch\.trap\.(?:remote|merge)|remote\.trap\.fetch)$/;
      expect(seen.filter((name) => !allowed.test(name))).toEqual([]);
      expect(seen.length).toBeGreaterThan(4);
    },
  );

  const cases = Object.entries(SETTINGS) as [string, Plant][];
  type Group = readonly [string, readonly (readonly [string, Plant])[]];
  const alone = (names: RegExp): Group[] => cases.filter(([name]) => names.test(name)).map((one) => [one[0], [one]]);
  const together = cases.filter(([name]) => name !== 'core.worktree');
  /** Two ways to share them out, so that no two of them hide each other in both. */
  const shared = (word: string, keyOf: (at: number) => number): Group[] =>
    Array.from({ length: GROUPS }, (_, group) => [
      `${word} ${group + 1} of ${GROUPS}`,
      together.filter((_, at) => keyOf(at) === group),
    ]);
  const groups: Group[] = [
    ['all at once', together],
    ...(inCampaign
      ? [
          ...alone(REACHED),
          ...shared('neighbours', (at) => Math.min(Math.floor((at * GROUPS) / together.length), GROUPS - 1)),
          ...shared('spread', (at) => at % GROUPS),
        ]
      : [
          ['programs of looks', cases.filter(([name]) => /textconv|^diff\.external|^gpg\.program/.test(name))] as const,
        ]),
  ];
  test.runIf(inCi).each(sample(groups, 3))('runs nothing and shows no file of the person: %s', async (_, settings) => {
    const more = settings.some(([name]) => /^gpg/.test(name))
      ? [['log.showSignature', { words: 'true' }] as const]
      : [];
    const text = await configure([...settings, ...more]);
    const told = await readEverything();
    expect(await readdir(marks)).toEqual([]);
    expect(told).not.toContain(TOKEN);
    await rm(join(root, '.git/config'));
    await configure([]);
    // It still reads what it should.
    if (!/worktree/i.test(text)) expect(told).toContain('four');
  });

  it.runIf(inCi)('is live: git alone walks into it', async () => {
    await configure([
      ['diff.<driver>.textconv', 'program'],
      ['log.showSignature', { words: 'true' }],
      ['gpg.program', 'program'],
      ['core.fsmonitor', 'program'],
    ]);
    run('blame', 'a.txt');
    run('log');
    run('status');
    await configure([]);
    expect((await readdir(marks)).sort()).toEqual(['core.fsmonitor', 'diff._driver_.textconv', 'gpg.program']);
    for (const mark of await readdir(marks)) await rm(join(marks, mark));
  });
});
