// Runs scripts of package.json at the same time, and prints what each of them says once it has ended. `npm run` would start an npm
// for each, and run one after the other, most of them on one core.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env;

/** Resolves with whether it succeeded. */
function runScript(name) {
  const child = spawn(scripts[name], { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(`\n> ${name}: ${code === 0 ? 'ok' : 'failed'}\n${Buffer.concat(said)}`);
      resolve(code === 0);
    });
  });
}

const names = process.argv.slice(2);
const succeeded = await Promise.all(names.map(runScript));
const failed = names.filter((_, index) => !succeeded[index]);
if (failed.length > 0) {
  process.stdout.write(`\nfailed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
