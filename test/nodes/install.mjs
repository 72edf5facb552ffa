// Installs the other versions of Node into this folder. They are packed for Linux on x64; elsewhere there are none to try.
import { execFileSync } from 'node:child_process';
import { installOnce } from '../support/install-once.mjs';

const folder = import.meta.dirname;
installOnce({ folder, what: 'Node 22 and 24' }, () => {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
});
