// Hands a long result to the person's pager, which gets the terminal until they leave it.
import { Readable } from 'node:stream';
import { execa, parseCommandString } from 'execa';
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
