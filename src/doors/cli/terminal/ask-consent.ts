// Asks the person at the terminal: before something is gone for good, and whether to trust a project.
import { HallError } from '../../../domain/failures/errors.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { claimLines, type TrustRequest } from '../../../hall/config/trust/trust-request.ts';
import { lendTerminal } from '../../../process/cleanup/suspension.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { printMessage } from './io.ts';

/** Throws `usage` where nobody can be asked. */
export async function askConsent(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new HallError('usage', 'Cannot ask for confirmation without a terminal.', { hint: 'Pass --yes.' });
  }
  const { confirm } = await import('@clack/prompts');
  const ask = async () => await confirm({ message: question, initialValue: false, output: process.stderr });
  return (await lendTerminal(process.stderr, ask)) === true;
}

/** What the person reads before they decide. */
export function describeTrust(request: TrustRequest): readonly string[] {
  const { folder, claims } = request;
  const count = countNoun(claims.length, 'thing');
  return [
    `The project in ${escapeInvisible(folder)} has ${count} that could run programs, use your logins and keys, or reach`,
    'other files or servers:',
    '',
    ...claimLines(request).map((line) => `  ${line}`),
    '',
    'Trust it only if you know who wrote this. Trust covers exactly this content: after a change you are asked again.',
  ];
}

/** The answer, which is remembered. Throws `cancelled` when the person leaves instead. */
export async function askTrust(request: TrustRequest): Promise<boolean> {
  for (const line of describeTrust(request)) printMessage(line);
  const { isCancel, select } = await import('@clack/prompts');
  const options = [
    { value: false, label: 'No: ignore these settings, and do not ask again' },
    { value: true, label: 'Yes: trust it as it is now' },
  ];
  const answer = await lendTerminal(
    process.stderr,
    async () => await select({ message: 'Do you trust this project?', options, output: process.stderr }),
  );
  if (isCancel(answer)) throw new HallError('cancelled', 'Cancelled: nothing was decided about the project.');
  return answer;
}
