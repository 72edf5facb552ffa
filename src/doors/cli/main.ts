// The program `debate-hall`, behind its start.
import { reportOpenFiles } from './errors/report-open-files.ts';

// A reader that went away, such as `head`, is not an error. Commands that print as they go stop by themselves.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    // A file on a full disk, mostly. What was recorded stays; only the result did not come out.
    if (stream === process.stdout) process.stderr.write(`error: Standard output cannot be written (${error.code}).\n`);
    process.exit(1);
  });
}

// Every module is loaded from here on, so that a machine on which that fails gets words and no stack trace.
import('./program.ts').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2))).catch(reportOpenFiles);
