// What the program leaves on a machine, and what of it "uninstall" takes away.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('removes what it can make again, and keeps what is theirs', async () => {
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
  expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/^keep .*npm uninstall --global debate-hall/)]);
});
