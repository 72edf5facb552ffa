// A small disk of a test's own, to be full.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Whether one can be had here: it takes root and the right to mount. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  const probe = fs.mkdtempSync('/tmp/debate-hall-mount-');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe]).status === 0;
  if (mounted) execFileSync('umount', [probe]);
  fs.rmdirSync(probe);
  return mounted;
}
