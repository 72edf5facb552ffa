// Opens the person's editor on a text and gives back what they made of it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa, parseCommandString } from 'execa';
import { HallError } from '../domain/failures/errors.ts';
import { placeError } from '../domain/failures/storage-error.ts';
import { findProgram } from './find-program.ts';

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
