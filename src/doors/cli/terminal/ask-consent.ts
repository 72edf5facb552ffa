// Asks the person at the terminal before something is gone for good.
import { HallError } from '../../../domain/failures/errors.ts';
import { lendTerminal } from '../../../process/cleanup/suspension.ts';

/** Throws `usage` where nobody can be asked. */
export async function askConsent(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new HallError('usage', 'Cannot ask for confirmation without a terminal.', { hint: 'Pass --yes.' });
  }
  const { confirm } = await import('@clack/prompts');
  const ask = async () => await confirm({ message: question, initialValue: false, output: process.stderr });
  return (await lendTerminal(process.stderr, ask)) === true;
}
