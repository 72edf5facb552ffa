// A git folder and a working tree that belong together are read; anything that leads to another repository, or that would
// make a reader wait, is refused with the reason.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createGit } from '../../../src/material/context/git/git.ts';
import { readDiff } from '../../../src/material/context/git/review-diff.ts';
import { openSources } from '../../../src/material/reading/open-sources.ts';
import { createProcessRunner } from '../../../src/process/process-runner.ts';
import { systemClock } from '../../../src/support/clock.ts';
import { inCampaign, inCi, sample } from '../../support/campaign.ts';
import { gitSandboxHere } from '../../support/git-sandbox.ts';
import { readingPorts } from '../../support/reading.ts';

const processes = createProcessRunner({ clock: systemClock });
afterAll(async () => await processes.close());

/** A clone that somebody handed over, next to a repository of the person. */
interface Place {
  readonly clone: string;
  readonly other: string;
  readonly git: (cwd: string, ...args: string[]) => string;
  /** Inside the git folder of the clone. */
  readonly at: (name: string) => string;
}

const git: Place['git'] = (cwd, ...args) =>
  execFileSync(
    'git',
    [...['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'protocol.file.allow=always'], ...args],
    { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );

async function makeRepository(folder: string, text: string): Promise<void> {
  await mkdir(folder);
  git(folder, 'init', '-q', '-b', 'main');
  await writeFile(join(folder, 'plan.txt'), `${text}\n`);
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', text);
  await writeFile(join(folder, 'plan.txt'), `${text} and more\n`);
}

/** `undefined` for the clone itself, or the folder to read instead. */
type Arrange = (place: Place) => Promise<unknown>;

const linkTo = async (from: string, to: string) => {
  await rm(from, { recursive: true, force: true });
  await symlink(to, from);
};
const pipeAt = async (path: string) => {
  await rm(path, { recursive: true, force: true });
  execFileSync('mkfifo', [path]);
};

const READ: readonly [name: string, arrange: Arrange][] = [
  ['a plain clone', async () => {}],
  [
    'a folder below its root',
    async ({ clone }) => {
      await mkdir(join(clone, 'deep'));
      return join(clone, 'deep');
    },
  ],
  ['core.worktree that names the folder itself', async ({ clone }) => void git(clone, 'config', 'core.worktree', '..')],
  [
    'a linked working tree',
    async ({ clone }) => {
      git(clone, 'worktree', 'add', '-q', '../linked');
      await writeFile(join(clone, '../linked/plan.txt'), 'clone and more\n');
      return join(clone, '../linked');
    },
  ],
  [
    'a linked working tree with a relative path',
    async ({ clone }) => {
      git(clone, 'worktree', 'add', '-q', '../linked');
      await writeFile(join(clone, '../linked/plan.txt'), 'clone and more\n');
      await writeFile(join(clone, '../linked/.git'), 'gitdir: ../clone/.git/worktrees/linked\n');
      await writeFile(join(clone, '.git/worktrees/linked/gitdir'), '../../../../linked/.git\n');
      return join(clone, '../linked');
    },
  ],
  [
    'a submodule',
    async ({ clone, other }) => {
      git(other, 'submodule', '--quiet', 'add', clone, 'inner');
      await writeFile(join(other, 'inner/plan.txt'), 'clone and more\n');
      return join(other, 'inner');
    },
  ],
  [
    'a submodule with a sparse checkout, whose settings are its own',
    async ({ clone, other }) => {
      git(other, 'submodule', '--quiet', 'add', clone, 'inner');
      git(join(other, 'inner'), 'sparse-checkout', 'set', '--no-cone', '/*');
      await writeFile(join(other, 'inner/plan.txt'), 'clone and more\n');
      return join(other, 'inner');
    },
  ],
  ['a HEAD that is a link to its branch', async ({ at }) => linkTo(at('HEAD'), 'refs/heads/main')],
  ['packed refs', async ({ clone }) => void git(clone, 'pack-refs', '--all')],
  [
    'a repository of SHA-256',
    async ({ clone }) => {
      await rm(join(clone, '.git'), { recursive: true });
      git(clone, 'init', '-q', '--object-format=sha256');
      git(clone, 'add', '.');
      git(clone, 'commit', '-qm', 'clone');
      await writeFile(join(clone, 'plan.txt'), 'clone and more, later\n');
    },
  ],
];

const REFUSED: readonly [name: string, why: string, arrange: Arrange][] = [
  [
    'core.worktree that leads elsewhere',
    'keeps its files elsewhere',
    async ({ clone }) => void git(clone, 'config', 'core.worktree', '../../other'),
  ],
  [
    'the same in config.worktree',
    'keeps its files elsewhere',
    async ({ clone, at }) => {
      git(clone, 'config', 'extensions.worktreeConfig', 'true');
      await writeFile(at('config.worktree'), '[core]\n\tworktree = ../../other\n');
    },
  ],
  [
    'a .git file that leads to another repository',
    'does not name this working tree',
    async ({ clone, at }) => {
      await rm(at(''), { recursive: true });
      await writeFile(join(clone, '.git'), 'gitdir: ../other/.git\n');
    },
  ],
  [
    'a .git file that leads into the clone',
    'does not name this working tree',
    async ({ clone, at }) => {
      await rename(at(''), join(clone, 'kept'));
      await writeFile(join(clone, '.git'), 'gitdir: kept\n');
    },
  ],
  [
    'a .git file that leads to a working tree of another',
    'does not know this working tree',
    async ({ clone, other, at }) => {
      git(other, 'worktree', 'add', '-q', '../linked');
      await rm(at(''), { recursive: true });
      await writeFile(join(clone, '.git'), 'gitdir: ../other/.git/worktrees/linked\n');
    },
  ],
  [
    'a working tree that another repository is said to know',
    'does not know this working tree',
    async ({ clone, at }) => {
      await rename(at(''), join(clone, 'kept'));
      await mkdir(join(clone, 'worktrees'));
      await rename(join(clone, 'kept'), join(clone, 'worktrees/kept'));
      await writeFile(join(clone, 'worktrees/kept/gitdir'), `${clone}/.git\n`);
      await writeFile(join(clone, 'worktrees/kept/commondir'), '../../../other/.git\n');
      await writeFile(join(clone, '.git'), 'gitdir: worktrees/kept\n');
    },
  ],
  ['a .git that is a link', 'its ".git" is a link', async ({ clone }) => linkTo(join(clone, '.git'), '../other/.git')],
  ['a .git that is a pipe', 'neither a folder nor a file', async ({ clone }) => pipeAt(join(clone, '.git'))],
  [
    'a .git file that leads nowhere',
    'leads to nothing',
    async ({ clone, at }) => {
      await rm(at(''), { recursive: true });
      await writeFile(join(clone, '.git'), 'gitdir: nowhere\n');
    },
  ],
  ['a commondir', 'leads to another repository', async ({ at }) => writeFile(at('commondir'), '../../other/.git\n')],
  [
    'objects of another repository',
    'takes objects from another repository',
    async ({ at, other }) => writeFile(at('objects/info/alternates'), `${other}/.git/objects\n`),
  ],
  ...(
    [
      'HEAD',
      'index',
      'packed-refs',
      'refs',
      'objects',
      'refs/heads/main',
      'objects/pack',
      'config',
      'info',
      'logs/HEAD',
    ] as const
  ).flatMap((name): [string, string, Arrange][] => [
    [
      `${name} that is a link into another repository`,
      `${name} is a link out of its git folder`,
      async ({ at, other }) => linkTo(at(name), join(other, '.git', name)),
    ],
    [`${name} that is a pipe`, `${name} is not a regular file`, async ({ at }) => pipeAt(at(name))],
  ]),
];

async function arranged(arrange: Arrange): Promise<{ folder: string; remove: () => Promise<void> }> {
  const outer = await realpath(await mkdtemp(join(tmpdir(), 'git-places-')));
  const [clone, other] = [join(outer, 'clone'), join(outer, 'other')];
  await makeRepository(clone, 'clone');
  await makeRepository(other, 'other');
  const named = await arrange({ clone, other, git, at: (name) => join(clone, '.git', name) });
  const folder = typeof named === 'string' ? named : clone;
  return { folder: await realpath(folder), remove: async () => await rm(outer, { recursive: true, force: true }) };
}

const limits = { maxBytes: 100_000, allowSecrets: false };
const gitAt = (cwd: string) =>
  createGit(processes, {
    cwd,
    env: process.env,
    signal: new AbortController().signal,
    sandbox: gitSandboxHere(processes),
  });

test.each(
  sample(
    READ.filter((_, at) => inCampaign || at % 4 === 0),
    4,
  ),
)('%s is read', async (_, arrange) => {
  const { folder, remove } = await arranged(arrange);
  const { text } = await readDiff(gitAt(folder), limits);
  expect(text).toContain('+clone and more');
  const sources = await openSources(['git:HEAD'], readingPorts(processes, folder));
  expect(await sources.read('plan.txt')).toMatch(/^clone/);
  expect(await readFile(join(folder.replace(/deep$/, ''), 'plan.txt'), 'utf8')).toMatch(/^clone and more/);
  await remove();
});

test.runIf(inCi).each(
  sample(
    REFUSED.filter((_, at) => inCampaign || at % 3 === 0),
    4,
  ),
)('%s is refused', async (_, why, arrange) => {
  const { folder, remove } = await arranged(arrange);
  const refusal = { code: 'context-unreadable', message: expect.stringContaining(why), hint: expect.any(String) };
  await expect(readDiff(gitAt(folder), limits)).rejects.toMatchObject(refusal);
  for (const spec of ['.', 'git:HEAD', 'git:HEAD~1..HEAD']) {
    await expect(openSources([spec], readingPorts(processes, folder))).rejects.toMatchObject(refusal);
  }
  await remove();
});
