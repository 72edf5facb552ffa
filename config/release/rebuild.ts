// Builds and packs the sources once more in another folder, to see whether the same bytes come out.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What a build makes, what it does not read, and where this copy lies. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.types', '.git', '.test-tmp', 'release', 'coverage', 'debates']);

/** The package that the sources in `root` give; needs links between files, so a system with `cp -al`. */
export function packElsewhere(root: string): Buffer {
  mkdirSync(path.join(root, '.test-tmp'), { recursive: true });
  // On the same disk as the packages, which are linked and not copied: their paths are a part of source maps.
  const folder = mkdtempSync(path.join(root, '.test-tmp/rebuild-'));
  try {
    for (const name of readdirSync(root).filter((each) => !LEFT_OUT.has(each))) {
      const isOurs = (source: string) => path.basename(source) !== 'node_modules';
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isOurs });
    }
    execFileSync('cp', ['-al', path.join(root, 'node_modules'), folder]);
    rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' });
    const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
    return readFileSync(path.join(folder, filename));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
