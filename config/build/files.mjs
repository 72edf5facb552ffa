// What the build writes beside the bundles: the help, the entry of the library, the build's ID, and licenses.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Of everything that decides what the program makes of a ledger. */
function digestSources() {
  const digest = createHash('sha256');
  const sources = readdirSync('src', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = sources.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  for (const file of [...files, 'package.json']) digest.update(`${file}\n`).update(readFileSync(file));
  return digest.digest('base64url');
}

export const programFiles = {
  name: 'program-files',
  writeBundle() {
    // Tells one build from another; see src/hall/operations/records/lists/summary-memo.ts.
    writeFileSync('dist/build-id.txt', digestSources());
    // The help of the whole program, which its start prints without loading the program. It names files of the package, which is
    // somewhere else when it is installed.
    const printHelp = "require('./dist/doors/cli/program.cjs').runCommandLine(['--help'])";
    const help = execFileSync(process.execPath, ['--eval', printHelp], { encoding: 'utf8' });
    mkdirSync('dist/cli', { recursive: true });
    writeFileSync('dist/cli/help.txt', help.replaceAll(`${ROOT}${path.sep}`, '{package}'));
    // The library is imported as an ES module, which is what its types say.
    writeFileSync('dist/index.js', "export * from './index.cjs';\n");
  },
};

/** Where a module of a package is, up to the package itself. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder);
  const read = (name) => {
    const file = files.find((each) => name.test(each));
    return file === undefined ? undefined : readFileSync(path.join(folder, file), 'utf8');
  };
  // Some have it at the end of their README.
  const text = (read(/^licen[cs]e/i) ?? read(/^readme/i)?.split(/^#+ licen[cs]e$/im)[1])?.trim();
  if (text === undefined) throw new Error(`${name} has no license text.`);
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/** Licenses of the packages in a bundle, which ask to be passed on with it. */
export function licensesOf(bundle) {
  const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
  return new Set(modules.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []));
}

export const joinLicenses = (folders) =>
  [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`);

/** Of all bundles so far: the packages of the page ship like those of the program. */
const bundled = new Set();
export const licenses = {
  name: 'licenses',
  generateBundle(_, bundle) {
    for (const folder of licensesOf(bundle)) bundled.add(folder);
  },
  writeBundle() {
    writeFileSync('dist/THIRD-PARTY-LICENSES.txt', joinLicenses(bundled));
    // For the bill of materials; see config/release/sbom.mjs.
    const folders = [...bundled].map((folder) => path.relative(ROOT, folder).replaceAll(path.sep, '/'));
    writeFileSync('dist/bundled-packages.json', JSON.stringify(folders.sort()));
  },
};
