// Installs the agents of this folder in the versions that package.json names; does nothing when that was done before.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installOnce } from '../../support/install-once.mjs';

const folder = import.meta.dirname;
const run = (program, ...args) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

// Without a lock: some name packages for other systems that npm does not have, which a lock cannot leave out.
installOnce({ folder, what: 'the agents that npm has', list: 'package.json' }, () => {
  run('npm', 'install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund');
  // Puts the native program of claude in its place.
  run(process.execPath, join('node_modules', 'claude-before', 'install.cjs'));
});
