// Builds the product once before the tests, so that the command line under test is never an old one.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function setup(): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}
