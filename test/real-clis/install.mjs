// Installs the real agent CLIs into this folder, exactly as the lock file says; does nothing when that was done before.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stamp = join(folder, 'node_modules', '.installed-from');
const lock = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');

function installed() {
  try {
    return readFileSync(stamp, 'utf8') === lock;
  } catch {
    return false;
  }
}

function run(program, ...args) {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}

if (!installed()) {
  console.log('Installing claude, codex, gemini and opencode into test/real-clis/node_modules …');
  // Without install scripts: gemini's would compile modules that a headless run never loads.
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  // The one that matters: it puts the native program of claude in its place.
  run(process.execPath, join('node_modules', '@anthropic-ai', 'claude-code', 'install.cjs'));
  for (const name of ['claude', 'codex', 'gemini']) run(join('node_modules', '.bin', name), '--version');
  writeFileSync(stamp, lock);
}
