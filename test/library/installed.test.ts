// What npm installs for users, without the packages that only development needs: it runs a debate, and its types resolve.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../docs/documents.ts';
import { inCampaign } from '../support/campaign.ts';
import { copyTree } from '../support/copy-tree.ts';
import { temporaryFolder } from '../support/hall.ts';

interface Manifest {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

const readJson = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
const manifest: Manifest = readJson('package.json');
const locked: Readonly<Record<string, { readonly dev?: true }>> = readJson('package-lock.json').packages;
/** Folders of the packages that users get, as npm has locked them. */
const installed = Object.keys(locked).filter((folder) => folder !== '' && locked[folder]?.dev !== true);

let folder: string;
const hall = () => path.join(folder, 'node_modules/debate-hall');
beforeAll(() => {
  folder = temporaryFolder();
  for (const each of installed) {
    const place = path.dirname(path.join(folder, each));
    fs.mkdirSync(place, { recursive: true });
    if (fs.existsSync(path.join(root, each))) copyTree(root, [each], place);
  }
  fs.mkdirSync(hall());
  copyTree(root, ['package.json', ...manifest.files.filter((file) => !file.startsWith('!'))], hall());
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('the installed package', () => {
  // In CI, package/install runs what npm has installed.
  it.runIf(inCampaign)('runs, verifies and exports a debate', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [path.join(hall(), 'dist/cli/start.cjs'), ...args], {
        cwd: folder,
        env: { HOME: folder, PATH: '' },
        encoding: 'utf8',
      });
    expect(run('run', '--rehearse', '--recipe', 'quick', '--id', 'd', '-q', 'Should we?')).toMatchObject({ status: 0 });
    expect(run('verify', 'd').stdout).toMatch(/^ok 6 events/);
    expect(run('export', 'd', '--format', 'markdown').stdout).toContain('Should we?');
  });

  it.runIf(inCampaign)('has types that need nothing else', () => {
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const lines = [
      "import { debateRecordSchema } from 'debate-hall';",
      'const { threadId } = debateRecordSchema.parse({});',
      'export const id: string = threadId;',
      // Without its library the schema would be of any type.
      '// @ts-expect-error',
      'export const wrong: number = threadId;',
    ];
    fs.writeFileSync(path.join(folder, 'uses.ts'), lines.join('\n'));
    const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023'];
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(() => execFileSync(process.execPath, [tsc, ...settings, 'uses.ts'], { cwd: folder })).not.toThrow();
  });

  it('passes on the licenses of the packages in its bundle', () => {
    const text = fs.readFileSync(path.join(hall(), 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'marked', '@octokit/rest']) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(text).not.toContain('The package has no license file.');
  });
});
