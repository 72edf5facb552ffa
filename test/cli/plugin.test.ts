// Plug-ins of agent CLIs: what is written, what the programs are asked, and what happens when one of them does not do it. The real programs
// are tried in test/real-clis.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chosenTools } from '../../src/doors/mcp/tools/toolsets.ts';
import { readPluginParts, SERVER_ARGS } from '../../src/doors/plugins/install-plugin.ts';
import { PLUGIN_PROGRAMS, type PluginProgram, renderPlugin } from '../../src/doors/plugins/render-plugin.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const FAKE = fileURLToPath(new URL('../fakes/has-plugins.mjs', import.meta.url));

const PLUGIN = 'debate-hall@debate-hall';

interface Expected {
  readonly add: (folder: string) => readonly string[];
  readonly remove: readonly string[];
  readonly list: string;
}

const EXPECTED: Readonly<Record<PluginProgram, Expected>> = {
  claude: {
    add: (folder) => [`plugin marketplace add ${folder}`, `plugin install ${PLUGIN}`],
    remove: [`plugin uninstall ${PLUGIN}`, 'plugin marketplace remove debate-hall'],
    list: 'plugin list --json',
  },
  codex: {
    add: (folder) => [`plugin marketplace add ${folder}`, `plugin add ${PLUGIN}`],
    remove: [`plugin remove ${PLUGIN}`, 'plugin marketplace remove debate-hall'],
    list: 'plugin list --json',
  },
  gemini: {
    add: (folder) => [`extensions install ${folder} --consent --skip-settings`],
    remove: ['extensions uninstall debate-hall'],
    list: 'extensions list --output-format json',
  },
};

let project: Project;
let env: Record<string, string>;
let log: string;
beforeEach(() => {
  project = createProject();
  const bin = path.join(project.root, 'bin');
  fs.mkdirSync(bin);
  for (const program of PLUGIN_PROGRAMS) {
    const script = `#!${process.execPath}\n${fs.readFileSync(FAKE, 'utf8')}`;
    // A module without an ending has to be told by its folder.
    fs.writeFileSync(path.join(bin, program), script, { mode: 0o755 });
  }
  fs.writeFileSync(path.join(bin, 'package.json'), '{"type":"module"}');
  log = path.join(project.root, 'log');
  env = { PATH: bin, FAKE_LOG: log };
});
afterEach(() => project.dispose());

const call = (words: string, more: Record<string, string> = {}) =>
  project.call(['plugin', ...words.split(' ')], { env: { ...env, ...more } });
const folderOf = (program: string) => path.join(project.env.HOME, '.local/state/debate-hall/plugins', program);
const asked = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : []);
const written = (folder: string) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
        .sort()
    : [];

describe.each(PLUGIN_PROGRAMS)('the plug-in of %s', (program) => {
  const { add, remove, list } = EXPECTED[program];
  const commands = (lines: readonly string[]) => lines.map((line) => `${program} ${line}`);

  it.runIf(inCampaign || (inCi && program === 'claude'))(
    'is added, added again over itself, and removed without a trace',
    async () => {
      const folder = folderOf(program);
      const dry = await call(`install ${program} --dry-run --json`);
      expect(asked()).toEqual([]);
      expect(written(folder)).toEqual([]);
      const plan = JSON.parse(dry.stdout);
      expect(plan.commands.map((words: string[]) => words.join(' '))).toEqual(commands(add(folder)));

      expect(await call(`install ${program}`)).toMatchObject({ code: 0 });
      expect(asked()).toEqual(commands([list, ...add(folder)]));
      expect(written(folder)).toEqual([...plan.files].sort());

      fs.rmSync(log);
      fs.writeFileSync(path.join(folder, 'of-an-older-version.md'), '');
      expect(await call(`install ${program} --json`)).toMatchObject({ code: 0, stderr: '' });
      expect(asked()).toEqual(commands([list, ...remove, ...add(folder)]));
      expect(written(folder)).toEqual([...plan.files].sort());

      fs.rmSync(log);
      expect(await call(`uninstall ${program}`)).toMatchObject({ code: 0 });
      expect(asked()).toEqual(commands([list, ...remove]));
      expect(fs.existsSync(folder)).toBe(false);

      fs.rmSync(log);
      expect(await call(`uninstall ${program}`)).toMatchObject({ code: 0 });
      expect(asked()).toEqual(commands([list]));
    },
  );

  it.runIf(inCi)('of somebody else is kept', async () => {
    for (const words of add('/elsewhere')) spawnSync(path.join(env['PATH'] ?? '', program), words.split(' '), { env });
    for (const verb of ['install', 'uninstall']) {
      fs.rmSync(log);
      const { code, stderr } = await call(`${verb} ${program}`);
      expect([code, stderr]).toEqual([2, expect.stringContaining('from elsewhere; nothing was changed.')]);
      expect(asked()).toEqual(commands([list]));
      expect(written(folderOf(program))).toEqual([]);
    }
  });

  it.runIf(inCampaign || program === 'claude')(
    'leaves nothing when a step fails, and takes back only what it had added',
    async () => {
      const folder = folderOf(program);
      const steps = add(folder);
      for (const [index, step] of steps.entries()) {
        fs.rmSync(log, { force: true });
        const { code, stderr } = await call(`install ${program}`, { FAKE_FAILS: step });
        expect([code, stderr]).toEqual([4, expect.stringContaining(`"${program} ${step}" failed: It did not work.`)]);
        const undone = remove.slice(steps.length - index);
        expect(asked()).toEqual(commands([list, ...steps.slice(0, index + 1), ...undone]));
        expect(fs.existsSync(folder)).toBe(false);
      }
    },
  );

  it.runIf(inCi).each(['', 'Not logged in.', '{"unknown": 1}'])(
    'is not added when the program lists "%s"',
    async (printed) => {
      const { code, stderr } = await call(`install ${program}`, { FAKE_LIST: printed });
      expect([code, stderr]).toEqual([4, expect.stringContaining('printed something unexpected')]);
      expect(asked()).toEqual(commands([list]));
      expect(written(folderOf(program))).toEqual([]);
    },
  );

  it('needs the program to be added, and not to be removed', async () => {
    const nowhere = { PATH: '/nowhere' };
    expect(await call(`install ${program}`, nowhere)).toMatchObject({ code: 2, stdout: '' });
    fs.mkdirSync(folderOf(program), { recursive: true });
    expect(await call(`uninstall ${program}`, nowhere)).toMatchObject({ code: 0 });
    expect(fs.existsSync(folderOf(program))).toBe(false);
  });
});

describe('the commands', () => {
  const parts = readPluginParts();
  const server = { command: 'debate-hall', args: SERVER_ARGS };
  const tools = chosenTools(SERVER_ARGS[2].split(','), undefined, {});
  const NAMES = ['check', 'debate', 'debate-report', 'debate-run', 'decided', 'review-panel'];

  it('are these', () => expect(Object.keys(parts.commands).sort()).toEqual(NAMES));

  it.each(NAMES)('/%s names tools, arguments and results that exist', (name) => {
    const text = parts.commands[name]?.body ?? '';
    const words = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)(?:: [^`]*)?`/g)].map(([, word = '']) => word);
    const known = tools.flatMap((tool) => [
      tool.name,
      ...Object.keys(tool.input.shape),
      ...Object.keys(tool.output.shape),
    ]);
    expect(words.filter((word) => ![...known, 'next_seq', 'next_step'].includes(word))).toEqual([]);
    expect(words.filter((word) => tools.some((tool) => tool.name === word)).length).toBeGreaterThan(0);
    expect(text.match(/\$ARGUMENTS/g)).toHaveLength(1);
    expect(text.split(/\s+/).length).toBeLessThan(320);
  });

  it.each(PLUGIN_PROGRAMS)('are whole in the plug-in of %s', (program) => {
    const files = renderPlugin(program, { ...parts, server });
    for (const [file, text] of Object.entries(files)) {
      if (file.endsWith('.json')) JSON.parse(text);
      const [, head] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
      if (file.endsWith('.md')) expect(load(head ?? '')).toMatchObject({ description: expect.any(String) });
      expect(text.includes('$ARGUMENTS')).toBe(program === 'claude' && file.startsWith('commands/'));
      // One literal string, which ends where it should.
      if (file.endsWith('.toml')) expect(text.split("'''")).toHaveLength(3);
    }
    for (const { body } of Object.values(parts.commands)) {
      const [, end = ''] = body.split('$ARGUMENTS');
      expect(Object.values(files).filter((text) => text.includes(end))).toHaveLength(1);
    }
  });
});
