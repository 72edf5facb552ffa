// The package as npm installs it on a machine that has Node and nothing else: quietly, small, and ready for a first decision.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_PACKED_BYTES = 3_500_000;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'packed-'));
const home = path.join(folder, 'home');
const bin = path.join(folder, 'bin');
const env = {
  PATH: bin,
  HOME: home,
  npm_config_cache: path.join(folder, 'cache'),
  npm_config_update_notifier: 'false',
};
let packed: Packed;

/** What users install besides the package itself; npm takes them from this machine, so that the test needs no network. */
function archiveDependencies(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>;
  };
  const places = Object.keys(packages).filter((place) => place !== '' && packages[place]?.dev !== true);
  return places.map((place, index) => {
    // As npm names the folder in an archive, and not pressed, which takes npm seconds.
    const parent = path.join(folder, `dependency-${index}`);
    mkdirSync(parent);
    symlinkSync(path.join(ROOT, place), path.join(parent, 'package'));
    execFileSync('tar', ['-chf', `${parent}.tar`, '--exclude', 'node_modules', '-C', parent, 'package']);
    return `${parent}.tar`;
  });
}

function pack(): Packed[] {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  return JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: ROOT, encoding: 'utf8' }));
}

const call = (program: string, args: readonly string[], cwd: string) =>
  spawnSync(program, args, { cwd, env, encoding: 'utf8' });

/** A project of somebody who wants this package, after the command that installs it. */
function install(name: string, ...options: string[]) {
  const project = path.join(folder, name);
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n');
  const tarballs = [path.join(folder, packed.filename), ...archiveDependencies()];
  const npm = call(path.join(bin, 'npm'), ['install', '--offline', ...options, ...tarballs], project);
  return { project, npm };
}

let installed: ReturnType<typeof install>;
beforeAll(() => {
  for (const each of [home, bin]) mkdirSync(each);
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  symlinkSync(process.execPath, path.join(bin, 'node'));
  symlinkSync(npm, path.join(bin, 'npm'));
  [packed] = pack() as [Packed];
  installed = install('project');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(inCi)('installs without a warning', () => {
  const { status, stderr } = installed.npm;
  expect(status, stderr).toBe(0);
  // Of packages that come from files, as all do here, npm warns when they have scripts; of other people's in a registry it does not.
  expect(stderr.split('\n').filter((line) => /debate-hall|deprecated|EBADENGINE/.test(line))).toEqual([]);
});

it.runIf(inCi)('is at most 3.5 MB to download, with nothing that only its developers need', () => {
  expect(packed.size).toBeLessThanOrEqual(MAX_PACKED_BYTES);
  expect(statSync(path.join(folder, packed.filename)).size).toBe(packed.size);
  const names = packed.files.map(({ path: name }) => name);
  expect(names.filter((name) => /^(src|test|bench|config\/build|deploy|extensions)\//.test(name))).toEqual([]);
  expect(names.filter((name) => /\.map$/.test(name))).toEqual([]);
});

it.runIf(inCi)('makes a first decision in one command', () => {
  const { project } = installed;
  const config = { agents: { rehearsal: { wordsPerSecond: 0 } } };
  writeFileSync(path.join(project, 'debate-hall.config.json'), JSON.stringify(config));
  const program = path.join(project, 'node_modules/.bin/debate-hall');
  const question = 'Should we rewrite our backend in Rust?';
  const { status, stdout, stderr } = call(program, ['run', '--rehearse', '--quiet', '--id', 'rust', question], project);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^> Yes, by majority\./);
  expect(call(program, ['verify', 'rust'], project).status).toBe(0);
});

it.runIf(inCampaign)('has types that compile strictly, without the types of another package', () => {
  const { project } = installed;
  const file = path.join(project, 'uses.mts');
  writeFileSync(file, "import { openHall, runDebate } from 'debate-hall';\nvoid [openHall, runDebate];\n");
  const tsc = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--types', ''];
  const { status, stdout } = call(process.execPath, [tsc, ...options, file], project);
  expect([status, stdout]).toEqual([0, '']);
});

it.runIf(inCi)('says where it comes from', () => {
  const { project } = installed;
  const manifest = JSON.parse(readFileSync(path.join(project, 'node_modules/debate-hall/package.json'), 'utf8'));
  const page = manifest.repository.url.replace(/^git\+|\.git$/g, '');
  expect(page).toMatch(/^https:\/\/github\.com\/[^/]+\/debate-hall$/);
  expect([manifest.homepage, manifest.bugs.url ?? manifest.bugs]).toEqual([`${page}#readme`, `${page}/issues`]);
  expect(manifest.author.url).toBe(page.replace(/\/debate-hall$/, ''));
});
