// Nothing that a person may have written in a working tree is removed without being in a commit.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign } from '../support/campaign.ts';
import { cart, plantFault, plantLoading, START_FIX, seatFixers } from '../support/fix-project.ts';
import { createProject, type Project } from '../support/project.ts';

const BRANCH = 'debate-hall/r';
const KEY = ['export const key = "gh', 'p_', 'x7Kq2mZ9'.repeat(5), '";\n'].join('');
const KILLED = `--require=${JSON.stringify(fileURLToPath(new URL('../fakes/killed-at-program.cjs', import.meta.url)))}`;
const ANSWERS = 'R1-F1 fixed\nR1-F2 disputed: nobody reads it\nR1-F3 fixed\nR1-F4 fixed';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

const findFolder = (stderr: string) => /Working tree (\S+), branch/.exec(stderr)?.[1] ?? '';
const resume = async () => await project.call(['review', '--resume', 'r', '--fix', '--trust', '--json']);

describe('of a person who is the author', () => {
  let git: ReturnType<typeof plantLoading>;
  let folder: string;
  let fixId: string;

  const begin = async (...flags: string[]) => {
    project.write('.gitignore', '*.log\n');
    git = plantLoading(project);
    const first = ['review', '--rehearse', '--id', 'r', '--fix', '--author', 'human', '--fix-rounds', '1', '--trust'];
    const { code, stderr } = await project.call([...first, ...flags]);
    expect(code, stderr).toBe(4);
    folder = findFolder(stderr);
    fixId = /^Fix 1 \((\S+)\)$/m.exec(stderr)?.[1] ?? '';
  };
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  const say = async () => {
    const said = await project.start(['say', fixId, '--seat', 'author'], { stdin: ANSWERS }).finished;
    expect(said.code, said.stderr).toBe(0);
  };

  const LEFT: readonly (readonly [what: string, files: Readonly<Record<string, string>>])[] = [
    ['a new file that looks like a secret, and one that git ignores', { 'src/key.js': KEY, 'notes.log': 'notes\n' }],
    ['a change of a file in which one line looks like a secret', { 'src/cart.js': `// An hour of work\n${KEY}` }],
    ['a file whose name says that it holds secrets', { '.env': 'A=1\n' }],
    ['what is in a folder that git ignores', { 'some.log/deep/notes.txt': 'notes\n' }],
  ];
  it.runIf(inCampaign).each(LEFT)('is kept at the end: %s', async (_, files) => {
    await begin();
    for (const [name, text] of Object.entries(files)) write(name, text);
    write('src/mine.js', 'export const mine = 1;\n');
    await say();
    const { stdout, stderr } = await resume();
    const { leftOut } = JSON.parse(stdout);
    expect(stderr).toContain(`the working tree is kept, as ${folder}-1.`);
    expect(leftOut.at(-1).reason).toBe(`the working tree is kept, as ${folder}-1`);
    for (const [name, text] of Object.entries(files)) {
      expect(fs.readFileSync(path.join(`${folder}-1`, name), 'utf8')).toBe(text);
    }
    expect(git('show', `${BRANCH}:src/mine.js`)).toBe('export const mine = 1;\n');
    // What the summary says still undoes it.
    git('branch', '--delete', '--force', BRANCH);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it.runIf(inCampaign && hasBubblewrap)('is kept at the end: what came there after the commit', async () => {
    await begin('--test', 'echo late > src/late.js');
    await say();
    const { stderr } = await resume();
    expect(stderr).toContain('Not committed: src/late.js: the working tree is kept');
    expect(fs.readFileSync(path.join(`${folder}-1`, 'src/late.js'), 'utf8')).toBe('late\n');
  });

  const GONE: readonly (readonly [how: string, act: () => void, advice: RegExp | undefined])[] = [
    ['the branch is renamed', () => git('-C', folder, 'branch', '-m', 'mine'), /"(git branch debate-hall\/r \w+)"/],
    [
      'the branch is removed',
      () => {
        git('-C', folder, 'checkout', '-q', '-b', 'other');
        git('branch', '-D', BRANCH);
      },
      /"(git branch debate-hall\/r \w+)"/,
    ],
    ['the file .git is removed', () => fs.rmSync(path.join(folder, '.git')), undefined],
  ];
  for (const [when, isBefore] of [
    ['before the answers', true],
    ['after the answers', false],
  ] as const) {
    it.runIf(inCampaign).each(GONE)(`becomes part of the commit where %s ${when}`, async (_, act, advice) => {
      await begin();
      write('src/mine.js', 'export const mine = 1;\n');
      if (!isBefore) await say();
      act();
      const stopped = await resume();
      if (advice !== undefined) {
        expect(stopped.code, stopped.stderr).toBe(1);
        const command = advice.exec(stopped.stderr.replace(/\s+/g, ' '))?.[1] ?? '';
        execFileSync('sh', ['-c', command], { cwd: project.folder, stdio: 'pipe' });
        await resume();
      }
      if (isBefore) {
        await say();
        await resume();
      }
      expect(git('show', `${BRANCH}:src/mine.js`)).toBe('export const mine = 1;\n');
    });
  }

  it.runIf(inCampaign)(
    'is set aside where git has forgotten the working tree, and nothing is taken for an answer',
    async () => {
      await begin();
      write('src/mine.js', 'mine\n');
      fs.rmSync(path.join(folder, '.git'));
      git('worktree', 'prune');
      expect((await resume()).stderr).toContain(
        `Not committed: src/mine.js: the working tree is kept, as ${folder}-1.`,
      );
      expect(fs.readFileSync(path.join(`${folder}-1`, 'src/mine.js'), 'utf8')).toBe('mine\n');
      expect(fs.existsSync(path.join(folder, 'src/cart.js'))).toBe(true);
      await say();
      fs.renameSync(folder, `${folder}-elsewhere`);
      const { code, stderr } = await resume();
      expect([code, stderr]).toEqual([1, expect.stringContaining('is gone, and what its author left there.')]);
      fs.renameSync(`${folder}-elsewhere`, folder);
      expect((await resume()).code).toBe(7);
    },
  );

  it.runIf(inCampaign)('is not mistaken for the hall’s: a repository that they made there', async () => {
    await begin();
    fs.rmSync(path.join(folder, '.git'));
    git('init', '-q', folder);
    await say();
    const { code, stderr } = await resume();
    expect([code, stderr]).toEqual([2, expect.stringContaining('another git repository in the working tree: .git')]);
    expect(fs.existsSync(path.join(folder, '.git/HEAD'))).toBe(true);
  });
});

it.runIf(hasBubblewrap && inCampaign)(
  'in the working tree of an agent that failed is set aside when it is asked again',
  async () => {
    const git = plantFault(project);
    seatFixers(project, { answers: { 'R1-F1': 'nonsense' } });
    const first = await project.call([...START_FIX]);
    const folder = findFolder(first.stderr);
    expect(fs.existsSync(folder), first.stderr).toBe(true);
    fs.writeFileSync(path.join(folder, 'mine.js'), 'mine\n');
    const { stderr } = await resume();
    expect(stderr).toContain(`the working tree is kept, as ${folder}-1.`);
    expect(fs.readFileSync(path.join(`${folder}-1`, 'mine.js'), 'utf8')).toBe('mine\n');
    expect(git('ls-tree', '-r', '--name-only', BRANCH)).not.toContain('mine.js');
  },
);

/** By what a command line has that the run is killed around. */
const ENDED_EARLY: readonly (readonly [string, string, 'before' | 'after'])[] = [
  ['right after the commit', 'update-ref', 'after'],
  ['while the tests run', '/bin/sh -c grep', 'before'],
];
it.runIf(hasBubblewrap && inCampaign).each(inCampaign ? ENDED_EARLY : ENDED_EARLY.slice(1))(
  'in the working tree of an agent is kept where the run was killed %s',
  async (_, at, when) => {
    const git = plantFault(project);
    seatFixers(project, { edits: [{ 'src/cart.js': cart('') }] });
    const env = { NODE_OPTIONS: KILLED, KILL_AT: at, KILL_WHEN: when };
    const killed = await project.run([...START_FIX, '--test', 'grep -q length src/cart.js'], { env });
    expect(killed.code, killed.stderr).toBeNull();
    project.ledgers.forgetKilled();
    const folder = findFolder(killed.stderr);
    fs.writeFileSync(path.join(folder, 'mine.js'), 'mine\n');
    const { stderr } = await resume();
    expect(stderr).toContain(`Not committed: mine.js: the working tree is kept, as ${folder}-1.`);
    expect(fs.readFileSync(path.join(`${folder}-1`, 'mine.js'), 'utf8')).toBe('mine\n');
    expect(git('ls-tree', '-r', '--name-only', BRANCH)).not.toContain('mine.js');
  },
);
