// What the program leaves on a machine, and what of it "uninstall" takes away.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sayRemoval } from '../../src/doors/cli/commands/setup/uninstall.ts';
import { callProgramIn } from '../support/call-program.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
let home: string;
let env: Record<string, string>;
beforeEach(() => {
  project = createProject();
  home = project.env.HOME;
  // Agents that could be asked about plug-ins are not on this machine.
  env = { PATH: '/nowhere', XDG_CACHE_HOME: path.join(home, '.cache') };
});
afterEach(() => project.dispose());

const REMOVED = [
  '.cache/debate-hall/compiled/cli/code',
  '.local/state/debate-hall/plugins/claude/.claude-plugin/plugin.json',
  '.local/state/debate-hall/plugins/gemini/gemini-extension.json',
  '.local/state/debate-hall/trust/decision.json',
  '.local/state/debate-hall/told/warning',
  '.local/state/debate-hall/checked-agents/pi.json',
];
const KEPT = [
  '.local/state/debate-hall/kept/turn.md',
  '.local/state/debate-hall/work-trees/shop/a.ts',
  '.local/state/debate-hall/something-new/file',
  '.config/debate-hall/config.json',
];

function fill(): string[] {
  const files = [...REMOVED, ...KEPT].map((name) => path.join(home, name));
  const mine = [project.path('debates/a.jsonl'), project.path('.mcp.json'), path.join(home, '.codex/config.toml')];
  for (const file of [...files, ...mine]) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, file.endsWith('.mcp.json') ? '{"mcpServers":{"debate-hall":{}}}' : 'theirs\n');
  }
  return [...files, ...mine];
}
const left = (files: readonly string[]) => files.filter((file) => fs.existsSync(file));

it('lists every place that is there, and removes nothing in a dry run', async () => {
  const files = fill();
  const { code, stdout } = await project.call(['uninstall', '--dry-run', '--json'], { env });
  expect(code).toBe(0);
  const { places } = JSON.parse(stdout) as { places: { path: string; removed: boolean }[] };
  for (const file of files.filter((each) => !each.endsWith('config.toml'))) {
    const inside = places.filter((place) => file === place.path || file.startsWith(place.path + path.sep));
    expect([file, inside.map(({ removed }) => removed)]).toEqual([file, [REMOVED.some((name) => file.endsWith(name))]]);
  }
  // A file of another program without an entry of ours is none of our places.
  expect(places.filter((place) => place.path.endsWith('config.toml'))).toEqual([]);
  expect(left(files)).toEqual(files);
});

it.runIf(inCi)('removes what it can make again, and keeps what is theirs', async () => {
  const files = fill();
  const refused = await project.call(['uninstall'], { env });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Pass --yes.')]);
  expect(left(files)).toEqual(files);
  // The built program, which keeps compiled code when it ends.
  expect(await project.run(['uninstall', '--yes'], { env })).toMatchObject({ code: 0, stdout: '' });
  expect(left(files)).toEqual(files.filter((file) => !REMOVED.some((name) => file.endsWith(name))));
  expect(fs.readdirSync(path.join(home, '.cache'))).toEqual([]);
  expect(fs.readdirSync(path.join(home, '.local/state/debate-hall'))).toEqual(['kept', 'something-new', 'work-trees']);
});

it('says that only the program is there on a machine without anything of it', async () => {
  const { stdout } = await project.call(['uninstall', '--dry-run'], { env });
  expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/^keep .*remove it the way you installed it/)]);
});

const listed = async (folder = project.folder) => {
  const { stdout } = await callProgramIn({ folder, env: { ...project.env, ...env } }, [
    'uninstall',
    '--dry-run',
    '--json',
  ]);
  return (JSON.parse(stdout) as { places: { path: string }[] }).places.map((place) => place.path);
};

it('lists the hall that is configured, also from a folder below, and the usual one where the configuration is damaged', async () => {
  fs.mkdirSync(project.path('.git'));
  fs.mkdirSync(project.path('sub'));
  for (const name of ['decisions/a.jsonl', 'debates/a.jsonl']) project.write(name, '');
  project.write('debate-hall.config.json', { hall: 'decisions' });
  for (const folder of [project.folder, project.path('sub')])
    expect(await listed(folder)).toContain(project.path('decisions'));
  project.write('debate-hall.config.json', '{ broken');
  expect(await listed()).toContain(project.path('debates'));
});

it.each([
  ['.codex/config.toml', '[projects."/home/ada/debate-hall"]\ntrust_level = "trusted"\n', false],
  ['.codex/config.toml', '[mcp_servers.debate-hall]\ncommand = "x"\n', true],
  ['.codex/config.toml', 'debate-hall = [', true],
])('takes for an entry in %s what is one: %s', async (name, text, isEntry) => {
  const file = path.join(home, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  expect((await listed()).includes(file)).toBe(isEntry);
});

it('removes all else where a plug-in cannot be removed, and says so last', async () => {
  const files = fill();
  const bin = path.join(project.root, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'claude'), '#!/bin/sh\necho none\n', { mode: 0o755 });
  const { code, stderr } = await project.call(['uninstall', '--yes'], {
    env: { ...env, PATH: `${bin}:/bin:/usr/bin` },
  });
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/printed something unexpected.*or remove the plug-in yourself.*All else is removed/s),
  ]);
  const stays = (file: string) => file.includes('plugins/claude') || !REMOVED.some((name) => file.endsWith(name));
  expect(left(files)).toEqual(files.filter(stays));
});

it('says how to remove the program by where it is', () => {
  project.write('package.json', '{}');
  expect(
    [
      '/usr/lib/node_modules/debate-hall/',
      project.path('node_modules/debate-hall'),
      '/home/ada/.npm/_npx/0f/node_modules/debate-hall',
      '/opt/homebrew/Cellar/debate-hall/1/libexec/lib/node_modules/debate-hall',
      'C:\\Users\\ada\\scoop\\apps\\debate-hall\\current',
      '/home/ada/pnpm/global/5/node_modules/debate-hall',
      '/src/debate-hall',
    ].map(sayRemoval),
  ).toEqual([
    'npm uninstall --global debate-hall',
    `npm uninstall debate-hall, in ${project.folder}`,
    'npx keeps it for its next call; nothing is installed',
    'brew uninstall debate-hall',
    'scoop uninstall debate-hall',
    ...['remove it the way you installed it', 'remove it the way you installed it'],
  ]);
});
