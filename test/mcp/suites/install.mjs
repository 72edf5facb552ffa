// Installs what others have written to test MCP servers with into this folder.
import { execFileSync } from 'node:child_process';
import { installOnce } from '../../support/install-once.mjs';

const folder = import.meta.dirname;
installOnce({ folder, what: 'the MCP inspector and the conformance suites' }, () => {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false'];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
});
