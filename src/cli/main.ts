#!/usr/bin/env node
// The program `debate-hall`. Loads nothing heavy by itself.
import { runProgram } from './run-program.ts';

// A reader that went away, such as `head`, is no error, and no reason to break off a debate half-way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    // A file on a full disk, mostly. What was recorded stays; only the result did not come out.
    if (stream === process.stdout) process.stderr.write(`error: Standard output cannot be written (${error.code}).\n`);
    process.exit(1);
  });
}

await runProgram(process.argv.slice(2));
