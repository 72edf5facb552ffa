// The program `debate-hall`, behind its start.
// A reader that went away, such as `head`, is no error. Commands that print as they go stop by themselves.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    // A file on a full disk, mostly. What was recorded stays; only the result did not come out.
    if (stream === process.stdout) process.stderr.write(`error: Standard output cannot be written (${error.code}).\n`);
    process.exit(1);
  });
}

// Every module is loaded from here on, so that a machine on which that fails gets words and no stack trace.
try {
  const { runProgram } = await import('./run-program.ts');
  await runProgram(process.argv.slice(2));
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
  process.stderr.write(`error: Too many files are open (${code}), so the program cannot be loaded.\n`);
  process.stderr.write('next:  Raise the limit of open files: ulimit -n 1024\n');
  process.exitCode = 1;
}
