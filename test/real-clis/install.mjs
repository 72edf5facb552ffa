// Installs the real agent CLIs into this folder, exactly as the lock file says; does nothing when that was done before.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installOnce } from '../support/install-once.mjs';

const folder = import.meta.dirname;

function run(program, ...args) {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

installOnce({ folder, what: 'claude, codex, gemini and opencode' }, () => {
  // Without install scripts: gemini's would compile modules that a headless run never loads.
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  // The one that matters: it puts the native program of claude in its place.
  run(process.execPath, join('node_modules', '@anthropic-ai', 'claude-code', 'install.cjs'));
});
