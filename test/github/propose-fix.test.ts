// `review --fix --pull-request`: what is pushed and proposed, what is refused before anybody works, and that nothing comes twice.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { callProgramIn } from '../support/call-program.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { FIX_BRANCH as BRANCH, cart, FINDING, plantFault, START_FIX, seatFixers } from '../support/fix-project.ts';
import { createSite, type Site } from './harness.ts';
import { failing, TOKEN } from './server.ts';

let site: Site;
let git: ReturnType<typeof plantFault>;
const FLAGS = [...START_FIX, '--pull-request'];
const RESUME = ['review', '--resume', 'r', '--fix', '--trust', '--pull-request', '--yes'];
const run = (...args: string[]) => site.cli(...args);

function everyFileBelow(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => fs.readFileSync(file, 'latin1'))
    .join('\n');
}

beforeEach(async () => {
  site = await createSite();
  const edits = [{ 'src/cart.js': `${cart('')}export {};\n` }];
  const title = 'The last item is never counted, @acme/all, fixes #12';
  seatFixers(site.project, { edits }, { findings: [{ ...FINDING, title }] });
  git = plantFault(site.project);
  git('remote', 'add', 'origin', 'http://127.0.0.1/acme/shop.git');
});
afterEach(() => site.dispose());

describe.runIf(hasBubblewrap)('a fix that is proposed', () => {
  it.runIf(inCi)(
    'is a branch and one pull request with the summary, and running it again changes nothing',
    async () => {
      const first = await run(...FLAGS, '--yes', '--json');
      expect(first.code, first.stderr).toBe(0);
      const { pullRequest, commit } = JSON.parse(first.stdout);
      const [pull] = site.github.repo.pulls;
      expect(pullRequest).toEqual({
        repo: 'acme/shop',
        base: 'main',
        number: pull?.number,
        url: pull?.url,
        status: 'created',
      });
      expect(site.github.remote.run('rev-parse', BRANCH).trim()).toBe(commit);
      expect(commit).toBe(git('rev-parse', BRANCH).trim());
      expect(pull).toMatchObject({ head: BRANCH, base: 'main', title: 'Fix findings of the review r' });
      expect(pull?.body).toContain('Nothing is left to answer, after 1 round: 1 fixed.');
      expect(pull?.body).toContain('## Fixed\n\n- R1-F1 P1: The last item is never counted');
      expect(pull?.body).not.toMatch(/@acme|fixes #12/);
      expect(first.stderr).toContain(`Pull request ${pull?.number}, created: ${pull?.url}`);

      const again = await run(...RESUME, '--json');
      expect(JSON.parse(again.stdout).pullRequest).toMatchObject({ number: pull?.number, status: 'unchanged' });
      expect(site.github.repo.pulls).toHaveLength(1);

      (pull as { body: string }).body = 'Somebody wrote something else.';
      const updated = await run(...RESUME, '--json');
      expect(JSON.parse(updated.stdout).pullRequest).toMatchObject({ number: pull?.number, status: 'updated' });
      expect(pull?.body).toContain('1 fixed');
      expect(updated.stderr).toContain(`Pull request ${pull?.number}, updated`);

      site.github.repo.merge(pull?.number as number);
      expect(JSON.parse((await run(...RESUME, '--json')).stdout).pullRequest).toMatchObject({ status: 'merged' });
      expect(site.github.repo.pulls).toHaveLength(1);
    },
  );

  it.runIf(inCampaign)(
    'goes into the branch that is checked out where GitHub has it, or into the one that is named',
    async () => {
      git('checkout', '-q', '-b', 'topic');
      const { commits } = site.github.repo;
      for (const name of ['topic', 'release']) site.github.repo.createBranch(name, [...commits.keys()][0] as string);
      expect(JSON.parse((await run(...FLAGS, '--dry-run', '--json')).stdout).pullRequest).toEqual({
        repo: 'acme/shop',
        base: 'topic',
      });
      git('checkout', '-q', '-b', 'local');
      const plan = await run(...FLAGS, '--dry-run');
      expect(plan.stderr).toContain('Pushes    the branch to acme/shop in the end, for a pull request into main');
      const named = await run(...FLAGS, 'release', '--yes', '--json');
      expect(JSON.parse(named.stdout).pullRequest).toMatchObject({ base: 'release' });
      expect(site.github.repo.pulls).toMatchObject([{ base: 'release' }]);
    },
  );

  it.runIf(inCampaign)('goes to where its own repository came from, wherever it is resumed', async () => {
    const { project } = site;
    expect((await run(...START_FIX, '-q')).code).toBe(0);
    const elsewhere = path.join(project.root, 'elsewhere');
    execFileSync('git', ['init', '-q', '-b', 'main', '--template=', elsewhere]);
    execFileSync('git', ['-C', elsewhere, 'remote', 'add', 'origin', 'http://127.0.0.1/acme/other.git']);
    const config = JSON.parse(fs.readFileSync(project.path('debate-hall.config.json'), 'utf8'));
    fs.writeFileSync(
      path.join(elsewhere, 'debate-hall.config.json'),
      JSON.stringify({ ...config, hall: project.debates }),
    );
    const env = { ...project.env, ...site.env, DEBATE_HALL_TRUST: elsewhere };
    const { code, stdout, stderr } = await callProgramIn({ folder: elsewhere, env }, [...RESUME, '--json']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).pullRequest).toMatchObject({ repo: 'acme/shop', base: 'main' });
    expect(site.github.other.pulls).toEqual([]);
  });

  it.runIf(inCampaign)(
    'is not proposed where its author has changed nothing, and nothing of the person’s is pushed',
    async () => {
      seatFixers(site.project, { answers: { 'R1-F1': 'disputed' } });
      const { code, stdout, stderr } = await run(...FLAGS, '--yes', '--json');
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ end: 'clean', pullRequest: null });
      expect(stderr).toContain('No pull request: the author has changed nothing.');
      expect(site.github.repo.branches.has(BRANCH)).toBe(false);
    },
  );

  it.runIf(inCampaign)('is not proposed where the other branch has it already', async () => {
    expect((await run(...START_FIX, '-q')).code).toBe(0);
    site.github.repo.receive('main', git('rev-parse', BRANCH).trim());
    const { code, stdout, stderr } = await run(...RESUME, '--json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).pullRequest).toBeNull();
    expect(stderr).toContain('No pull request: main of acme/shop has all of it already.');
    expect(site.github.repo.branches.has(BRANCH)).toBe(false);
  });

  it.runIf(inCampaign)(
    'says which tests ran without the secrets in their command, and as code that nothing in it ends',
    async () => {
      const secrets = [TOKEN, `ghp_${'x7Kq2mZ9'.repeat(5)}`, 'an-argument'];
      const test = `true ${secrets[0]} TOKEN=${secrets[1]} --api-key ${secrets[2]} '\`@acme/all\`' # fixes #12`;
      const { code, stderr } = await run(...FLAGS, '--yes', '-q', '--allow-secrets', '--test', test);
      expect(code, stderr).toBe(0);
      const body = site.github.repo.pulls[0]?.body ?? '';
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([]);
      expect(body).toContain('Tests: ``true [redacted] ');
      expect(body).toContain("--api-key [redacted] '`@acme/all`' # fixes #12`` passed on ");
    },
  );

  it.runIf(inCampaign)('goes to where the repository is now, whatever it was called before', async () => {
    git('remote', 'set-url', 'origin', 'git@127.0.0.1:/acme/before.git');
    const now = { full_name: 'acme/shop', default_branch: 'main', permissions: { push: true } };
    site.github.fault = ({ path: asked }) =>
      asked === '/repos/acme/before' ? { kind: 'answer', answer: { status: 200, body: now } } : undefined;
    const { code, stdout, stderr } = await run(...FLAGS, '--yes', '--json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).pullRequest).toMatchObject({ repo: 'acme/shop', status: 'created' });
  });

  it.runIf(inCampaign)('runs no hook, and gives the token to no file, no output and no other address', async () => {
    const mark = path.join(site.project.root, 'sprung');
    fs.mkdirSync(site.project.path('.git/hooks'), { recursive: true });
    fs.writeFileSync(site.project.path('.git/hooks/pre-push'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    git('config', 'credential.helper', `!touch ${mark}`);
    git('config', 'url.http://127.0.0.1:9/.insteadOf', site.github.url);
    git('config', 'remote.origin.pushurl', 'http://127.0.0.1:9/acme/shop.git');
    git('config', 'core.sshCommand', `touch ${mark}`);
    const { code, stdout, stderr } = await run(...FLAGS, '--yes');
    expect(code, stderr).toBe(0);
    expect(fs.existsSync(mark)).toBe(false);
    expect(site.github.repo.pulls).toHaveLength(1);
    const login = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
    for (const text of [stdout, stderr, everyFileBelow(site.project.root), site.github.repo.pulls[0]?.body]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(login);
    }
  });

  it.runIf(inCampaign).each([
    [
      'the branch there has other commits',
      () => {
        const other = git('commit-tree', 'HEAD^{tree}', '-m', 'Other').trim();
        git('push', '-q', site.github.remote.folder, `${other}:refs/heads/${BRANCH}`);
        site.github.repo.receive(BRANCH, other);
      },
      2,
      /has commits that are not part of this/,
      /Nothing is overwritten/,
    ],
    [
      'a rule of the repository refuses it',
      () => site.github.remote.refuse('Not on a Sunday.'),
      2,
      /does not take the branch "debate-hall\/r": pre-receive hook declined/,
      /Rules of the repository/,
    ],
    [
      'the push breaks off',
      () => {
        site.github.fault = ({ path: asked }) => (asked.endsWith('/git-receive-pack') ? failing(500) : undefined);
      },
      1,
      /git could not push to acme\/shop/,
      /Run it again/,
    ],
    [
      'a person closed the pull request',
      () => {
        site.github.repo.receive(BRANCH, 'f'.repeat(40));
        site.github.repo.openPull({ head: BRANCH, base: 'main', title: 'x', body: 'x' }).state = 'closed';
      },
      2,
      /was closed without being merged/,
      /Reopen it on GitHub/,
    ],
    [
      'GitHub takes no pull request',
      () => {
        site.github.fault = ({ path: asked, method }) =>
          asked.endsWith('/pulls') && method === 'POST' ? failing(403, 'Not allowed') : undefined;
      },
      2,
      /GitHub rejects the request/,
      /permissions of the token/,
    ],
  ])(
    'fails in words after all the work where %s, and the summary is printed all the same',
    async (_, prepare, exit, message, hint) => {
      prepare();
      const { code, stdout, stderr } = await run(...FLAGS, '--yes', '-q');
      expect(code, stderr).toBe(exit);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(hint);
      expect(stdout).toContain(`The work is on the branch \`${BRANCH}\``);
      const again = await run(...RESUME, '--json');
      expect([again.code, JSON.parse(again.stdout).error.message]).toEqual([exit, expect.stringMatching(message)]);
      expect(site.github.repo.pulls.filter(({ state }) => state === 'open')).toEqual([]);
    },
  );

  it.runIf(inCampaign).each([
    ['n', 0],
    ['y', 1],
  ])('asks at a terminal before anything is pushed (%s)', async (key, pulls) => {
    const terminal = site.project.startAtTerminal(FLAGS, { env: site.env, columns: 160, rows: 60 });
    await terminal.sees('Push debate-hall/r to acme/shop, and open a pull request into main?');
    expect(site.github.repo.branches.has(BRANCH)).toBe(false);
    terminal.type(key);
    expect(await terminal.finished).toBe(0);
    expect(site.github.repo.pulls).toHaveLength(pulls);
    expect(terminal.printed()).toContain(pulls === 0 ? 'Nothing was pushed.' : 'Pull request 1001, created: ');
  });

  it.runIf(inCampaign).each([4, 5, 6, 7, 8, 9, 10])(
    'is finished once after kill -9 at call %i, lost or done',
    async (place) => {
      for (const call of ['lost', 'done'] as const) {
        const running = site.project.start([...FLAGS.map((flag) => (flag === 'r' ? `r-${call}` : flag)), '--yes'], {
          env: site.env,
        });
        const before = site.github.calls.length;
        site.github.fault = ({ number }) => {
          if (number - before !== place) return undefined;
          setImmediate(() => running.child.kill('SIGKILL'));
          return { kind: 'silence', call };
        };
        const killed = await running.finished;
        expect(killed.code, killed.stderr).toBeNull();
        site.project.ledgers.forgetKilled();
        site.github.fault = () => undefined;
        const again = await run(...RESUME.map((flag) => (flag === 'r' ? `r-${call}` : flag)), '--json');
        expect(again.code, again.stderr).toBe(0);
        const { pullRequest, commit, branch } = JSON.parse(again.stdout);
        expect(site.github.remote.run('rev-parse', branch).trim()).toBe(commit);
        const pulls = site.github.repo.pulls.filter(({ head }) => head === branch);
        expect(pulls).toMatchObject([{ number: pullRequest.number, state: 'open' }]);
      }
    },
  );
});

describe('a fix that cannot be proposed', () => {
  it.runIf(inCampaign).each(
    sample(
      [
        [
          'without --fix',
          ['review', '--pull-request', '--yes'],
          () => {},
          2,
          /nothing is fixed without "--fix"/,
          /Add --fix/,
        ],
        ['without a terminal to ask at', FLAGS, () => {}, 2, /nobody can be asked without a terminal/, /Pass --yes/],
        [
          'without a remote',
          [...FLAGS, '--yes'],
          () => git('remote', 'remove', 'origin'),
          2,
          /no remote "origin"/,
          /git remote add origin http/,
        ],
        [
          'where the remote is elsewhere',
          [...FLAGS, '--yes'],
          () => git('remote', 'set-url', 'origin', 'git@gitlab.com:acme/shop.git'),
          2,
          /is not a repository on 127\.0\.0\.1/,
          /git remote set-url origin http/,
        ],
        [
          'where the remote is a folder',
          [...FLAGS, '--yes'],
          () => git('remote', 'set-url', 'origin', '../shop'),
          2,
          /is not a repository on/,
          /git remote set-url origin http/,
        ],
        [
          'where the token may not write',
          [...FLAGS, '--yes'],
          () => {
            site.github.repo.canPush = false;
          },
          2,
          /The token cannot write to acme\/shop/,
          /write access/,
        ],
        [
          'where git does not get in',
          [...FLAGS, '--yes'],
          () => {
            site.github.fault = ({ path: asked }) => (asked.endsWith('/info/refs') ? failing(403) : undefined);
          },
          1,
          /git cannot reach http:\/\/127\.0\.0\.1:\d+\/acme\/shop\.git, where the branch would be pushed/,
          /Check that the token/,
        ],
        [
          'for a branch without a name',
          [...FLAGS, '', '--yes'],
          () => {},
          2,
          /this name is empty/,
          /Leave the name out/,
        ],
        [
          'for a branch that GitHub does not have',
          [...FLAGS, 'nowhere', '--yes'],
          () => {},
          2,
          /has no branch "nowhere"/,
          /Leave it out for main/,
        ],
      ] as const,
      3,
    ),
  )('is refused %s, before anything is opened', async (_, flags, prepare, exit, message, hint) => {
    prepare();
    const { code, stderr } = await run(...flags);
    expect(code, stderr).toBe(exit);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(hint);
    expect(fs.existsSync(site.project.debates)).toBe(false);
    expect(git('branch', '--list').trim()).toBe('* main');
  });

  it.runIf(inCi)('is refused without a token, and where GitHub is turned off', async () => {
    const env = { ...site.env, GITHUB_TOKEN: '', PATH: path.dirname(process.execPath) };
    const bare = await site.project.call([...FLAGS, '--yes'], { env });
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('There is no token for 127.0.0.1.')]);
    const off = await site.project.call([...FLAGS, '--yes'], { env: { ...site.env, GITHUB_TOOLS_ENABLED: 'no' } });
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('turned off')]);
  });

  it.runIf(inCampaign)('is a rehearsal: nothing reaches GitHub', async () => {
    const flags = ['review', '--rehearse', '--fix', '--id', 'r', '--pull-request', '--json'];
    const { code, stdout, stderr } = await run(...flags);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ branch: BRANCH, pullRequest: null });
    expect(stderr).toContain('a rehearsal proposes nothing');
    expect(site.github.calls).toEqual([]);
  });
});
