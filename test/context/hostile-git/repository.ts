// A repository that somebody handed over, with canaries for every program and file that it names, and everything that the hall reads of it.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { collectContext } from '../../../src/material/context/collect.ts';
import { createGit, createGits } from '../../../src/material/context/git/git.ts';
import { readDiff } from '../../../src/material/context/git/review-diff.ts';
import { readSurroundings } from '../../../src/material/context/surroundings.ts';
import { createLookCache } from '../../../src/material/reading/look-cache.ts';
import { openSources } from '../../../src/material/reading/open-sources.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { MARKER, readingPorts } from '../../support/reading.ts';
import type { Plant } from './settings.ts';

/** Stands in a file of the person. */
export const TOKEN = 'zqx-canary-of-the-person';
export const ALL_ATTRIBUTES =
  '* text eol=lf working-tree-encoding=UTF-8 ident filter=trap diff=trap merge=trap whitespace export-subst\n';

export let processes: ReturnType<typeof createProcessRunner>;
/** The configuration is kept from git with and without a sandbox. */
export const noSandbox = async () => undefined;
export let outer: string;
export let root: string;
export let marks: string;
let secret: string;

/** git as a person runs it. */
export function run(...args: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: outer, GIT_CONFIG_NOSYSTEM: '1' };
  const options = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'maintenance.auto=false'];
  return execFileSync('git', [...options, ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** A repository of its own for the tests of a file, which share this module with those of others. */
export function useRepository(): void {
  beforeAll(async () => {
    processes = createProcessRunner({ clock: systemClock });
    outer = await realpath(await mkdtemp(join(tmpdir(), 'hostile-git-')));
    root = join(outer, 'clone');
    marks = join(outer, 'marks');
    secret = join(outer, '.netrc');
    for (const folder of [root, marks, join(outer, 'programs')]) await mkdir(folder);
    await writeFile(secret, `${TOKEN} login me\n${TOKEN}\n`);
    run('init', '-q', '-b', 'main');
    await writeFile(join(root, '.gitattributes'), ALL_ATTRIBUTES);
    await writeFile(join(root, 'a.txt'), 'one\ntwo\n');
    run('add', '.');
    run('commit', '-qm', 'first');
    await writeFile(join(root, 'a.txt'), 'one\nthree\n');
    run('commit', '-qam', 'second');
    // As if it was signed: any text makes git ask the program that checks signatures.
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
    const signed = run('cat-file', 'commit', 'HEAD').replace('\n\n', `\n${signature}\n`);
    await writeFile(join(outer, 'commit'), signed);
    run('reset', '-q', '--soft', run('hash-object', '-t', 'commit', '-w', join(outer, 'commit')).trim());
    await writeFile(join(root, 'a.txt'), 'one\nfour\n');
    await writeFile(join(root, 'new.txt'), 'new\n');
  });
  afterAll(async () => {
    await processes.close();
    await rm(outer, { recursive: true, force: true });
  });
}

/** What git would be told: a program with a mark of its own, or a file whose words are the person's. */
async function plant(name: string, what: Plant): Promise<string> {
  if (what === 'file') return secret;
  if (what === 'folder') return join(outer, 'programs');
  if (what !== 'program') return what.words;
  const program = join(outer, 'programs', name.replace(/[^\w.-]/g, '_'));
  await writeFile(
    program,
    `#!/bin/sh\ntouch '${join(marks, name.replace(/[^\w.-]/g, '_'))}'\ncat "$1" 2>/dev/null\nexit 0\n`,
  );
  await chmod(program, 0o755);
  return program;
}

export async function configure(settings: readonly (readonly [string, Plant])[]): Promise<string> {
  const lines: string[] = ['[core]', 'repositoryformatversion = 0', 'bare = false'];
  for (const [name, what] of settings) {
    const concrete = name
      .replace('<condition>', `gitdir:${outer}/`)
      .replace('<format>', 'openpgp')
      .replace(/<[^>]+>|\*/g, 'trap');
    const [section = '', rest = ''] = [
      concrete.slice(0, concrete.indexOf('.')),
      concrete.slice(concrete.indexOf('.') + 1),
    ];
    const last = rest.slice(rest.lastIndexOf('.') + 1);
    const middle = rest.slice(0, -last.length - 1);
    lines.push(`[${section}${middle === '' ? '' : ` "${middle}"`}]`, `${last} = "${await plant(name, what)}"`);
  }
  const text = `${lines.join('\n')}\n`;
  await writeFile(join(root, '.git/config'), text);
  return text;
}

/** Everything that the hall reads of a repository; what it gives out, refusals and errors included. */
export async function readEverything(): Promise<string> {
  const { signal } = new AbortController();
  const told: string[] = [];
  const tell = async (work: () => Promise<unknown>) => {
    told.push(
      await work().then(
        (found) => JSON.stringify(found),
        (error: Error) => `${error.message} ${JSON.stringify(error)}`,
      ),
    );
  };
  const gits = { env: { ...process.env, HOME: outer }, signal, sandbox: noSandbox };
  const gitIn = createGits(processes, gits);
  const git = () => createGit(processes, { cwd: root, ...gits });
  const limits = { maxBytes: 100_000, allowSecrets: false };
  await tell(
    async () =>
      await collectContext(['git:', 'git:HEAD~1..HEAD', 'git:HEAD~1', '.'], {
        cwd: root,
        hallFolder: join(root, 'debates'),
        git: git(),
        signal,
        ...limits,
      }),
  );
  for (const options of [{}, { staged: true as const }, { range: 'HEAD~1..HEAD' }, { range: 'HEAD~1' }]) {
    await tell(async () => {
      const diff = await readDiff(git(), { ...limits, ...options });
      return { diff, around: await readSurroundings(git(), diff, limits) };
    });
  }
  for (const spec of ['.', 'git:HEAD', 'git:HEAD~1..HEAD']) {
    await tell(async () => {
      const sources = await openSources([spec], readingPorts(processes, root, { gitIn }));
      const looks = createLookCache(sources, MARKER);
      const commit = run('--no-pager', '-c', 'log.showSignature=false', 'rev-parse', 'HEAD').trim();
      const asked: [tool: string, input?: object][] = [
        ['list_files'],
        ['search_text', { pattern: 'o' }],
        ['search_text', { pattern: '(' }],
        ['read_file', { path: 'a.txt' }],
        ['read_file', { path: '.gitattributes' }],
        ['git_log'],
        ['git_log', { path: 'a.txt' }],
        ['git_show', { commit }],
        ['git_show', { commit, path: 'a.txt' }],
        ['git_blame', { path: 'a.txt' }],
        ['git_blame', { path: '.gitattributes' }],
      ];
      const given = [];
      for (const [tool, input = {}] of asked) given.push(await looks.get({ tool, arguments: input }));
      return given;
    });
  }
  return told.join('\n');
}
