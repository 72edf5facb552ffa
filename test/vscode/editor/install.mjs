// Installs a real editor into this folder, exactly as the lock file says; does nothing when that was done before.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from '../../support/install-once.mjs';

const folder = import.meta.dirname;
const server = join(folder, 'node_modules/code-server/lib/vscode');

/** Without install scripts: they would compile modules for logs and terminals, which no test needs. */
function npm(cwd, ...args) {
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--engine-strict=false'];
  execFileSync('npm', [...args, ...options], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** In place of two modules that would have been compiled, and that the editor loads at its start. */
const STUBS = {
  '@vscode/native-watchdog': 'exports.start = () => {};\n',
  '@vscode/spdlog': `const nothing = () => {};
const Logger = class {
  getLevel() {
    return 0;
  }
};
for (const name of ['setLevel', 'setPattern', 'clearFormatters', 'flush', 'drop', 'trace', 'debug', 'info', 'warn', 'error', 'critical'])
  Logger.prototype[name] = nothing;
const create = async () => new Logger();
exports.version = 0;
exports.setLevel = nothing;
exports.setFlushOn = nothing;
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`,
};

installOnce({ folder, what: 'VS Code, as code-server packs it,' }, () => {
  npm(folder, 'ci');
  npm(server, 'install');
  npm(join(server, 'extensions'), 'install');
  for (const [name, text] of Object.entries(STUBS)) writeFileSync(join(server, 'node_modules', name, 'index.js'), text);
});
