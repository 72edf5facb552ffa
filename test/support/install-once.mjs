// Installs what tests need into a folder of its own, exactly as its lock file says; does nothing when that was done before.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function readStamp(stamp) {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}

/** `install` runs again after the lock file or the installing module changed. */
export function installOnce({ folder, what }, install) {
  const stamp = join(folder, 'node_modules', '.installed-from');
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', 'install.mjs']) hash.update(readFileSync(join(folder, name)));
  const digest = hash.digest('hex');
  if (readStamp(stamp) === digest) return;
  console.log(`Installing ${what} into ${join(folder, 'node_modules')} …`);
  install();
  writeFileSync(stamp, digest);
}
