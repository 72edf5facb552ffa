// Runs and type-checks every example of docs/library.md against the built package, through its exports map.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';

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

/** What is printed after each example. */
const END = '(end of the example)';

let folder: string;
/** What each example prints. */
let printed: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-library-'));
  await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true });
  await symlink(root, path.join(folder, 'node_modules/debate-hall'), 'dir');
  await symlink(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'), 'dir');
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const quick = { agents: { rehearsal: { wordsPerSecond: 0 } } };
  await writeFile(path.join(folder, 'debate-hall.config.json'), JSON.stringify(quick));
  await makeChange();
  for (const [index, { code }] of examples.entries()) await writeFile(path.join(folder, `${index}.js`), code);
  printed = await runAll();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the example of a review reviews. */
async function makeChange(): Promise<void> {
  const git = async (...args: string[]) =>
    await run('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args]);
  await git('init', '-q');
  await git('commit', '-q', '--allow-empty', '-m', 'Begin');
  await writeFile(path.join(folder, 'answer.js'), 'export const answer = 41;\n');
  await git('add', 'answer.js');
  await git('commit', '-q', '-m', 'Add the answer');
}

/** One after another in one process, since the package is loaded anew at each start. */
async function runAll(): Promise<readonly string[]> {
  const imports = examples.map((_, index) => `await import('./${index}.js');\nconsole.log('${END}');\n`);
  await writeFile(path.join(folder, 'all.js'), imports.join(''));
  const { stdout } = await run(process.execPath, ['all.js'], { cwd: folder, env: { PATH: process.env['PATH'] } });
  return stdout.split(`${END}\n`);
}

const output = (heading: string): string => printed[examples.findIndex(({ name }) => name === heading)] ?? '';

describe.runIf(inCi)('docs/library.md', () => {
  it('shows a whole debate', async () => {
    const text = output('A whole debate');
    expect(text).toContain('Round 1, Door: ');
    expect(text).toContain("reason: 'closed'");
    expect(text).toContain("outcome: 'decided'");
    expect(await readdir(path.join(folder, 'debates'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/-rust\.oct\.md$/), expect.stringMatching(/-rust\.jsonl$/)]),
    );
  });

  it('shows settings and a plan', () => {
    expect(output('Settings')).toBe('{ atLeast: 3, atMost: 14 }\nnull\n');
  });

  it('shows a review and a single question', () => {
    const review = output('Reviews and plans').trim().split('\n');
    expect(review[1]).toMatch(/^ +'P[012] /);
    expect(review.at(-1)).toMatch(/^[067]$/);
    expect(output('One question to one agent')).toMatch(/^./);
  });

  it('shows a check, the step that follows it, and a comparison', () => {
    const lines = output('Questions, checks, and what follows a debate').trim().split('\n');
    expect(lines.slice(0, 2)).toEqual(['not-settled', 'closed']);
    expect(lines.at(-1)).toBe('true');
  });

  it('shows a fork, and how it differs', () => {
    const lines = output('What if').trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^\{ sameTurns: \d+, differ: \d+ \}$/), 'true']);
  });

  it('shows a manual debate', () => {
    const lines = output('Manual turns').trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^not-your-turn /), 'Soup.']);
  });

  it('shows how debates are read', () => {
    const text = output('Reading');
    expect(text).toContain('ok: true');
    expect(text).toContain('# Tabs or spaces?');
    expect(text).toContain('nobody runs it now');
  });

  it.runIf(inCampaign)(
    'prints an error that nobody catches with its message first, and no line of the bundle',
    async () => {
      const code = "import { openHall, showDebate } from 'debate-hall';\nawait showDebate(await openHall(), 'nope');\n";
      await writeFile(path.join(folder, 'uncaught.js'), code);
      const { stderr } = await run(process.execPath, ['uncaught.js'], { cwd: folder }).catch(
        (error: { stderr: string }) => error,
      );
      const [first] = stderr.split('\n').filter((line) => !/^\s|^node:|^$/.test(line));
      expect(first).toBe('HallError: There is no debate "nope".');
      expect(stderr.length).toBeLessThan(2_000);
    },
  );

  it('has no example that is not run here', () => {
    expect(examples.map(({ name }) => name)).toEqual([
      ...['A whole debate', 'Settings', 'Reviews and plans', 'Questions, checks, and what follows a debate', 'What if'],
      ...['One question to one agent', 'Manual turns', 'Reading'],
    ]);
  });

  it.runIf(inCampaign)('has examples that agree with the types', async () => {
    const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');
    const files = examples.map((_, index) => `${index}.js`);
    const options = [
      '--noEmit',
      '--singleThreaded',
      '--allowJs',
      '--checkJs',
      '--strict',
      '--skipLibCheck',
      '--types',
      'node',
    ];
    const checked = await run(
      process.execPath,
      [tsc, ...options, '--target', 'es2023', '--module', 'nodenext', ...files],
      {
        cwd: folder,
      },
    ).catch((error: { stdout: string }) => error);
    expect(checked.stdout).toBe('');
  });
});
