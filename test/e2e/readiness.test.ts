// What the hall says of agents that are installed but cannot be used, before it asks them anything.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

/** The versions that the adapters were tested with. */
const TESTED = { claude: '2.1.197', codex: '0.169.0', gemini: '0.61.0' };

let project: Project;
let env: { PATH: string };
beforeEach(() => {
  project = createProject();
  const programs = path.join(project.root, 'bin');
  fs.mkdirSync(programs);
  for (const [name, version] of Object.entries(TESTED)) {
    // It notes its arguments, says its version and, as claude does, whether it is logged in.
    const script = `#!/bin/sh
echo "${name} $*" >> '${project.root}/started'
case "$*" in
  --version) cat '${project.root}/version' 2>/dev/null || echo ${version} ;;
  'auth status --json') cat '${project.root}/status' ;;
  *) echo 'Not logged in' >&2; exit 1 ;;
esac
`;
    fs.writeFileSync(path.join(programs, name), script, { mode: 0o755 });
  }
  status(false);
  env = { PATH: `${programs}:${project.env.PATH}` };
});
afterEach(() => project.dispose());

function status(loggedIn: boolean): void {
  fs.writeFileSync(path.join(project.root, 'status'), JSON.stringify({ loggedIn }));
}

/** The arguments of every start of a program, sorted. */
function starts(): string[] {
  return fs.readFileSync(path.join(project.root, 'started'), 'utf8').trim().split('\n').sort();
}

const REMEDIES = {
  claude: '"claude" is not logged in. Run "claude auth login", or set ANTHROPIC_API_KEY.',
  codex: '"codex" is not logged in. Run "codex login", or set CODEX_API_KEY.',
  gemini: '"gemini" is not logged in. Start "gemini" once and sign in, or set GEMINI_API_KEY.',
};

it.each([
  [{ wall: 'own' }, 0, 'own can fill seats'],
  [{}, 4, 'none fills a seat by itself; check one, as with "debate-hall doctor --agent own --loopback"'],
])('an agent that was not checked can fill seats where the configuration names it: %j', async (seats, code, says) => {
  project.configure({ agents: { own: project.seat('own') }, seats });
  const done = await project.call(['doctor']);
  expect([done.code, done.stdout]).toEqual([code, expect.stringContaining(says)]);
});

it.runIf(inCampaign)('says within seconds which program it waits for', async () => {
  const go = path.join(project.root, 'go');
  const hangs = `#!/bin/sh\nuntil [ -e '${go}' ]; do sleep 0.1; done\necho ${TESTED.claude}\n`;
  fs.writeFileSync(path.join(project.root, 'bin/claude'), hangs, { mode: 0o755 });
  const running = project.start(['agents'], { env });
  await running.says('stderr', 'Waiting for claude to say its version and whether it can be used, for up to 30 s.\n');
  fs.writeFileSync(go, '');
  const { code, stdout, stderr } = await running.finished;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^claude /m)]);
  expect(stderr).not.toContain('codex');
});

describe('a CLI without a login', () => {
  it.runIf(inCi)(
    'is not usable for agents and doctor, which name the command to log in with and ask it nothing',
    async () => {
      const { code, stdout } = await project.call(['doctor'], { env });
      expect(code).toBe(4);
      for (const remedy of Object.values(REMEDIES)) expect(stdout).toContain(remedy);
      expect(stdout).toContain('none can fill a seat');
      expect(starts()).toEqual([
        'claude --version',
        'claude auth status --json',
        'codex --version',
        'gemini --version',
      ]);
      const { stdout: listed } = await project.call(['agents', '--json'], { env });
      const claude = (JSON.parse(listed) as { name: string }[]).find(({ name }) => name === 'claude');
      expect(claude).toMatchObject({ usable: false, login: 'missing', failure: { code: 'not-logged-in' } });
    },
  );

  it('is usable once it has one', async () => {
    status(true);
    project.write('../home/.codex/auth.json', {});
    const { stdout } = await project.call(['agents'], { env: { ...env, GEMINI_API_KEY: 'a-key' } });
    for (const [name, version] of Object.entries(TESTED))
      expect(stdout).toMatch(
        new RegExp(`^${name} +✓ ready  ${version.replaceAll('.', '\\.')}  no sandbox  sees pictures$`, 'm'),
      );
    expect(stdout).toContain('debate-hall doctor --probe');
  });

  it('is not asked for it where the environment has a key', async () => {
    for (const key of ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN']) {
      const { stdout } = await project.call(['agents', '--json'], { env: { ...env, [key]: 'a-key' } });
      const claude = (JSON.parse(stdout) as { name: string }[]).find(({ name }) => name === 'claude');
      expect(claude).toMatchObject({ usable: true, login: 'found' });
    }
    expect(starts()).not.toContain('claude auth status --json');
  });

  it('is usable, with a word about its login, where nothing is certain', async () => {
    fs.writeFileSync(path.join(project.root, 'status'), 'error: unknown command "auth"');
    const { stdout } = await project.call(['agents'], { env });
    expect(stdout).toMatch(/^human +– It is a person, and nobody is at a terminal here\.$/m);
    expect(stdout).toMatch(/^claude +✓ ready, if logged in/m);
    const listed: { name: string; failure: unknown }[] = JSON.parse(
      (await project.call(['agents', '--json'], { env })).stdout,
    );
    const nextStep = expect.stringContaining('nothing to install');
    expect(listed.find(({ name }) => name === 'human')?.failure).toMatchObject({ code: 'needs-person', nextStep });
  });
});

describe('an agent that is installed and was not seated', () => {
  const CODEX = `codex is installed but was not used: ${REMEDIES.codex}`;
  beforeEach(() => {
    project.configure({ agents: { claude: project.seat('claude') }, unchecked: true });
  });

  it.runIf(inCampaign)('is named in the live view, the record and the ledger', async () => {
    const { code, stderr } = await project.run(['run', '-r', 'quick', '--id', 'd', 'Should we?'], { env });
    expect(code, stderr).toBe(0);
    expect(stderr.replace(/\s+/g, ' ')).toContain(CODEX);
    expect([...new Set(project.calls().map(({ as }) => as))]).toEqual(['claude']);
    const { stdout } = await project.call(['show', 'd']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(CODEX);
    expect(project.ledgers.document('d', '.oct.md')).toContain('codex is installed but was not used');
    const notes = project.events('d').filter(({ type }) => type === 'note-recorded');
    const message = expect.objectContaining({ text: CODEX });
    expect(notes.map(({ data }) => data)).toContainEqual({ code: 'agent-not-seated', message });
  });

  it('is named by --dry-run and init', async () => {
    const { stdout } = await project.call(['run', '--dry-run', 'Should we?'], { env });
    expect(stdout).toContain(`! ${CODEX}`);
    const { stderr } = await project.call(['init', '--force'], { env });
    expect(stderr).toContain(`! ${CODEX}`);
    expect(stderr).toContain('debate-hall doctor --probe');
  });

  it('is refused with the command to log in with when it was asked for', async () => {
    const { code, stderr } = await project.call(['run', '--door', 'codex', 'Should we?'], { env });
    expect(code).toBe(4);
    expect(stderr).toContain(REMEDIES.codex);
  });
});

describe('an agent that a seat is given to by name', () => {
  /** Agents of which the one for Wall says its version as this script does. */
  const withVersion = (script: string, seats: object = { wind: 'a', wall: 'b', door: 'c' }) =>
    project.configure({
      agents: {
        a: project.seat('wind'),
        b: { ...project.seat('wall'), versionArgs: ['-e', script] },
        c: project.seat('door'),
      },
      seats,
      recipe: 'quick',
    });

  it.runIf(inCampaign)('keeps no other seat waiting while it is asked for its version', async () => {
    const go = project.path('go');
    withVersion(`
      const wait = () => require('fs').existsSync(${JSON.stringify(go)}) ? console.log('1.2.3') : setTimeout(wait, 10);
      wait();
    `);
    const run = project.start(['run', '--events', '--id', 'd', 'Should we?']);
    await run.says('stdout', '"type":"seat-started","seat":"wall"');
    expect(project.calls().map(({ as }) => as)).toEqual(['wind']);
    fs.writeFileSync(go, '');
    expect((await run.finished).code).toBe(0);
    const turns = project.events('d').filter(({ type }) => type === 'turn-recorded');
    expect(turns.map(({ data }) => data)).toMatchObject([
      { seat: 'wind' },
      { seat: 'wall', by: { cliVersion: '1.2.3' } },
      { seat: 'door' },
    ]);
  });

  it.runIf(inCampaign)(
    'is not asked when it turns out to be broken; its stand-in is, or the debate can be resumed',
    async () => {
      withVersion('process.exit(1)');
      const { code, stderr } = await project.call(['run', '--retries', '0', '--id', 'd', 'Should we?']);
      expect(code).toBe(4);
      expect(stderr).toContain('✗ Wall: ');
      expect(project.calls().map(({ as }) => as)).toEqual(['wind']);
      withVersion('console.log(1.2)');
      expect((await project.call(['resume', 'd'])).code).toBe(0);
      withVersion('process.exit(1)', { wind: 'a', wall: { agent: 'b', standIn: 'c' }, door: 'c' });
      expect((await project.call(['run', '--retries', '0', '--id', 'e', 'Should we?'])).code).toBe(3);
      expect(
        project
          .calls()
          .slice(3)
          .map(({ as }) => as),
      ).toEqual(['wind', 'door', 'door']);
    },
  );

  it('is refused before anything is written when it is not installed', async () => {
    project.configure({ agents: { a: project.seat('a'), b: { ...project.seat('b'), argv: ['nowhere-installed'] } } });
    const named = ['--wind', 'a', '--wall', 'b', '--door', 'a'];
    const { code, stdout } = await project.call(['run', '--json', ...named, 'Should we?']);
    expect([code, JSON.parse(stdout).error.code]).toEqual([4, 'no-agents']);
    expect(project.ledgers.ids()).toEqual([]);
  });
});

describe('a version that nobody has checked', () => {
  const login = () => ({ ...env, ANTHROPIC_API_KEY: 'a-key' });
  beforeEach(() => fs.writeFileSync(path.join(project.root, 'version'), '9.9.9'));

  it('is named by agents, which do not call it ready', async () => {
    const { stdout } = await project.call(['agents', '--hall', 'elsewhere'], { env: login() });
    expect(stdout).toMatch(/^claude +\? not checked {2}9\.9\.9/m);
    const said = stdout.replace(/\s+/g, ' ');
    expect(said).toContain(
      'version 9.9.9 of claude has not been checked (tested: 2.1.197, 2.1.332); "debate-hall doctor --agent claude --loopback --hall elsewhere"',
    );
    expect(said).toContain('To check that logins work, run "debate-hall doctor --probe --hall elsewhere"; it asks');
  });

  it('fills no seat by itself; the error says how to check it and what to type for every seat', async () => {
    const { code, stderr } = await project.call(['run', '-r', 'quick', 'Should we?'], { env: login() });
    expect(code).toBe(4);
    const said = stderr.replace(/\s+/g, ' ');
    expect(said).toContain('claude was not used: version 9.9.9 of claude has not been checked');
    expect(said).toContain('--seat wind=claude --seat wall=claude --seat door=claude');
  });

  it('is named with three of many, so that what to do is not buried', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    project.configure({
      agents: Object.fromEntries(names.map((name) => [name, { kind: 'command', argv: ['cat'], prompt: 'stdin' }])),
    });
    const { stderr } = await project.call(['run', '-r', 'quick', 'Should we?'], { env: login() });
    const said = stderr.replace(/\s+/g, ' ');
    expect(said.match(/ was not used: /g)).toHaveLength(3);
    expect(said).toMatch(/\d agents more: "debate-hall agents" says why\./);
  });

  it("fills seats on a person's own word", async () => {
    const { stdout } = await project.call(['run', '-r', 'quick', '--unchecked', '--dry-run', 'Should we?'], {
      env: login(),
    });
    expect(stdout).toMatch(/claude/);
  });
});
