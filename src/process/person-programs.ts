// The person's own programs: the pager and the editor, which get the terminal until the person leaves them, and the browser.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { execa, parseCommandString } from 'execa';
import { HallError } from '../domain/failures/errors.ts';
import { placeError } from '../domain/failures/storage-error.ts';
import type { Environment } from '../support/environment.ts';
import { findProgram } from './find-program.ts';

/**
 * `PAGER`, or `less`, which ends by itself where all fits on one screen. Gives `false` where there is none that can be started, or
 * the person wants none (`PAGER=cat`, or empty): then nothing was written.
 */
export async function showInPager(pieces: Iterable<string>, env: Environment): Promise<boolean> {
  const { PAGER = 'less', LESS = 'FRX' } = env;
  const [name = '', ...args] = parseCommandString(PAGER);
  const program = name === '' || name === 'cat' ? undefined : findProgram(name, env, '.');
  if (program === undefined) return false;
  const pager = execa(program, args, {
    stdin: 'pipe',
    stdout: 'inherit',
    stderr: 'inherit',
    env: { LESS },
    buffer: false,
    reject: false,
  });
  // Whoever leaves early does not read the rest.
  pager.stdin.on('error', () => {});
  Readable.from(pieces).pipe(pager.stdin);
  const { code } = await pager;
  return code !== 'ENOENT' && code !== 'EACCES';
}

/**
 * `editor` is a program with its arguments, as in `VISUAL`: "code --wait", or "/my\\ tools/edit -w" with spaces in a name.
 * It gets the terminal, so it stays in the foreground group and outside of the process runner.
 * Throws `bad-input` when it fails.
 */
export async function editText(editor: string, text: string): Promise<string> {
  const refuse = (error: unknown): never => {
    throw placeError(error, `write to ${tmpdir()}`, 'temporary');
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'debate-hall-turn-')).catch(refuse);
  const file = path.join(folder, 'turn.md');
  try {
    await writeFile(file, text, { mode: 0o600 }).catch(refuse);
    const [name = 'vi', ...args] = parseCommandString(editor);
    const program = findProgram(name, process.env, '.');
    const result =
      program === undefined ? undefined : await execa(program, [...args, file], { stdio: 'inherit', reject: false });
    if (result?.failed !== false) {
      throw new HallError('bad-input', `The editor "${editor}" failed.`, {
        hint: 'Set VISUAL or EDITOR to one that works.',
      });
    }
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  // An address may hold "&", which the shell of Windows would take for its own.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Over SSH a browser would open on the wrong machine, and without a screen none can. */
function canOpen({ SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY, BROWSER }: Environment): boolean {
  if (SSH_CONNECTION !== undefined) return BROWSER !== undefined;
  return process.platform in OPENERS || (BROWSER ?? DISPLAY ?? WAYLAND_DISPLAY) !== undefined;
}

/** Whether one could be opened. */
export async function openBrowser(address: string, env: Environment): Promise<boolean> {
  if (!canOpen(env)) return false;
  const [name = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const program = findProgram(name, env, '.');
  if (program === undefined) return false;
  const result = await execa(program, [...args, address], { stdio: 'ignore', reject: false, detached: true });
  return !result.failed;
}
