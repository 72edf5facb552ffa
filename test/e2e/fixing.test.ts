// `debate-hall review --fix` in real repositories: an author of the hall's own, which calls no model, works in a working tree.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { plantLoading } from '../support/fix-project.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;

let git: ReturnType<typeof plantLoading>;
const BRANCH = 'debate-hall/r';
const FLAGS = ['review', '--rehearse', '--fix', '--id', 'r'];

/** Everything of the repository that is the person's. */
const ownState = () => ({
  status: git('status', '--porcelain', '--', '.', ':!debates'),
  head: git('rev-parse', 'HEAD'),
  diff: git('diff', 'HEAD'),
  staged: git('diff', '--cached'),
  branches: git('branch', '--list', '--format=%(refname)').replace(`refs/heads/${BRANCH}\n`, ''),
  config: fs.readFileSync(project.path('.git/config'), 'utf8'),
  files: fs.readdirSync(project.folder).filter((name) => name !== 'debates'),
});

const commits = () => git('log', '--format=%s', `main..${BRANCH}`).trim().split('\n');
const listDebates = async (): Promise<string[]> => {
  const { stdout } = await project.call(['list', '--json']);
  return JSON.parse(stdout).map(({ threadId }: { threadId: string }) => threadId);
};

beforeEach(() => {
  project = createProject();
  git = plantLoading(project);
  project.write('src/new.js', 'export const fresh = 1;\n');
  git('add', 'src/new.js');
});
/** What no reviewer sees, and no commit has. */
const plantSecret = () => project.write('local.env', 'TOKEN=1\n');
afterEach(() => project.dispose());

describe('a review with --fix', () => {
  it.runIf(inCi)(
    'leaves what is the person’s as it was, and one commit for each round on a branch of its own',
    async () => {
      plantSecret();
      const before = ownState();
      const { code, stdout, stderr } = await project.call([...FLAGS, '--json']);
      expect(code, stderr).toBe(3);
      expect(ownState()).toEqual(before);
      const summary = JSON.parse(stdout);
      const missed = [{ source: 'local.env', reason: 'usually holds secrets', missed: true }];
      expect(summary).toMatchObject({ missed, review: { contextLeftOut: missed } });
      expect(summary).toMatchObject({ kind: 'fixing', end: 'clean', branch: BRANCH, rounds: 2, tests: null });
      expect(
        summary.findings.map(({ fate, origin }: { fate: string; origin: string }) => `${fate}, ${origin}`),
      ).toEqual(['fixed, change', 'accepted, change', 'fixed, change', 'fixed, change', 'fixed, fix']);
      expect(summary.commit).toBe(git('rev-parse', BRANCH).trim());
      expect(commits()).toEqual([
        'Fix R2-F1 of the review',
        'Fix R1-F1, R1-F3, R1-F4 of the review',
        'Keep uncommitted changes as they were reviewed',
      ]);
      const trailers = git('log', '-1', '--skip=1', '--format=%(trailers)', BRANCH);
      expect(trailers.trim().split('\n')).toEqual([
        'Fixed-Finding: R1-F1',
        'Fixed-Finding: R1-F3',
        'Fixed-Finding: R1-F4',
        'Disputed-Finding: R1-F2',
        'Fixed-By: rehearsal',
        `Debate: ${summary.debates[1]}`,
      ]);
      expect(git('ls-tree', '-r', '--name-only', BRANCH).split('\n')).not.toContain('local.env');
      expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
      expect((await project.call(['verify', '--all'])).code).toBe(0);
      // Undoing all of it is deleting a branch.
      git('branch', '-D', BRANCH);
      expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\n');
    },
  );

  it.runIf(inCampaign)('keeps what was reviewed, and nothing else', async () => {
    const rules = { '.gitattributes': '*.crypt filter=crypt\n', '.debatehallignore': 'src/private\n' };
    for (const [name, text] of Object.entries(rules)) project.write(name, text);
    git('add', ...Object.keys(rules));
    git('commit', '-q', '-m', 'Rules', '--', ...Object.keys(rules));
    for (const name of ['local.env', 'outside.js', 'src/private/notes.txt', 'src/plan.crypt', 'src/.env'])
      project.write(name, 'TOKEN=1\n');
    const { code, stderr } = await project.call([...FLAGS, '--path', 'src']);
    expect(code, stderr).toBe(3);
    const kept = git('diff', '--name-only', 'main', `${BRANCH}~2`).trim().split('\n');
    expect(kept).toEqual(['src/cart.js', 'src/new.js']);
  });

  it.runIf(inCampaign)('keeps folders that became links, links that became folders, and what was renamed', async () => {
    const at = (name: string) => project.path(`src/z/${name}`);
    for (const name of ['d/x.js', 'e/x.js', 'f.js', 'g.js', 'old.js'])
      project.write(`src/z/${name}`, `export const ${name[0]} = 1;\n${'seen();\n'.repeat(9)}`);
    fs.symlinkSync('e', at('h'));
    git('add', 'src/z');
    git('commit', '-q', '-m', 'Folders', '--', 'src/z');
    for (const name of ['d', 'f.js', 'g.js', 'h']) fs.rmSync(at(name), { recursive: true });
    fs.symlinkSync('e', at('d'));
    fs.symlinkSync('old.js', at('f.js'));
    project.write('src/z/g.js/x.js', 'export const inside = 1;\n');
    project.write('src/z/h/x.js', 'export const other = 1;\n');
    fs.renameSync(at('old.js'), at('renamed.js'));
    const { code, stderr } = await project.call(FLAGS);
    expect(code, stderr).toBe(0);
    expect(git('ls-tree', '-r', '--name-only', `${BRANCH}~2`, 'src/z').trim().split('\n')).toEqual(
      ['d', 'e/x.js', 'f.js', 'g.js/x.js', 'h/x.js', 'renamed.js'].map((name) => `src/z/${name}`),
    );
  });

  it.runIf(inCampaign)('refuses what is half merged', async () => {
    git('commit', '-q', '-a', '-m', 'Here');
    git('checkout', '-q', '-b', 'other', 'HEAD~1');
    project.write('src/cart.js', 'export {};\n');
    git('commit', '-q', '-a', '-m', 'There');
    expect(() => git('merge', '-q', 'main')).toThrow();
    for (const words of ['conflicts that are not resolved', 'a merge that is not committed']) {
      const { code, stderr } = await project.call(FLAGS);
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
      git('add', '.', ':!debates');
    }
    expect(git('branch', '--list', BRANCH)).toBe('');
  });

  it.runIf(inCampaign)('keeps no report that the hall wrote next to what was reviewed', async () => {
    const reports = ['q.md', 'q.sarif'];
    await project.call(['review', '--rehearse', '--id', 'q', ...reports.flatMap((file) => ['--report', file])]);
    expect(reports.map((file) => fs.existsSync(project.path(file)))).toEqual([true, true]);
    const { code, stderr } = await project.call(FLAGS);
    expect(code, stderr).toBe(0);
    const kept = git('ls-tree', '-r', '--name-only', BRANCH).split('\n');
    expect(kept).toContain('src/new.js');
    expect(kept.filter((file) => reports.includes(file))).toEqual([]);
  });

  const UNCOMMITTED: readonly (readonly [string, readonly string[]])[] = [
    ['changes since a commit', ['--range', 'HEAD']],
    ['uncommitted changes', []],
  ];
  it.runIf(inCampaign).each(UNCOMMITTED)(
    'can be taken by the lines of its summary in any folder, although it is about %s',
    async (_, range) => {
      // Taken for a pattern, this is also what nobody reviews.
      project.write('local.*', 'words\n');
      plantSecret();
      git('mv', 'src/cart.js', 'src/basket.js');
      fs.mkdirSync(project.path('inner'));
      const { code, stdout, stderr } = await project.call([...FLAGS, ...range]);
      expect(code, stderr).toBe(3);
      expect(stdout).toContain('Not reviewed: local.env (usually holds secrets).');
      const own = fs.readFileSync(project.path('src/new.js'), 'utf8');
      const lines = (/```sh\n([\s\S]*?)```/.exec(stdout)?.[1] ?? '').trim().split('\n');
      expect(lines.at(-1)).toBe(`git branch --delete --force ${BRANCH}`);
      execFileSync('bash', ['-euo', 'pipefail', '-c', lines.slice(0, -1).join('\n')], { cwd: project.path('inner') });
      expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', BRANCH));
      // What was set aside, and what nobody reviewed, is still there.
      expect(git('show', 'stash@{0}:src/new.js')).toBe(own);
      expect(fs.readFileSync(project.path('local.env'), 'utf8')).toBe('TOKEN=1\n');
    },
  );

  const moments = [
    ['in the first review', 'Reviewer 2 reviews'],
    ['while the author works', 'Author fixes or disputes'],
    ['in the next review', 'Review 2 ('],
    ['when the review is over', 'Outcome'],
    ['when the author has answered', 'Author: recorded'],
  ];
  it.runIf(inCampaign).each(moments)('continues where it was killed %s', async (_, words) => {
    const running = project.start(FLAGS);
    await running.says('stderr', words);
    running.child.kill('SIGKILL');
    await running.finished;
    project.ledgers.forgetKilled();
    const { stdout } = await project.call(['show', 'r', '--summary']);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /Chain review 1 \(r\).* repository: debate-hall review --resume r --fix/,
    );
    const again = await project.call(['review', '--resume', 'r', '--fix', '--json']);
    expect(again.code, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ end: 'clean', rounds: 2 });
    expect(commits()).toHaveLength(3);
    expect(await listDebates()).toHaveLength(5);
    expect((await project.call(['verify', '--all'])).code).toBe(0);
  });

  /** What a person does with the change of a file in the working tree, whether it can be continued then, and what can be if not. */
  const WAYS: readonly (readonly [string, readonly string[] | undefined, boolean])[] = [
    ['commits', ['commit', '-q', '--all', '-m', 'My own words'], true],
    ['leaves', undefined, true],
    ['amends', ['commit', '-q', '--all', '--amend', '-m', 'My own words'], false],
  ];
  it.runIf(inCampaign).each(WAYS)(
    'waits for a person who is the author, who %s changes, and takes these and what they said from wherever they say it',
    async (_, command, isTaken) => {
      const flags = ['review', '--rehearse', '--id', 'r', '--fix', '--author', 'human', '--fix-rounds', '1', '--trust'];
      const first = await project.call(flags);
      expect(first.code, first.stderr).toBe(4);
      const [, folder = ''] = /Working tree (\S+), branch/.exec(first.stderr) ?? [];
      expect(first.stderr).toContain('debate-hall review --resume r --fix');
      const file = path.join(folder, 'src/cart.js');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('load(items)', '(load(items) ?? [])'));
      const kept = git('rev-parse', BRANCH).trim();
      if (command !== undefined) git('-C', folder, ...command);
      const [, fixId = ''] = /^Fix 1 \((\S+)\)$/m.exec(first.stderr) ?? [];
      const lines =
        'R1-F1 fixed: it may be empty (src/cart.js:2)\nR1-F2 disputed: nobody\nreads it\nR1-F3 fixed\nR1-F4 fixed';
      const said = await project.start(['say', fixId, '--seat', 'author'], { stdin: lines }).finished;
      expect(said.code, said.stderr).toBe(0);
      const shown = await project.call(['show', 'r']);
      expect(shown.stdout.replace(/\s+/g, ' ')).toContain('Fix 1 is answered, and not reviewed yet.');
      const resume = async () => await project.call(['review', '--resume', 'r', '--fix', '--trust', '--json']);
      const stopped = isTaken ? undefined : await resume();
      if (stopped !== undefined) {
        const [, advice = ''] = /"(git -C [^"]+)"/.exec(stopped.stderr.replace(/\s+/g, ' ')) ?? [];
        expect(advice, stopped.stderr).toBe(`git -C ${folder} reset --soft ${kept}`);
        git(...advice.split(' ').slice(1));
      }
      const again = await resume();
      const summary = JSON.parse(again.stdout);
      expect(summary, again.stderr).toMatchObject({ kind: 'fixing', rounds: 1 });
      expect(JSON.stringify(summary)).toContain(String.raw`nobody\nreads it`);
      expect(git('show', `${BRANCH}:src/cart.js`)).toContain('(load(items) ?? [])');
      expect(git('log', '-1', '--format=%B', BRANCH)).toContain('it may be empty');
      expect(git('rev-parse', `${BRANCH}~1`).trim()).toBe(kept);
    },
  );

  it.runIf(inCampaign)(
    'keeps a fix that has begun to what was agreed to, and asks for that when it is resumed',
    async () => {
      const begun = ['--author', 'human', '--test', 'echo old', '--allow-host', 'a.example.org'];
      const first = await project.call([...FLAGS, ...begun, '--trust']);
      expect(first.code, first.stderr).toBe(4);
      expect(first.stderr).not.toContain('=AGENT');
      const resume = async (...flags: string[]) => {
        const { code, stderr } = await project.call(['review', '--resume', 'r', '--fix', ...flags]);
        return `${code}: ${stderr.replace(/\s+/g, ' ')}`;
      };
      for (const [flag, value, kept] of [
        ['--author', 'rehearsal', 'human'],
        ['--author', 'human:opus', 'human'],
        ['--test', 'echo new', 'echo old'],
        ['--test-minutes', '3', '10'],
        ['--allow-host', 'b.example.org', 'a.example.org'],
      ] as const) {
        expect(await resume(flag, value, '--trust')).toMatch(
          new RegExp(
            `^2: .*"${flag}" comes too late for the fix that has begun, which keeps: ${kept}\\..*Leave ${flag} out`,
          ),
        );
      }
      expect(await resume('--seat', 'reviewer-1=rehearsal', '--trust')).toMatch(
        /^2: .*no review of this chain is open/,
      );
      expect(await resume()).toMatch(/^2: .*Author human .*Runs echo old, .*needs your trust first/);
      expect(await resume(...begun, '--trust')).toMatch(/^4: .*Author human .*Runs echo old, /);
    },
  );

  it.runIf(inCampaign)('reviews the change again where the commit of its author changes none of it', async () => {
    const first = await project.call([...FLAGS, '--author', 'human', '--trust']);
    const [, fixId = ''] = /^Fix 1 \((\S+)\)$/m.exec(first.stderr) ?? [];
    const lines = [1, 2, 3, 4].map((number) => `R1-F${number} disputed: it is meant so`).join('\n');
    const said = await project.start(['say', fixId, '--seat', 'author'], { stdin: lines }).finished;
    expect(said.code, said.stderr).toBe(0);
    const empty = git('commit-tree', `${BRANCH}^{tree}`, '-p', BRANCH, '-m', `Nothing\n\nDebate: ${fixId}`).trim();
    git('update-ref', `refs/heads/${BRANCH}`, empty);
    const again = await project.call(['review', '--resume', 'r', '--fix', '--trust', '--json']);
    const [, second = ''] = /^Review 2 \((\S+)\)$/m.exec(again.stderr) ?? [];
    expect(second, again.stderr).not.toBe('');
    const opened = JSON.stringify(project.events(second)[0]?.data);
    expect(opened.includes('The author has changed nothing.')).toBe(true);
  });

  it.runIf(inCampaign)('gives the seats of a review that is open to others', async () => {
    const refuses = { kind: 'rehearsal', wordsPerSecond: 0, misbehave: 'refuses' };
    project.configure({ agents: { broken: refuses, other: refuses } });
    const first = await project.call([
      'review',
      '--agents',
      'broken,broken',
      '--id',
      'r',
      '--fix',
      '--author',
      'human',
      '--trust',
    ]);
    expect(first.code, first.stderr).toBe(4);
    const again = await project.call(['review', '--resume', 'r', '--fix', '--trust', '--seat', 'reviewer-1=other']);
    expect(again.stderr).toContain('Reviewer 1 is other');
  });

  it.runIf(inCampaign)('keeps the reviewers that somebody gave seats to in the reviews that follow', async () => {
    const works = { kind: 'rehearsal', wordsPerSecond: 0 };
    project.configure({ agents: { broken: { ...works, misbehave: 'refuses' }, works } });
    await project.call(['review', '--agents', 'broken,broken', '--id', 'r', '--fix', '--author', 'rehearsal']);
    const seats = ['--seat', 'reviewer-1=works', '--seat', 'reviewer-2=works'];
    const { stdout, stderr } = await project.call(['review', '--resume', 'r', '--fix', '--json', ...seats]);
    const [, , second = ''] = JSON.parse(stdout).debates;
    expect(JSON.stringify(project.events(second)[0]), stderr).not.toContain('"broken"');
  });

  it('plans without writing anything', async () => {
    const before = ownState();
    const objects = git('count-objects', '-v');
    const { code, stderr } = await project.call(['review', '--rehearse', '--fix', '--dry-run']);
    expect(code, stderr).toBe(0);
    expect(ownState()).toEqual(before);
    expect(git('count-objects', '-v')).toBe(objects);
    expect(fs.existsSync(project.debates)).toBe(false);
  });

  it.runIf(inCampaign)('drops nothing that says how to fix a review that is resumed without --fix', async () => {
    await project.call(['review', '--rehearse', '--id', 'r', '-q']);
    for (const flags of [
      ...[['--author', 'rehearsal'], ['--fix-rounds', '1'], ['--test', 'true'], ['--test-minutes', '1'], ['--yes']],
      ...[['--allow-host', 'example.org'], ['--pull-request', 'main'], ['--pull-request']],
    ]) {
      const { code, stderr } = await project.call(['review', '--resume', 'r', ...flags]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`"${flags[0]}" says how findings are fixed`)]);
    }
  });

  it.runIf(inCi).each([
    ['without an author', ['--fix'], /"--fix" needs an author/, /--author claude/],
    ['without --fix', ['--author', 'rehearsal'], /nothing is fixed without "--fix"/, /Add --fix/],
    ['with annotations', ['--fix', '--annotations'], /findings of one review/, /Leave it out/],
    ['with an author that nobody knows', ['--fix', '--author', 'nobody', '--trust'], /no agent "nobody"/, /Known: /],
    ['of a test, without trust', [...FLAGS.slice(1), '--test', 'true'], /needs your trust first/, /--trust/],
  ])('is refused %s, and nothing is written', async (_, flags, message, hint) => {
    const before = ownState();
    const { code, stderr } = await project.call(['review', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(hint);
    expect(ownState()).toEqual(before);
    expect(fs.existsSync(project.debates)).toBe(false);
  });
});
