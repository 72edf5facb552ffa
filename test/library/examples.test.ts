// Runs and type-checks every example of docs/library.md against the built package, through its exports map.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const documentation = await readFile(path.join(root, 'docs/library.md'), 'utf8');
const examples = [...documentation.matchAll(/^## (.+)$|^```js\n([\s\S]*?)^```$/gm)].reduce<{
  heading: string;
  found: { name: string; code: string }[];
}>(
  ({ heading, found }, [, title, code]) =>
    title === undefined
      ? { heading, found: [...found, { name: heading, code: code ?? '' }] }
      : { heading: title, found },
  { heading: '', found: [] },
).found;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-library-'));
  await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true });
  await symlink(root, path.join(folder, 'node_modules/debate-hall'), 'dir');
  await symlink(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'), 'dir');
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const quick = { agents: { rehearsal: { wordsPerSecond: 0 } } };
  await writeFile(path.join(folder, 'debate-hall.config.json'), JSON.stringify(quick));
  for (const [index, { code }] of examples.entries()) await writeFile(path.join(folder, `${index}.js`), code);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function output(index: number): Promise<string> {
  const { stdout } = await run(process.execPath, [`${index}.js`], { cwd: folder, env: { PATH: process.env['PATH'] } });
  return stdout;
}

describe('docs/library.md', () => {
  it('shows a whole debate', async () => {
    const text = await output(0);
    expect(text).toContain('Round 1, Door: ');
    expect(text).toContain("reason: 'closed'");
    expect(text).toContain("outcome: 'decided'");
    const [ledger, record] = (await readdir(path.join(folder, 'debates'))).sort().reverse();
    expect([ledger, record]).toEqual([
      expect.stringMatching(/-rust\.oct\.md$/),
      expect.stringMatching(/-rust\.jsonl$/),
    ]);
  });

  it('shows settings and a plan', async () => {
    expect(await output(1)).toBe(
      "{ atLeast: 8, atMost: 11 }\nnull\n[ 'wind: rehearsal', 'wall: rehearsal', 'door: rehearsal' ]\n",
    );
  });

  it('shows a debate by hand', async () => {
    const lines = (await output(2)).trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^not-your-turn /), 'Soup.']);
  });

  it('shows how debates are read', async () => {
    const text = await output(3);
    expect(text).toContain('ok: true');
    expect(text).toContain('# Tabs or spaces?');
    expect(text).toContain('nobody runs it now');
  });

  it('has no example that is not run here', () => {
    expect(examples.map(({ name }) => name)).toEqual(['A whole debate', 'Settings', 'By hand', 'Reading']);
  });

  it('has examples that agree with the types', async () => {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const files = examples.map((_, index) => `${index}.js`);
    const options = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--skipLibCheck', '--types', 'node'];
    const checked = await run(
      process.execPath,
      [tsc, ...options, '--target', 'es2023', '--module', 'nodenext', ...files],
      {
        cwd: folder,
      },
    ).catch((error: { stdout: string }) => error);
    expect(checked.stdout).toBe('');
  }, 60_000);
});
