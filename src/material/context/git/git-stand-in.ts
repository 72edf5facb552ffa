// Makes the folder that git finds in the place of a repository's own: with its objects and refs, and with settings of the hall's.
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../../../support/read-bytes.ts';
import { lstatIfThere } from '../../../support/stat-if-there.ts';
import type { GitFolder } from './git-folder.ts';

/** Folders of a repository that git finds in the place of its own. */
const READ = ['objects', 'refs', 'reftable', 'logs'];
/** The same for a command that writes, which may change them. */
const WRITABLE = [...READ, 'worktrees'];

/** Of the person's own working tree nothing. */
export function listWritable({ root, own, common }: GitFolder, more: readonly string[]): readonly string[] {
  return [...WRITABLE.map((name) => join(common, name)), ...(own === common ? [] : [own, root]), ...more];
}

/**
 * Outweighs every attribute by which a repository has its texts shown as binary files, without their lines. Which files are binary,
 * git sees itself.
 */
const ATTRIBUTES = '\n* !diff\n';
/** git passes over a larger file, too. */
const MAX_ATTRIBUTES = 100 * 1024 * 1024;

/** What git finds instead of the repository's common folder. Windows lets few people make links to files. */
export async function makeStandIn(
  folder: string,
  {
    config,
    common,
    writes,
  }: { readonly config: string; readonly common: string | undefined; readonly writes: boolean },
): Promise<void> {
  writeFileSync(join(folder, 'config'), config);
  if (common === undefined) {
    writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
    for (const name of ['objects', 'refs']) mkdirSync(join(folder, name));
    return;
  }
  mkdirSync(join(folder, 'info'));
  for (const name of writes ? WRITABLE : READ) {
    const target = join(common, name);
    if (existsSync(target)) symlinkSync(target, join(folder, name), 'junction');
  }
  const own = await readBytes(join(common, 'info', 'attributes'), MAX_ATTRIBUTES).catch(() => undefined);
  writeFileSync(join(folder, 'info', 'attributes'), `${own === 'too-large' ? '' : (own ?? '')}${ATTRIBUTES}`);
  for (const name of ['packed-refs', 'shallow', 'info/exclude']) {
    const target = join(common, name);
    if (!lstatIfThere(target)?.isFile()) continue;
    if (process.platform === 'win32') copyFileSync(target, join(folder, name));
    else symlinkSync(target, join(folder, name));
  }
}
