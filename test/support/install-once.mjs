// Installs what tests need into a folder of its own, exactly as its lock file says; does nothing when that was done before.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForLockSync } from 'fs-native-extensions';

function readStamp(stamp) {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}

/** `install` runs again after the list of packages or the installing module changed. Suites that start together wait for one of them. */
export function installOnce({ folder, what, list = 'package-lock.json' }, install) {
  const lock = openSync(join(folder, 'install.mjs'), 'r+');
  try {
    waitForLockSync(lock);
    const stamp = join(folder, 'node_modules', '.installed-from');
    const hash = createHash('sha256');
    for (const name of [list, 'install.mjs']) hash.update(readFileSync(join(folder, name)));
    const digest = hash.digest('hex');
    if (readStamp(stamp) === digest) return;
    console.log(`Installing ${what} into ${join(folder, 'node_modules')} …`);
    install();
    writeFileSync(stamp, digest);
  } finally {
    closeSync(lock);
  }
}
