import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HallFolder, makeHallFolder } from './hall-folder.ts';

let hall: HallFolder;
beforeEach(async () => {
  hall = await makeHallFolder();
});
afterEach(() => hall.remove());

const PROJECT = 'repository/debate-hall.config.json';

const SEE = expect.stringMatching(/^See .+configuration\.md\.$/);
const KINDS = expect.stringContaining('Known kinds: claude, codex, gemini');

describe('a configuration that is wrong', () => {
  it.each([
    [{ recpie: 'x' }, 'recpie: unknown key', 'Did you mean "recipe"?'],
    [{ limits: { token: 3 } }, 'limits.token: unknown key', 'Did you mean "tokens"?'],
    [{ limits: { tokens: 0 } }, 'limits.tokens: must be at least 1', undefined],
    [{ limits: { minutes: '5' } }, 'limits.minutes: must be a number, not a string', undefined],
    [{ agentRetries: 1.5 }, 'agentRetries: must be a whole number', undefined],
    [{ seats: { wall: { agnet: 'codex' } } }, 'seats.wall.agent: is missing', 'Did you mean "agent"?'],
    [{ seats: { wall: { agent: 'codex', modle: 'x' } } }, 'seats.wall.modle: unknown key', 'Did you mean "model"?'],
    [{ seats: { wall: 7 } }, 'seats.wall: must be text (agent[:model][#effort]', undefined],
    [{ seats: { Wall: 'codex' } }, 'seats.Wall: the name must be a lower-case slug', undefined],
    [{ seats: { wall: 'codx' } }, 'seats.wall: there is no agent "codx"', 'Did you mean "codex"?'],
    [{ seats: { wall: { agent: 'claude', standIn: 'gemni' } } }, 'there is no agent "gemni"', 'Did you mean "gemini"?'],
    [{ agents: { claude: { modle: 'x' } } }, 'agents.claude.modle: unknown key', 'Did you mean "model"?'],
    [{ agents: { claude: { effort: 'hihg' } } }, 'agents.claude.effort: must be "low" or', 'Did you mean "high"?'],
    [{ agents: { mine: { model: 'x' } } }, 'agents.mine.kind: is missing', KINDS],
    [{ agents: { mine: {} } }, 'agents.mine.kind: is missing', KINDS],
    [{ agents: { mine: { kind: 'cladue' } } }, 'agents.mine.kind: unknown kind', 'Did you mean "claude"?'],
    [{ agents: { tool: { kind: 'command' } } }, 'agents.tool.argv: is missing', undefined],
    [{ format: 'oxfrod' }, 'format: there is no format "oxfrod"', 'Did you mean "oxford"?'],
    [{ formats: { oxford: { speech: 1 } } }, 'formats.oxford.speech: unknown key', 'Did you mean "speeches"?'],
    [{ recipe: 'quik' }, 'recipe: there is no recipe "quik"', 'Did you mean "quick"?'],
    [{ seats: { wnd: 'claude' } }, 'seats.wnd: there is no seat "wnd"', 'Did you mean "wind"?'],
    [{ escalate: { seats: { jugde: 'codex' } } }, 'escalate.seats.jugde: there is no seat', 'Did you mean "judge"?'],
    [{ web: { privateHosts: ['127.0.0.1:39333'] } }, 'web.privateHosts.0: must be a host', undefined],
    [{ preset: 'quik' }, 'preset: there is no preset', 'Did you mean "quick"?'],
    [[], 'the configuration: must be an object, not a list', undefined],
    ['"text"', 'the configuration: must be an object, not a string', undefined],
    ['{ "__proto__": { "recipe": "x" } }', '__proto__: is not a usable key', undefined],
    ['{ "recipe": "deep",\n"recipe": "quick" }', ', line 2: "recipe" is there twice.', 'Keep one of them.'],
  ])('%j is refused with file, path and advice', async (content, message, hint) => {
    const path = await hall.write(PROJECT, content);
    const error = await hall.refusal();
    expect(error.code).toBe('config-invalid');
    expect(error.message).toContain(path);
    expect(error.message).toContain(message);
    expect(error.hint).toEqual(hint ?? SEE);
  });

  it('lists everything that is wrong', async () => {
    await hall.write(PROJECT, { recpie: 'x', limits: { usd: -1 } });
    const error = await hall.refusal();
    expect(error.message).toMatch(/\(and 1 more\)\.$/);
    expect(error.details['issues']).toHaveLength(2);
  });

  it('says of every unknown name what was probably meant', async () => {
    await hall.write(PROJECT, { recpie: 'x', limits: { token: 3 } });
    expect((await hall.refusal()).hint).toBe('limits.token: Did you mean "tokens"? recpie: Did you mean "recipe"?');
  });

  it('names the highest file that mentions an agent without a kind', async () => {
    const user = await hall.write('home/.config/debate-hall/config.yaml', 'agents:\n  mine: {}\n');
    expect((await hall.refusal()).message).toContain(`${user}: agents.mine.kind`);
    const project = await hall.write(PROJECT, { agents: { mine: { model: 'x' } } });
    expect((await hall.refusal()).message).toContain(`${project}: agents.mine.kind`);
  });

  it('names the file that set the wrong value, not the one above it', async () => {
    const user = await hall.write('home/.config/debate-hall/config.yaml', 'agents:\n  claude:\n    effort: none\n');
    await hall.write(PROJECT, { agents: { claude: { model: 'opus' } } });
    expect((await hall.refusal()).message).toContain(`${user}: agents.claude.effort`);
  });
});

describe('a file that cannot be used', () => {
  it.each([
    ['debate-hall.config.json', '{\n  "recipe": "deep",\n  "hall": x\n}', 'line 3: this is not valid JSON'],
    ['debate-hall.config.json', '{\n  "recipe": "deep",\n}', 'line 3: this is not valid JSON'],
    ['debate-hall.config.json', '{\n  "recipe": "deep"\n', 'line 3: this is not valid JSON'],
    ['debate-hall.config.json', '// why\n{}', 'line 1: this is not valid JSON'],
    ['debate-hall.config.yaml', 'recipe: deep\nlimits:\n  tokens: [1\n', 'this is not valid YAML'],
    ['debate-hall.config.yaml', 'recipe: deep\nrecipe: quick\n', 'line 2: this is not valid YAML'],
    ['.debate-hallrc', 'a: b: c', 'line 1: this is not valid YAML'],
    ['debate-hall.config.yaml', 'a: !!js/function "function () {}"', 'this is not valid YAML'],
    ['package.json', '{ "debate-hall": {\n', 'this is not valid JSON'],
    ['package.json', '{ "debate-hall": { "recipe": "deep",\n"recipe": "deep" } }', 'line 2: "recipe" is there twice'],
    ['package.json', '{ "debate-hall": {},\n\n"debate-hall": {} }', 'line 3: "debate-hall" is there twice'],
    ['debate-hall.config.yaml', 'recipe: deep\n---\nrecipe: deep\n', 'this is not valid YAML'],
  ])('%s with %j names file and line', async (name, text, message) => {
    const path = await hall.write(`repository/${name}`, text);
    const error = await hall.refusal();
    expect(error.code).toBe('config-invalid');
    expect(error.message).toContain(path);
    expect(error.message).toContain(message);
  });

  it('is refused when it is not UTF-8', async () => {
    const path = await hall.write('repository/debate-hall.config.yaml', '');
    await writeFile(path, Buffer.from('hall: d\u00e9bats\n', 'latin1'));
    const { code, message } = await hall.refusal();
    expect([code, message]).toEqual(['config-invalid', `${path} is not text in UTF-8.`]);
  });

  it.each(['.', './', '../repository', 'debates/..'])(
    'is refused where it keeps debates in the project itself: %s',
    async (place) => {
      await hall.write(PROJECT, { hall: place });
      const { code, message } = await hall.refusal();
      expect([code, message]).toEqual(['config-invalid', expect.stringContaining('the folder of the project itself')]);
    },
  );

  it('is refused when it is a link to a file that is not there', async () => {
    await symlink('elsewhere.json', join(hall.repository, 'debate-hall.config.json'));
    expect((await hall.refusal()).message).toContain('cannot be read (a link to a file that is not there)');
  });

  it('is refused when it is a folder', async () => {
    await mkdir(join(hall.repository, 'debate-hall.config.json'));
    expect((await hall.refusal()).message).toContain('cannot be read (a folder, not a regular file)');
  });

  it('is refused when its aliases never end or multiply without end', async () => {
    await hall.write('repository/debate-hall.config.yaml', 'agents: &a\n  claude: *a\n');
    expect((await hall.refusal()).message).toContain('nested deeper than');
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`,
    );
    await hall.write('repository/debate-hall.config.yaml', `l0: &l0 [x]\n${levels.join('\n')}\n`);
    expect((await hall.refusal()).message).toContain('has more than');
  });

  it('is passed over when it is another project’s damaged package.json', async () => {
    await hall.write('repository/package.json', '{ damaged');
    expect((await hall.load()).files).toEqual([]);
  });
});

describe('secrets in a configuration file', () => {
  // Put together here, so that no scanner takes this file for a leak.
  const value = ['sk', 'ant', 'a1b2'.repeat(10)].join('-');
  it.each([
    [{ apiKey: 'hunter2' }, 'apiKey'],
    [{ agents: { claude: { env: { ANTHROPIC_API_KEY: 'hunter2' } } } }, 'agents.claude.env.ANTHROPIC_API_KEY'],
    [{ agents: { claude: { env: { DB_PASSWORD: 'hunter2' } } } }, 'agents.claude.env.DB_PASSWORD'],
    [{ agents: { claude: { env: { HARMLESS: value } } } }, 'agents.claude.env.HARMLESS'],
    [{ agents: { claude: { extraArgs: ['--header', value] } } }, 'agents.claude.extraArgs.1'],
    [{ agents: { claude: { token: 'hunter2' } } }, 'agents.claude.token'],
    [{ agents: { claude: { baseUrl: 'https://me:hunter2@example.com' } } }, 'agents.claude.baseUrl'],
    [{ agents: { claude: { authorization: ['hunter2'] } } }, 'agents.claude.authorization.0'],
  ])('%j is refused at %s without repeating it', async (content, path) => {
    const file = await hall.write(PROJECT, content);
    const error = await hall.refusal();
    expect(error.message).toContain(`${file}: ${path}:`);
    expect(error.hint).toContain('environment variable');
    const everything = JSON.stringify({ ...error.toJSON(), stack: error.stack, cause: error.cause });
    expect(everything).not.toContain('hunter2');
    expect(everything).not.toContain(value);
  });

  it('is not repeated by the error of a damaged file either', async () => {
    for (const [name, text] of [
      ['debate-hall.config.json', `{ "apiKey": "${value}" x }`],
      ['debate-hall.config.yaml', `apiKey: ${value}: x`],
    ] as const) {
      await hall.write(`repository/${name}`, text);
      const error = await hall.refusal();
      expect(JSON.stringify({ ...error.toJSON(), stack: error.stack, cause: error.cause })).not.toContain(value);
      await hall.write(`repository/${name}`, '{}');
    }
  });

  it('does not take numbers and switches for secrets', async () => {
    await hall.write(PROJECT, { limits: { tokens: 5 }, context: { allowSecrets: true } });
    const { config, warnings } = await hall.load();
    expect(config.limits.tokens).toBe(5);
    expect(warnings.join()).toContain('Context may contain secrets');
  });
});
