// Installs the agents of this folder in the versions that package.json names; does nothing when that was done before.
import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { installOnce } from '../../support/install-once.mjs';

const folder = import.meta.dirname;
// npm leaves out optional packages that want a newer Node than its own.
const newest = join(folder, '../../nodes/node_modules/node-24/bin');
const env = { ...process.env, PATH: [newest, process.env.PATH].join(delimiter) };
const run = (program, ...args) =>
  execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });

// Without a lock: some name packages for other systems that npm does not have, which a lock cannot leave out.
installOnce({ folder, what: 'the agents that npm has', list: 'package.json' }, () => {
  run('npm', 'install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund');
  // Puts the native program of claude in its place.
  run(process.execPath, join('node_modules', 'claude-before', 'install.cjs'));
});
