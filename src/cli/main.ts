#!/usr/bin/env node
// The command line: parses, hands over to a command, ends with its exit code. Loads nothing heavy by itself.
import { createProgram } from './program.ts';

// A reader that went away, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

await createProgram().parseAsync();
