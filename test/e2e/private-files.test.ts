// What a hall leaves on a disk: who may read it, that no run leaves its texts behind, and that nothing is written without locks.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, MAIN, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({
    agents: { quick: quickRehearsal },
    seats: { wind: 'quick', wall: 'quick', door: 'quick' },
  });
});
afterEach(() => project.dispose());

const RUN = ['run', '-q', '--id', 'd', 'Is it ready?'];

it.runIf(inCi)('is for its owner alone, whatever the umask', () => {
  const program = ['umask 000; exec "$@"', 'sh', process.execPath, MAIN, ...RUN];
  const { status } = spawnSync('sh', ['-c', ...program], { cwd: project.folder, env: project.env });
  expect(status).toBe(0);
  const entries = fs.readdirSync(project.debates, { recursive: true, withFileTypes: true });
  const modes = [project.debates, ...entries.map((entry) => path.join(entry.parentPath, entry.name))].map((place) => {
    const stat = fs.statSync(place);
    return `${stat.isDirectory() ? 'folder' : path.basename(place)} ${(stat.mode & 0o777).toString(8)}`;
  });
  expect(modes.filter((mode) => !/ (?:700|600)$/.test(mode) && !mode.startsWith('.gitignore'))).toEqual([]);
  expect(modes).toEqual(expect.arrayContaining(['folder 700', 'd.jsonl 600', 'd.oct.md 600', 'd.md 600']));
});

describe('what a killed run told', () => {
  const feed = () => path.join(project.debates, '.hall', 'd.live.ndjson');
  /** As after a run that was killed between the end of the debate and its own. */
  async function killed() {
    await project.call(RUN);
    fs.writeFileSync(feed(), '{"type":"text","text":"a whole text"}\n');
  }

  it.runIf(inCampaign).each([
    ['resume', ['resume', 'd', '-q']],
    ['the next write', ['outcome', 'd', 'right']],
    ['doctor --clean', ['doctor', '--clean']],
    ['redact', ['redact', 'd', '--event', '0', '--reason', 'x']],
    ['delete', ['delete', 'd', '--yes']],
  ])('is gone after %s', async (_, args) => {
    await killed();
    const { stdout } = await project.call(['doctor']);
    expect(stdout).toContain('.hall/d.live.ndjson: left behind by an interrupted run');
    await project.call(args);
    expect(fs.existsSync(feed())).toBe(false);
    expect((await project.call(['doctor'])).stdout).toContain('none left behind');
  });
});

describe('without the addon that locks', () => {
  const run = (args: readonly string[]) => {
    const broken = project.write('broken.cjs', "process.dlopen = () => { throw new Error('wrong ELF class'); };");
    return project.run(args, { env: { NODE_OPTIONS: `--require=${JSON.stringify(broken)}` } });
  };

  it.runIf(inCampaign)('nothing is written, and every command says why in one sentence', async () => {
    const before = fs.readdirSync(project.folder);
    for (const args of [['open', '--id', 'b', 'Who is it?'], RUN]) {
      const { code, stderr } = await run([...args]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: The addon that locks files.*does not load/m)]);
      expect(stderr).toContain('glibc');
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    expect(fs.readdirSync(project.folder)).toEqual([...before, 'broken.cjs'].sort());
    const { stdout } = await run(['doctor']);
    expect(stdout).toContain('The addon that locks files');
  });

  it.runIf(inCampaign)('what is there can be read', async () => {
    await project.call(RUN);
    for (const args of [['list'], ['show', 'd'], ['verify', 'd']]) expect((await run(args)).code).toBe(0);
  });
});

it.runIf(inCampaign)('a relative cache folder does not count', async () => {
  const { code } = await project.run(['list'], { env: { XDG_CACHE_HOME: 'relative', XDG_STATE_HOME: 'relative' } });
  expect([code, fs.existsSync(project.path('relative'))]).toEqual([0, false]);
});
