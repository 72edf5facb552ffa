// Says that the program cannot be loaded because the machine lets it open too few files.

/** Sets the exit code. Throws every other error again, which is a fault. */
export function reportOpenFiles(error: unknown): void {
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
  process.stderr.write(`error: Too many files are open (${code}), so the program cannot be loaded.\n`);
  process.stderr.write('next:  Raise the limit of open files: ulimit -n 1024\n');
  process.exitCode = 1;
}
