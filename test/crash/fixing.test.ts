// `kill -9` of a chain of reviews and fixes at any moment: what was committed and answered is there once, and resuming finishes it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { FIX_BRANCH as BRANCH, cart, FINDING, plantFault, START_FIX, seatFixers } from '../support/fix-project.ts';
import { createProject, type Project } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

const FAKES = fileURLToPath(new URL('../fakes', import.meta.url));

let project: Project;
let git: ReturnType<typeof plantFault>;
const preload = (name: string) => `--require=${JSON.stringify(path.join(FAKES, name))}`;

/** One round of fixing, and a second one of what the second review finds. */
const START = [...START_FIX, '--fix-rounds', '2', '--test', 'grep -q length src/cart.js'];
const RESUME = ['review', '--resume', 'r', '--fix', '--trust', '--json'];

function configure(author: object = {}): void {
  const late = { title: 'Nothing is exported by name', line: 4, evidence: 'export default' };
  const edits = [`${cart('')}export default count;\n`, `${cart('')}export { count as all };\n`];
  seatFixers(
    project,
    { edits: edits.map((text) => ({ 'src/cart.js': text })), ...author },
    { again: [{ ...FINDING, ...late }] },
  );
}

const ownState = () => ({
  status: git('status', '--porcelain', '--', '.', ':!debates'),
  head: git('rev-parse', 'HEAD'),
  diff: git('diff', 'HEAD'),
  config: fs.readFileSync(project.path('.git/config'), 'utf8'),
});

beforeEach(() => {
  project = createProject();
  configure();
  git = plantFault(project);
});
afterEach(() => project.dispose());

/** All that has to hold once the chain was resumed, wherever it was killed. */
async function expectFinishedOnce(before: ReturnType<typeof ownState>): Promise<void> {
  project.ledgers.forgetKilled();
  const isOpened = project.ledgers.exists('r');
  // Killed before it was opened, it is begun again, and its branch with it.
  const { code, stdout, stderr } = await project.call(isOpened ? RESUME : [...START, '--json']);
  expect(stderr).not.toMatch(/internal error|^\s+at /m);
  const summary = JSON.parse(stdout);
  // The reviewers of the tests find the second one again and again.
  expect([code, summary.end, summary.rounds], stderr).toEqual([7, 'limit', 2]);
  expect(git('log', '--format=%s', `main..${BRANCH}`).trim().split('\n')).toEqual([
    'Fix R2-F1 of the review',
    'Fix R1-F1 of the review',
    'Keep uncommitted changes as they were reviewed',
  ]);
  expect(git('show', `${BRANCH}:src/cart.js`)).toBe(`${cart('')}export { count as all };\n`);
  const debates = project.ledgers.ids();
  expect(debates.slice().sort()).toEqual([...summary.debates].sort());
  const trailers = git('log', '--format=%(trailers:key=Debate,valueonly)', `main..${BRANCH}`)
    .split('\n')
    .filter((line) => line !== '');
  expect(trailers).toEqual([summary.debates[3], summary.debates[1]]);
  const answers = debates.flatMap((id) =>
    project
      .events(id)
      .filter(({ type }) => type === 'turn-recorded')
      .map((event) => `${id} ${JSON.stringify(event.data).slice(0, 60)}`),
  );
  expect(new Set(answers).size).toBe(answers.length);
  expect(ownState()).toEqual(before);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  const verified = await project.call(['verify', '--all']);
  expect(verified.code, verified.stderr).toBe(0);
  git('branch', '-D', BRANCH);
  expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\n');
}

async function killAround(env: Record<string, string>): Promise<void> {
  const before = ownState();
  const { code, stderr } = await project.run(START, { env });
  expect(code, `not killed: ${stderr}`).toBeNull();
  await expectFinishedOnce(before);
}

/** By what a command line has: which one of them, and what it does. */
const PROGRAMS: readonly (readonly [string, string, number])[] = [
  ['the change is kept in a commit', 'commit-tree', 1],
  ['the branch and its working tree are made', 'worktree add', 1],
  ['files are written to it', 'read-tree --reset', 1],
  ['the author works', 'fixes-change', 1],
  ['the author’s work is taken in', ' add --all', 1],
  ['the first fix becomes a commit', 'commit-tree', 2],
  ['the branch moves to the first fix', 'update-ref', 1],
  ['the tests run', '/bin/sh -c grep', 1],
  ['the author works again', 'fixes-change', 2],
  ['the second fix becomes a commit', 'commit-tree', 3],
  ['the branch moves to the second fix', 'update-ref', 2],
  ['the tests run a second time', '/bin/sh -c grep', 2],
];

describe.runIf(hasBubblewrap)('a chain that is killed', () => {
  const moments = PROGRAMS.flatMap(([name, at, nth]) =>
    ['before', 'after'].map((when) => [when, name, at, nth] as const),
  );
  it
    .runIf(inCampaign)
    .each(inCampaign ? moments : moments.filter(([, name]) => name === 'the first fix becomes a commit').slice(-1))(
    'is finished once: %s %s',
    async (when, _, at, nth) => {
      await killAround({
        ...{ NODE_OPTIONS: preload('killed-at-program.cjs'), KILL_AT: at, KILL_NTH: `${nth}`, KILL_WHEN: when },
      });
    },
  );

  itInFolders('changes of a folder').each(Array.from({ length: times(24, 0, 80) }, (_, index) => index))(
    'is finished once when it is killed at a change of the hall’s folder (%i)',
    async (index) => {
      // Numbers that are prime to each other meet every part of a run, of 180 changes at least.
      const changes = 3 + ((index * 67) % 170);
      await killAround({
        ...{ NODE_OPTIONS: preload('killed-at-write.cjs'), KILL_IN: project.debates, KILL_AFTER: `${changes}` },
      });
    },
  );

  it.runIf(inCampaign)('drops what an author had half changed, and asks it again', async () => {
    configure({ half: { 'src/cart.js': 'half', 'src/left.js': 'left over' } });
    const before = ownState();
    const running = project.start(START);
    const words = await running.says('stderr', 'Working tree ');
    const [, folder = ''] = /Working tree (\S+), branch/.exec(words) ?? [];
    await expect.poll(() => fs.existsSync(path.join(folder, 'src/left.js')), { timeout: 30_000 }).toBe(true);
    running.child.kill('SIGKILL');
    await running.finished;
    expect(fs.readFileSync(path.join(folder, 'src/cart.js'), 'utf8')).toBe('half');
    configure();
    await expectFinishedOnce(before);
  });

  it.runIf(inCampaign)('says which lock a git that was killed has left', async () => {
    const before = ownState();
    const killed = await project.run(START, {
      env: { NODE_OPTIONS: preload('killed-at-program.cjs'), KILL_AT: 'update-ref', KILL_WHEN: 'before' },
    });
    expect(killed.code).toBeNull();
    project.ledgers.forgetKilled();
    const lock = project.path('.git/refs/heads', `${BRANCH}.lock`);
    fs.writeFileSync(lock, '');
    const { code, stderr } = await project.call(RESUME);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`.git/refs/heads/${BRANCH}.lock`)]);
    fs.rmSync(lock);
    await expectFinishedOnce(before);
  });
});
