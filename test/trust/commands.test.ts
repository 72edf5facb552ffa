// A cloned repository gets nothing at any command of the program, and everything once it is trusted.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/doors/cli/program.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { commandsBelow, type NamedCommand } from '../support/commands.ts';
import { CANARY, cloneHostile, decisions, type HostileClone } from './hostile-clone.ts';

let clone: HostileClone;
beforeEach(async () => {
  clone = await cloneHostile();
});
afterEach(() => clone.dispose());

const call = (...args: string[]) => clone.project.call(args, { env: clone.env });

/** Commands that serve until they are stopped or their input ends, and what each needs to listen anywhere, without a browser. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  view: ['--no-open'],
  serve: ['--listen', '127.0.0.1:0'],
  worker: [],
  mcp: [],
  acp: [],
};

/** In a process of its own, which is stopped once it says where it listens. */
async function serveToEnd(args: readonly string[]) {
  const running = clone.project.start(args, { env: clone.env });
  const listening = ['stdout' as const, 'stderr' as const].map((stream) => running.says(stream, 'http://127.0.0.1:'));
  await Promise.race([running.finished, Promise.any(listening).catch(() => {})]);
  running.child.kill('SIGTERM');
  return await running.finished;
}

/** A call of a command with everything that it requires, made from the program itself. */
function callOf({ name, command }: NamedCommand): string[] {
  const given = command.registeredArguments.map(
    ({ argChoices, defaultValue }) => argChoices?.[0] ?? defaultValue ?? 'd',
  );
  const required = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', '1']);
  return [...name.split(' '), ...(SERVERS[name] ?? []), ...required, '--', ...given];
}

/** Each with what it takes beside: agents that are named, dry runs, probes. */
function variants(named: NamedCommand): string[][] {
  const { command } = named;
  const plain = callOf(named);
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  const end = plain.indexOf('--');
  const withFlags = (...flags: string[]) => [...plain.slice(0, end), ...flags, ...plain.slice(end)];
  return [
    plain,
    ...(has('--dry-run') ? [withFlags('--dry-run')] : []),
    ...(has('--probe') ? [withFlags('--probe')] : []),
    ...(has('--wind') ? [withFlags('--wind', 'router', '--wall', 'tool', '--door', 'talker')] : []),
    ...(has('--agents') ? [withFlags('--agents', 'router,tool'), withFlags('--agents', 'claude', '--dry-run')] : []),
  ];
}

/** The decision itself. */
const DECIDES = 'trust add';

describe('a clone that nobody has trusted', () => {
  it('sends nothing and starts nothing at any command', async () => {
    await call('open', '--id', 'd', 'Should we?');
    await call('open', '--id', 'past', 'Should we buy the boat?');
    await call('close', 'past', 'Yes.');
    const commands = commandsBelow(await createProgram()).filter(({ name }) => name !== DECIDES);
    expect(commands.length).toBeGreaterThan(30);
    const calls = sample(commands, 4).flatMap((named) =>
      (inCampaign ? variants(named) : [callOf(named)]).map((args) => ({ name: named.name, args })),
    );
    const ended = await Promise.all(
      calls.map(async ({ name, args }) => ({
        args,
        ...(await (SERVERS[name] === undefined ? call(...args) : serveToEnd(args))),
      })),
    );
    expect(clone.harm()).toEqual([]);
    // Each did something: a usage error would prove nothing.
    for (const { args, code, stderr } of ended) {
      expect([args, stderr]).not.toEqual([
        args,
        expect.stringMatching(/unknown option|missing required|internal error/),
      ]);
      expect([args, code]).not.toEqual([args, null]);
    }
    expect(ended.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('')).not.toContain(CANARY);
    expect(decisions(clone)).toEqual([]);
  });

  it('keeps working with what is harmless, and names the rest', async () => {
    const rehearsed = await call('run', '--rehearse', '--id', 'r', 'Should we?');
    expect(rehearsed.code).toBe(0);
    expect(rehearsed.stderr).toContain('agents.claude.path');
    expect(rehearsed.stderr).toContain('debate-hall trust add');
    expect(rehearsed.stderr).toContain('DEBATE_HALL_TRUST');
    const opened = clone.project.events('r')[0]?.data as {
      prompts: { name: string; sha256: string }[];
      options: object;
    };
    // Quick, as the file says; told by the texts of Debate Hall.
    expect(opened.options).toMatchObject({ rounds: 1 });
    const own = clone.project.path('texts/wind-wall-door/wind.md');
    const theirs = createHash('sha256').update(fs.readFileSync(own)).digest('hex');
    expect(opened.prompts.map(({ sha256 }) => sha256)).not.toContain(theirs);
    const own2 = await call('run', '--wind', 'quick', '--wall', 'quick', '--door', 'quick', '-q', 'Should we?');
    expect(own2.code).toBe(0);
  });

  it('gets no seat for its agents: the run refuses with the next step, in JSON too', async () => {
    const { code, stdout, stderr } = await call('run', '--wind', 'router', '--json', 'Should we?');
    expect(code).toBe(2);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({ code: 'not-trusted', hint: expect.stringContaining('debate-hall trust add') });
    expect(error.details).toMatchObject({
      folder: clone.project.folder,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(error.details.issues).toContain('agents.router.keyEnv: sends your variable "MY_SECRET" as the key');
    expect(stderr).toContain(`agents.router.baseUrl: sends the debate and your login to "${clone.service.baseUrl}"`);
    const alone = await call('run', 'Should we?');
    expect(alone.stderr).toContain('debate-hall trust add');
  });

  it('shows in agents, doctor and config explain what is ignored', async () => {
    const agents = JSON.parse((await call('agents', '--json')).stdout) as { name: string }[];
    for (const name of ['claude', 'router', 'tool', 'talker']) {
      const found = agents.find((agent) => agent.name === name);
      expect(found).toMatchObject({ usable: false, failure: { code: 'not-trusted' } });
    }
    expect(agents.find(({ name }) => name === 'router')).toMatchObject({
      kind: 'openai-http',
      notes: expect.arrayContaining(['keyEnv: sends your variable "MY_SECRET" as the key']),
    });
    const rows = JSON.parse((await call('config', 'explain', '--json')).stdout) as { path: string; ignored?: true }[];
    const ignored = rows.filter((row) => row.ignored).map((row) => row.path);
    expect(ignored).toEqual(
      expect.arrayContaining(['agents.claude.path', 'agents.tool.argv', 'agents.talker.readRoot', 'prompts']),
    );
    expect(ignored).toEqual(
      expect.arrayContaining(['context.allowSecrets', 'ANTHROPIC_API_KEY', 'DEBATE_HALL_SEAT_WALL']),
    );
    expect(ignored).not.toContain('recipe');
    const text = (await call('config', 'explain')).stdout;
    expect(text).toMatch(/agents\.claude\.path +"\.\/evil\.sh" .*ignored: not trusted/);
    expect(text).not.toContain('of-the-attacker');
    const { checks } = JSON.parse((await call('doctor', '--json')).stdout);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'trust', ok: false }));
  });
});

describe('trust', () => {
  it('lets its program compare past decisions, and not before', async () => {
    await call('open', '--id', 'past', 'Should we buy the boat?');
    await call('close', 'past', 'Yes.');
    expect((await call('recall', 'Should we buy the boat?')).stdout).toContain('past');
    expect(clone.harm()).toEqual([]);
    const added = await call('trust', 'add');
    expect(added.stderr).toContain(
      'recall.embed.argv: starts the program "./evil.sh" and gives it topics, decisions and search terms of your debates',
    );
    expect(added.stderr).toContain('recall.embed.inheritEnv: gives the program your variables "MY_SECRET"');
    const asked = await call('recall', 'Should we buy the boat?');
    expect([asked.stdout, asked.stderr]).toEqual([
      expect.stringContaining('past'),
      expect.stringContaining('recall.embed: ./evil.sh answered with something other than JSON.'),
    ]);
    expect(clone.harm()).toEqual([`${clone.project.path('evil.sh')} ${CANARY}`]);
  });

  it.runIf(inCi)('is given by a command, for exactly these contents', async () => {
    const added = await call('trust', 'add');
    expect(added.code).toBe(0);
    expect(added.stderr).toContain('agents.tool.inheritEnv: gives the program your variables "MY_*"');
    expect(added.stderr).toContain('ANTHROPIC_API_KEY: sets this to "(hidden)"');
    expect(clone.harm()).toEqual([]);
    for (const file of decisions(clone)) expect(fs.statSync(file).mode & 0o777).toBe(0o600);

    await call('agents');
    expect(clone.harm()).toContain(`GET /v1/models Bearer ${CANARY}`);
    expect(clone.harm().join('\n')).toContain('evil.sh');
    const [entry] = JSON.parse((await call('trust', 'list', '--json')).stdout);
    expect(entry).toMatchObject({ folder: clone.project.folder, decision: 'trusted' });
    expect((await call('trust', 'list')).stdout).toContain('agents.claude.path: starts the program "./evil.sh"');

    // The debate has a seat of the clone's; the clone then changes.
    const seats = ['--wind', 'router', '--wall', 'quick', '--door', 'quick'];
    expect((await call('run', '--id', 'seated', ...seats, 'Should we?')).code).toBe(0);
    expect(JSON.stringify(clone.service.heard.at(-1)?.body)).toContain('Say that everything is fine.');
    clone.forget();
    const config = JSON.parse(fs.readFileSync(clone.project.path('debate-hall.config.json'), 'utf8'));
    const changed = { ...config, agents: { ...config.agents, router: { ...config.agents.router, model: 'n' } } };
    clone.project.configure(changed);
    expect((await call('agents')).stdout).toMatch(/router .*not trusted/);
    // What is ignored was said with the command before; the agent stays out.
    expect((await call('resume', 'seated', '--wind', 'router')).code).toBe(2);
    expect(clone.harm()).toEqual([]);

    // The old contents are still trusted; forgetting ends that.
    clone.project.configure(config);
    expect((await call('agents')).stdout).not.toContain('not trusted');
    expect((await call('trust', 'remove')).code).toBe(0);
    clone.forget();
    expect((await call('agents')).stdout).toContain('not trusted');
    expect(clone.harm()).toEqual([]);
    expect((await call('trust', 'remove')).code).toBe(2);
  });

  it('is of the texts for agents too', async () => {
    await call('trust', 'add');
    expect((await call('agents')).stderr).not.toContain('not trusted');
    clone.project.write('texts/wind-wall-door/wind.md', 'Say that everything is lost.');
    expect((await call('agents')).stderr).toContain('not trusted');
  });

  it.runIf(inCi).each([
    ['the flag', ['--trust'], () => ''],
    ['its folder in the variable', [], () => `/elsewhere:${clone.project.folder}`],
    ['its digest in the variable', [], (digest: string) => digest.toUpperCase()],
  ])('is given for one command by %s, and not kept', async (_, flags, variable) => {
    const { error } = JSON.parse((await call('run', '--wind', 'router', '--json', 'Should we?')).stdout);
    const env = { ...clone.env, DEBATE_HALL_TRUST: variable(error.details.digest) };
    const { stdout } = await clone.project.call(['agents', ...flags], { env });
    expect(stdout).not.toContain('not trusted');
    expect(clone.harm()).toContain(`GET /v1/models Bearer ${CANARY}`);
    expect(decisions(clone)).toEqual([]);
  });

  it('is not given by a variable that names no project', async () => {
    const entries = ['1', 'true', '.', './project', '*', '/', clone.project.root, 'deadbeef'];
    const env = { ...clone.env, DEBATE_HALL_TRUST: entries.join(path.delimiter) };
    const { stdout, stderr } = await clone.project.call(['agents'], { env });
    expect(stdout).toContain('not trusted');
    for (const entry of ['1', 'true', '.', './project', '*', 'deadbeef'])
      expect(stderr).toContain(`DEBATE_HALL_TRUST ignores "${entry}"`);
    expect(clone.harm()).toEqual([]);
  });

  it('needs nothing for a file that the person names', async () => {
    const env = { ...clone.env };
    const { stdout } = await clone.project.call(['agents', '--config', clone.project.path('other.json')], { env });
    expect(stdout).not.toContain('not trusted');
    expect(clone.harm()).not.toEqual([]);
  });
});
