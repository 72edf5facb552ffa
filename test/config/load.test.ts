import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainConfig } from '../../src/hall/operations/setup/explain-hall.ts';
import { type HallFolder, makeHallFolder } from './hall-folder.ts';

let hall: HallFolder;
beforeEach(async () => {
  hall = await makeHallFolder();
});
afterEach(() => hall.remove());

const PROJECT = 'repository/debate-hall.config.json';
const USER = 'home/.config/debate-hall/config.json';

describe('the order of layers', () => {
  it('has a default for everything when nothing is configured', async () => {
    const { config, agents, files, warnings, projectRoot } = await hall.load();
    expect(config).toMatchObject({
      hall: join(hall.repository, 'debates'),
      format: 'wind-wall-door',
      recipe: 'standard',
      seats: {},
      limits: { tokens: null, usd: null, minutes: null, turns: null, rounds: null },
      context: { maxBytes: 409_600, allowSecrets: false },
      agentRetries: 2,
    });
    expect((await agents()).agents['claude']).toEqual({
      kind: 'claude',
      settings: { timeoutMinutes: 10, env: {}, extraArgs: [] },
    });
    expect({ files, warnings, projectRoot }).toEqual({ files: [], warnings: [], projectRoot: hall.repository });
  });

  it('lets each layer win over the one below it', async () => {
    const flags = [{ name: '--max-tokens', path: ['limits', 'tokens'], value: 6 }];
    const tokens = async (options: Parameters<typeof hall.load>[0] = {}) =>
      (await hall.load(options)).config.limits.tokens;
    const env = { DEBATE_HALL_MAX_TOKENS: '5', DEBATE_HALL_PRESET: 'thrifty' };

    expect(await tokens()).toBe(null);
    expect(await tokens({ env: { DEBATE_HALL_PRESET: 'thrifty' } })).toBe(200_000);
    await hall.write(USER, { limits: { tokens: 3 } });
    expect(await tokens({ env: { DEBATE_HALL_PRESET: 'thrifty' } })).toBe(3);
    await hall.write(PROJECT, { limits: { tokens: 4 } });
    expect(await tokens({ env: { DEBATE_HALL_PRESET: 'thrifty' } })).toBe(4);
    expect(await tokens({ env })).toBe(5);
    expect(await tokens({ env, flags })).toBe(6);
  });

  it.for([
    [{ limits: { usd: 2 } }, { limits: { usd: 1 } }, []],
    [{ limits: { usd: 2 } }, { limits: { usd: 2 } }, []],
    [{ limits: { usd: 2 } }, { limits: { usd: 3, turns: 9 } }, ['limits.usd']],
    [{ limits: { usd: 2, turns: 5 } }, { limits: { usd: null, turns: 9 } }, ['limits.usd', 'limits.turns']],
    [{ limits: { usd: null } }, { limits: { usd: 3 } }, []],
    [{}, { limits: { usd: 3 }, github: { allowedAuthors: ['ana'] } }, []],
    [{ github: { allowedAuthors: ['ana', 'ben'] } }, { github: { allowedAuthors: ['ben'] } }, []],
    [
      { github: { allowedAuthors: ['ana'] } },
      { github: { allowedAuthors: ['ana', 'eve'] } },
      ['github.allowedAuthors'],
    ],
    [{ github: { allowedAuthors: [] } }, { github: { allowedAuthors: ['eve'] } }, ['github.allowedAuthors']],
  ] as const)(
    'with %o of one’s own lets a project that says %o loosen nothing without trust',
    async ([user, project, held]) => {
      await hall.write(USER, user);
      await hall.write(PROJECT, project);
      const { trust, config } = await hall.load({ trust: async () => 'undecided' });
      expect(trust.ignored.map(({ path }) => path.join('.'))).toEqual(held);
      const all = await hall.load({ trust: async () => 'trusted' });
      expect(all.config).toMatchObject(project);
      if (held.length === 0) expect(config).toEqual(all.config);
      else expect(config).toMatchObject(user);
    },
  );

  it('counts an empty variable as not set, also where the .env sets it, but keeps an empty key', async () => {
    await hall.write(
      'repository/.env',
      'DEBATE_HALL_PROMPTS=texts\nDEBATE_HALL_RECIPE=deep\nOPENAI_API_KEY=of-the-project\n',
    );
    await hall.write('repository/texts/oxford/judge.md', 'Judge.');
    const { config, texts, env, origins } = await hall.load({
      env: { DEBATE_HALL_PROMPTS: '', DEBATE_HALL_RECIPE: '', OPENAI_API_KEY: '' },
    });
    const folder = join(hall.repository, 'texts');
    expect(config).toMatchObject({ prompts: folder, recipe: 'deep' });
    expect(origins.get('prompts')?.source).toBe(`DEBATE_HALL_PROMPTS in ${join(hall.repository, '.env')}`);
    expect([...(texts?.files.keys() ?? [])]).toEqual(['oxford/judge.md']);
    expect(env['OPENAI_API_KEY']).toBe('');
  });

  it('merges objects deeply and replaces lists', async () => {
    await hall.write(USER, { agents: { claude: { model: 'opus', extraArgs: ['--a', '--b'] } }, limits: { usd: 2 } });
    await hall.write(PROJECT, { agents: { claude: { effort: 'high', extraArgs: ['--c'] } }, limits: { minutes: 5 } });
    const { config, agents } = await hall.load();
    expect((await agents()).agents['claude']?.settings).toMatchObject({
      model: 'opus',
      effort: 'high',
      extraArgs: ['--c'],
    });
    expect(config.limits).toMatchObject({ usd: 2, minutes: 5 });
  });

  it('replaces a seat as a whole, so that no model of another agent is left over', async () => {
    await hall.write(USER, { seats: { wall: { agent: 'claude', model: 'opus', standIn: 'gemini' } } });
    await hall.write(PROJECT, { seats: { wall: 'codex', door: 'claude:opus#high' } });
    const { config, origins } = await hall.load();
    expect(config.seats).toEqual({
      wall: { agent: 'codex' },
      door: { agent: 'claude', model: 'opus', effort: 'high' },
    });
    expect([...origins.keys()].filter((path) => path.startsWith('seats.'))).toEqual(['seats.wall', 'seats.door']);
  });

  it('drops the settings of a kind when a higher layer changes the kind', async () => {
    await hall.write(USER, { agents: { mine: { kind: 'claude', effort: 'high' } } });
    await hall.write(PROJECT, { agents: { mine: { kind: 'command', argv: ['cat'] } } });
    const { agents, origins } = await (await hall.load()).agents();
    expect(agents['mine']).toEqual({ kind: 'command', settings: { argv: ['cat'] } });
    expect(origins.has('agents.mine.effort')).toBe(false);
  });

  it('replaces what makes vectors as a whole, so that no key goes to an address of another file', async () => {
    const service = { kind: 'openai-http', baseUrl: 'https://mine.example/v1', model: 'm' };
    await hall.write(USER, { recall: { embed: { ...service, keyEnv: 'MY_KEY', timeoutSeconds: 5 } } });
    await hall.write(PROJECT, { recall: { embed: { ...service, baseUrl: 'https://theirs.example/v1' } } });
    const { config, origins } = await hall.load();
    expect(config.recall.embed).toEqual({ ...service, baseUrl: 'https://theirs.example/v1', timeoutSeconds: 30 });
    expect(origins.has('recall.embed.keyEnv')).toBe(false);
  });

  it('lifts the limit of a lower layer with null, and with "none" in a variable', async () => {
    await hall.write(USER, { limits: { tokens: 10, usd: 1 } });
    await hall.write(PROJECT, { limits: { tokens: null } });
    const { config } = await hall.load({ env: { DEBATE_HALL_MAX_USD: 'none' } });
    expect(config.limits).toMatchObject({ tokens: null, usd: null });
  });

  it('leaves options of a format as written, so that a recipe can come between', async () => {
    await hall.write(PROJECT, { formats: { 'wind-wall-door': { strict: true } } });
    expect((await hall.load()).config.formats).toEqual({ 'wind-wall-door': { strict: true } });
  });
});

describe('where files are looked for', () => {
  it.each([
    ['debate-hall.config.json', '{ "recipe": "deep" }'],
    ['debate-hall.config.yaml', 'recipe: deep'],
    ['debate-hall.config.yml', '# a comment\nrecipe: deep\n'],
    ['.debate-hallrc', 'recipe: deep'],
    ['.debate-hallrc', '{ "recipe": "deep" }'],
    ['package.json', '{ "name": "x", "debate-hall": { "recipe": "deep" } }'],
    ['package.json', '{ "name": "x", "name": "y", "debate-hall": { "recipe": "deep" } }'],
    ['debate-hall.config.json', '\uFEFF{ "recipe": "deep" }'],
  ])('reads %s', async (name, text) => {
    const path = await hall.write(`repository/${name}`, text);
    const { config, files } = await hall.load();
    expect(config.recipe).toBe('deep');
    expect(files).toEqual([{ kind: 'project-file', path }]);
  });

  it.each(['debate-hall.config.yaml', '.debate-hallrc'])(
    'takes %s of comments alone for an empty one',
    async (name) => {
      for (const text of ['# later\n', '\n# later', '---\n# later\n']) {
        const path = await hall.write(`repository/${name}`, text);
        expect((await hall.load()).files).toEqual([{ kind: 'project-file', path }]);
      }
    },
  );

  it('goes up to the root of the repository and not beyond', async () => {
    await hall.write('debate-hall.config.json', { recipe: 'outside' });
    const deep = join(hall.repository, 'packages/a/src');
    await mkdir(deep, { recursive: true });
    expect((await hall.load({ cwd: deep })).config.recipe).toBe('standard');
    await hall.write('repository/packages/a/debate-hall.config.json', { recipe: 'deep', prompts: 'texts' });
    const { config, projectRoot } = await hall.load({ cwd: deep });
    expect(config.recipe).toBe('deep');
    expect(projectRoot).toBe(join(hall.repository, 'packages/a'));
    expect(config.hall).toBe(join(hall.repository, 'packages/a/debates'));
    expect(config.prompts).toBe(join(hall.repository, 'packages/a/texts'));
  });

  it('looks only into the folder itself when there is no repository', async () => {
    const outside = join(hall.home, 'a/b');
    await mkdir(outside, { recursive: true });
    await hall.write('home/a/debate-hall.config.json', { recipe: 'deep' });
    expect((await hall.load({ cwd: outside })).config.recipe).toBe('standard');
    expect((await hall.load({ cwd: join(hall.home, 'a') })).config.recipe).toBe('deep');
  });

  it('finds the user file where XDG_CONFIG_HOME says', async () => {
    await hall.write('home/xdg/debate-hall/config.yaml', 'recipe: quick\n');
    const env = { XDG_CONFIG_HOME: join(hall.home, 'xdg') };
    expect((await hall.load({ env })).config.recipe).toBe('quick');
    expect((await hall.load({ env: { XDG_CONFIG_HOME: 'relative' } })).config.recipe).toBe('standard');
  });

  it('reads a file that is named outright instead of the one of the project', async () => {
    await hall.write(PROJECT, { recipe: 'deep' });
    await hall.write('repository/other.yaml', 'recipe: quick');
    expect((await hall.load({ configFile: 'other.yaml' })).config.recipe).toBe('quick');
    expect((await hall.load({ env: { DEBATE_HALL_CONFIG: 'other.yaml' } })).config.recipe).toBe('quick');
    expect((await hall.refusal({ configFile: 'missing.json' })).message).toContain('missing.json');
  });

  it('says which files are there but do not count', async () => {
    await hall.write(PROJECT, {});
    const second = await hall.write('repository/.debate-hallrc', 'recipe: deep');
    const code = await hall.write('repository/debate-hall.config.mjs', 'throw new Error("never run")');
    const { warnings, config } = await hall.load();
    expect(config.recipe).toBe('standard');
    expect(warnings).toEqual([
      `${code} is ignored: config files are JSON or YAML.`,
      `${second} is ignored: ${join(hall.repository, 'debate-hall.config.json')} takes precedence.`,
    ]);
  });

  it('executes nothing of a cloned repository', async () => {
    const planted = 'globalThis.executed = true; module.exports = { searchPlaces: ["evil.js"] };';
    await hall.write('repository/.config/config.js', planted);
    await hall.write('repository/.config/config.cjs', planted);
    const before = process.cwd();
    process.chdir(hall.repository);
    try {
      await hall.load();
    } finally {
      process.chdir(before);
    }
    expect(globalThis).not.toHaveProperty('executed');
  });

  it('counts relative paths from the file that holds them, or from where they were typed', async () => {
    const cwd = join(hall.repository, 'src');
    await mkdir(cwd);
    await hall.write(USER, { hall: '~/all-debates' });
    expect((await hall.load({ cwd })).config.hall).toBe(join(hall.home, 'all-debates'));
    await hall.write(PROJECT, { hall: './records' });
    expect((await hall.load({ cwd })).config.hall).toBe(join(hall.repository, 'records'));
    expect((await hall.load({ cwd, env: { DEBATE_HALL_DIR: 'here' } })).config.hall).toBe(join(cwd, 'here'));
    expect((await hall.load({ cwd, env: { DEBATE_HALL_DIR: '/abs' } })).config.hall).toBe('/abs');
    await hall.write('repository/.env', 'DEBATE_HALL_DIR=there\nDEBATE_HALL_PROMPTS=texts\n');
    const { hall: folder, prompts } = (await hall.load({ cwd })).config;
    expect([folder, prompts]).toEqual([join(hall.repository, 'there'), join(hall.repository, 'texts')]);
  });
});

describe('variables and the .env of the project', () => {
  it('fills seats whose names have a number', async () => {
    const env = { DEBATE_HALL_SEAT_WALL: 'codex#low', DEBATE_HALL_SEAT_JUDGE_2: 'gemini' };
    expect((await hall.load({ env })).config.seats).toEqual({
      wall: { agent: 'codex', effort: 'low' },
      'judge-2': { agent: 'gemini' },
    });
  });

  it('names the variable or flag that is wrong', async () => {
    const wrongNumber = await hall.refusal({ env: { DEBATE_HALL_MAX_TOKENS: 'many' } });
    expect(wrongNumber.message).toBe('DEBATE_HALL_MAX_TOKENS: limits.tokens: must be a number, not a string.');
    const wrongSeat = await hall.refusal({ flags: [{ name: '--wall', path: ['seats', 'wall'], value: 'Claude!' }] });
    expect(wrongSeat.message).toContain('--wall: is not a valid seat: its agent must be a lower-case slug');
    const wrongFormat = await hall.refusal({ flags: [{ name: '--format', path: ['format'], value: 'oxfrod' }] });
    expect(wrongFormat.message).toBe('There is no format "oxfrod".');
  });

  it('reads keys from the nearest .env and never overrides the environment', async () => {
    const path = await hall.write(
      'repository/.env',
      'ANTHROPIC_API_KEY="from file"\nGITHUB_TOKEN=t\nOPENAI_API_KEY=\nDEBATE_HALL_RECIPE=quick\n' +
        'PATH=/evil\nNODE_OPTIONS=--require ./evil.js\nDATABASE_URL=x\n',
    );
    const cwd = join(hall.repository, 'src');
    await mkdir(cwd);
    const loaded = await hall.load({ cwd, env: { GITHUB_TOKEN: 'real', PATH: '/bin' } });
    expect(loaded.env).toEqual({
      ANTHROPIC_API_KEY: 'from file',
      GITHUB_TOKEN: 'real',
      DEBATE_HALL_RECIPE: 'quick',
      PATH: '/bin',
    });
    expect(loaded.config.recipe).toBe('quick');
    expect(loaded.origins.get('recipe')).toEqual({ kind: 'dotenv', source: `DEBATE_HALL_RECIPE in ${path}` });
    expect(process.env['ANTHROPIC_API_KEY']).not.toBe('from file');
  });

  it('takes a folder named .env for what it is', async () => {
    await mkdir(join(hall.repository, '.env'));
    expect((await hall.load()).files).toEqual([]);
  });

  it('warns of a variable that is nearly right and keeps quiet about others', async () => {
    const { warnings } = await hall.load({ env: { DEBATE_HALL_RECIPES: 'x', DEBATE_HALL_SOMETHING_ELSE: 'x' } });
    expect(warnings).toEqual(['Unknown variable DEBATE_HALL_RECIPES; did you mean DEBATE_HALL_RECIPE?']);
  });
});

describe('explaining', () => {
  it('shows every value with its origin', async () => {
    const project = await hall.write(PROJECT, { preset: 'thrifty', agents: { claude: { model: 'opus' } } });
    const loaded = await hall.load({
      env: { DEBATE_HALL_SEAT_WALL: 'codex:gpt-5.5#high' },
      flags: [{ name: '--door', path: ['seats', 'door'], value: { agent: 'claude', standIn: 'gemini#low' } }],
    });
    const rows = new Map(
      (await explainConfig(loaded)).map(({ path, value, origin }) => [
        path,
        `${JSON.stringify(value)} ${origin.kind} ${origin.source}`,
      ]),
    );
    expect(Object.fromEntries(rows)).toMatchObject({
      format: '"wind-wall-door" default built in',
      recipe: '"quick" preset thrifty',
      preset: `"thrifty" project-file ${project}`,
      'limits.tokens': '200000 preset thrifty',
      'limits.rounds': 'null default built in',
      'seats.wind': '"claude:haiku" preset thrifty',
      'seats.wall': '"codex:gpt-5.5#high" environment DEBATE_HALL_SEAT_WALL',
      'seats.door': '{"agent":"claude","standIn":"gemini#low"} flag --door',
      'agents.claude.model': `"opus" project-file ${project}`,
      'agents.claude.timeoutMinutes': '10 default built in',
    });
  });

  it('hides what could be a secret', async () => {
    const value = `ghp_${'a1b2'.repeat(9)}`;
    const flags = [{ name: '--set', path: ['agents', 'claude', 'env'], value: { GITHUB_TOKEN: value, MODE: 'x' } }];
    const rows = await explainConfig(await hall.load({ flags }));
    expect(JSON.stringify(rows)).not.toContain(value);
    expect(rows.find(({ path }) => path === 'agents.claude.env.GITHUB_TOKEN')).toMatchObject({
      value: null,
      hidden: true,
    });
    expect(rows.find(({ path }) => path === 'agents.claude.env.MODE')?.value).toBe('x');
  });
});
