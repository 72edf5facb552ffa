// Starts a program that ignores SIGTERM and holds its streams. With "and-stays" it then waits; else it exits with 0.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const grandchild = fileURLToPath(new URL('./ignores-sigterm.mjs', import.meta.url));
const child = spawn(process.execPath, [grandchild], { stdio: ['inherit', 'pipe', 'inherit'] });
// The grandchild is ready once it has said something; it holds standard error all along.
child.stdout.once('data', (pid) => {
  console.log(`${process.pid} ${String(pid).trim()}`);
  if (process.argv[2] !== 'and-stays') process.exit(0);
});
setInterval(() => {}, 60_000);
