// Which standard streams are terminals, and whether one of these was closed since.
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

const [STDIN, STDOUT, STDERR] = [0, 1, 2] as const;

/** What is no device at all is known as such without the module for terminals, which takes 2 ms to load. */
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    // A stream that was closed.
    return false;
  }
}

/** Whether somebody sits at a terminal who can be asked. Opening the streams to look at them takes longer. */
export function isAttended(): boolean {
  return isTerminal(STDIN) && isTerminal(STDERR);
}

const terminals = [STDIN, STDOUT, STDERR].filter(isTerminal);

/**
 * Whether a terminal that was there at first is gone: its window was closed, or the connection to it was lost. Its input ends then, as
 * it does at Ctrl-D, which may come before the signal that tells of it.
 */
export const isTerminalGone = (): boolean => terminals.some((fd) => !isTerminal(fd));
