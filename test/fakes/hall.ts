// A hall in its smallest form: starts the program that each line of standard input names as a JSON argument vector and
// prints what it says; behind "stay" one that stays. "exit" and "throw" end it in those ways, "close" in an orderly way.
import { createInterface } from 'node:readline';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import { systemClock } from '../../src/support/clock.ts';

const runner = createProcessRunner({ clock: systemClock, graceMs: 200 });
const scratch = await runner.createScratch();
console.log(scratch.path);

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'exit') process.exit(0);
  if (line === 'throw') throw new Error('a bug');
  if (line === 'close') {
    await runner.close();
    // From here on only what the runner left behind could keep it from ending.
    process.stdin.destroy();
    break;
  }
  const request = {
    argv: JSON.parse(line.replace(/^stay /, '')),
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: scratch.path,
    signal: new AbortController().signal,
    onLine: (text: string) => console.log(text),
  };
  if (line.startsWith('stay ')) runner.startInteractive({ ...request, maxOutputBytes: 0 });
  else runner.start({ ...request, limits: { totalMs: 0, idleMs: 0, firstOutputMs: 0, maxOutputBytes: 0 } });
}
