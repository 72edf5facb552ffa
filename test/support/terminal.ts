// A program at a real pseudo-terminal: what a person types, and what stands on the screen.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { PYTHON } from './python.ts';

const TERMINAL = fileURLToPath(new URL('../fakes/terminal.py', import.meta.url));

/** How a program ended that SIGHUP ended. */
export const BY_SIGHUP = 255;

export const CTRL_C = '\x03';
export const CTRL_D = '\x04';
export const ENTER = '\r';
export const DOWN = '\x1b[B';

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Terminal {
  /** The terminal itself; when it ends, so does what runs at it. */
  readonly child: ChildProcess;
  type(text: string): void;
  /** As when its window is closed. */
  hangUp(): void;
  /** Resolves as soon as the text was printed after whatever was seen before; rejects when the program ends without it. */
  sees(text: string): Promise<void>;
  /** All that was printed, without colours and movements of the cursor. */
  printed(): string;
  /** The same as it came. */
  raw(): string;
  readonly finished: Promise<number | null>;
}

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts any program at a terminal of its own, 80 columns wide and 24 rows high. */
export function atTerminal(place: Place, argv: readonly string[], options: TerminalOptions = {}): Terminal {
  const { columns = 80, rows = 24 } = options;
  const child = spawn(PYTHON, [TERMINAL, String(columns), String(rows), ...argv], {
    cwd: place.folder,
    // A pager would wait for a key.
    env: { ...place.env, TERM: 'xterm-256color', PAGER: 'cat', ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let seen = 0;
  let over = false;
  const waiting = new Set<() => void>();
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    for (const look of waiting) look();
  });
  const plain = () => stripVTControlCharacters(text).replaceAll('\r\n', '\n');
  const finished = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      over = true;
      for (const look of waiting) look();
      resolve(code);
    });
  });
  return {
    child,
    type: (typed) => child.stdin.write(typed),
    hangUp: () => void child.kill('SIGHUP'),
    sees: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = plain().indexOf(wanted, seen);
          if (found === -1 && !over) return;
          waiting.delete(look);
          if (found === -1) return reject(new Error(`It ended without printing "${wanted}":\n${plain()}`));
          seen = found + wanted.length;
          resolve();
        };
        waiting.add(look);
        look();
      }),
    printed: plain,
    raw: () => text,
    finished,
  };
}
