// Makes and checks every file of a release, in the folder "release": `npm run release -- --tag v1.2.3`. The workflow signs and publishes
// them; `--dry-run` also takes what is not finished yet, and shows what npm would publish.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packExtension } from '@anthropic-ai/mcpb';
import { toJson } from '../../src/doors/plugins/render-plugin.ts';
import { BUNDLE_MANIFEST, MANIFESTS } from './manifests.ts';
import { packElsewhere } from './rebuild.ts';
import { renderFormula, renderScoop } from './recipes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = path.join(ROOT, 'release');

const { values: options } = parseArgs({
  options: { tag: { type: 'string' }, 'dry-run': { type: 'boolean' }, 'skip-tests': { type: 'boolean' } },
});
const isDry = options['dry-run'] === true;
const { version, description, license, repository, author } = JSON.parse(
  readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
);
const about = { version, description, license, author, repository: repository.url.replace(/^git\+|\.git$/g, '') };

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const write = (name: string, text: string | Buffer) => writeFileSync(path.join(OUT, name), text);
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: ROOT, encoding: 'utf8' });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const TARBALL = `debate-hall-${version}.tgz`;

/** The section of the changelog; outside of a dry run it has its date. */
function writeNotes(): string {
  const [, when = '', text = ''] =
    new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(([^)]*)\\)\\n(.*?)(?=^## |(?![\\s\\S]))`, 'ms').exec(
      read('CHANGELOG.md'),
    ) ?? [];
  if (text.trim() === '') throw new Error(`CHANGELOG.md has no section of ${version}.`);
  if (!isDry && !/^\d{4}-\d{2}-\d{2}$/.test(when)) throw new Error(`CHANGELOG.md has no date for ${version}.`);
  const made = `Made with Node ${process.version.slice(1)} and npm ${run('npm', '--version').trim()}.`;
  write('NOTES.md', `${text.trim()}\n\n${made}\n`);
  return 'NOTES.md';
}

function checkVersion(): string {
  if (options.tag === undefined && isDry) return 'no tag in a dry run';
  if (options.tag !== `v${version}`) {
    throw new Error(`The version is ${version}: pass --tag v${version}, or --dry-run to try it without a tag.`);
  }
  return `${options.tag} is the version of package.json`;
}

function checkManifests(): string {
  const stale = Object.entries(MANIFESTS).filter(([file, text]) => read(file) !== text);
  if (stale.length > 0) throw new Error(`Run "npm run manifests": ${stale.map(([file]) => file).join(', ')}.`);
  return `${Object.keys(MANIFESTS).length} files have ${version}`;
}

function pack(): string {
  run('npm', 'pack', '--silent', '--pack-destination', OUT);
  return `${TARBALL}, ${readFileSync(path.join(OUT, TARBALL)).length} bytes`;
}

function packAgain(): string {
  const first = readFileSync(path.join(OUT, TARBALL));
  if (!packElsewhere(ROOT).equals(first)) throw new Error('Another folder gives another package.');
  return `the same ${sha256(first)} from another folder`;
}

/** The package with what it needs, for programs that install no packages. */
async function makeBundle(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-bundle-'));
  try {
    run('tar', '--extract', '--gzip', '--strip-components=1', '--directory', folder, '--file', path.join(OUT, TARBALL));
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> };
    for (const [place, { dev }] of Object.entries(packages)) {
      if (place !== '' && dev !== true) cpSync(path.join(ROOT, place), path.join(folder, place), { recursive: true });
    }
    writeFileSync(path.join(folder, 'manifest.json'), toJson(BUNDLE_MANIFEST));
    const outputPath = path.join(OUT, 'debate-hall.mcpb');
    if (!(await packExtension({ extensionPath: folder, outputPath, silent: true }))) {
      throw new Error('The manifest of the bundle is not valid.');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `debate-hall.mcpb, ${readFileSync(path.join(OUT, 'debate-hall.mcpb')).length} bytes`;
}

function makeExtension(): string {
  run(process.execPath, 'extensions/vscode/build.mjs', '--vsix', path.join(OUT, 'debate-hall.vsix'));
  return 'debate-hall.vsix';
}

function makeRecipes(): string {
  const release = { ...about, sha256: sha256(readFileSync(path.join(OUT, TARBALL))) };
  write('debate-hall.rb', renderFormula(release));
  write('debate-hall.json', renderScoop(release));
  return 'debate-hall.rb, debate-hall.json';
}

function makeBill(): string {
  const bill = run(process.execPath, 'config/release/sbom.mjs');
  write('debate-hall.cdx.json', bill);
  return `debate-hall.cdx.json, ${JSON.parse(bill).components.length} components`;
}

function makeChecksums(): string {
  const names = readdirSync(OUT).sort();
  write('SHA256SUMS', names.map((name) => `${sha256(readFileSync(path.join(OUT, name)))}  ${name}\n`).join(''));
  return `${names.length} files`;
}

function runTests(): string {
  if (options['skip-tests'] === true) return 'left out';
  execFileSync('npm', ['test'], { cwd: ROOT, stdio: 'inherit', env: { CAMPAIGN: 'ci', ...process.env } });
  return 'npm test, as in CI';
}

function tryToPublish(): string {
  if (!isDry) return 'the workflow does it';
  const printed = run('npm', 'publish', '--dry-run', '--json', '--ignore-scripts', `./release/${TARBALL}`);
  const { id, files } = JSON.parse(printed)['debate-hall'];
  return `npm would publish ${id}, ${files.length} files`;
}

const STEPS: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['version', checkVersion],
  ['changelog', writeNotes],
  ['manifests', checkManifests],
  ['workflows', () => run('npm', 'run', '--silent', 'workflows') || 'valid, pinned, without secrets'],
  ['tests', runTests],
  ['package', pack],
  ['reproducible', packAgain],
  ['materials', makeBill],
  ['bundle', makeBundle],
  ['extension', makeExtension],
  ['recipes', makeRecipes],
  ['checksums', makeChecksums],
  ['publish', tryToPublish],
];

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
for (const [name, step] of STEPS) {
  try {
    const result = await step();
    process.stdout.write(`${name.padEnd(14)}${result}\n`);
  } catch (error) {
    process.stderr.write(`${name.padEnd(14)}failed: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
