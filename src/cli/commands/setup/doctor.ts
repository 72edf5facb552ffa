// `debate-hall doctor`: whether everything that a run needs is in order on this machine.
import { EXIT } from '../../../domain/failures/exit-codes.ts';
import { checkMachine } from '../../../operations/setup/check-machine.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { agentLines } from '../../render/agents-view.ts';
import { coloursFor, printJson, printSentences } from '../../terminal/io.ts';

interface DoctorFlags extends HallFlags {
  readonly probe?: boolean;
  readonly clean?: boolean;
}

export async function run({ probe = false, clean = false, ...flags }: DoctorFlags): Promise<void> {
  await withHall(flags, [], async ({ hall, signal }) => {
    const { checks, agents } = await checkMachine(hall, { probe, clean, signal });
    const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    const exit = failed.length === 0 ? EXIT.ok : failed.includes('agents') ? EXIT.agent : EXIT.internal;
    if (flags.json === true) {
      await printJson({ checks, agents });
      return exit;
    }
    const colours = coloursFor(process.stdout);
    const lines = checks.map(
      ({ name, ok, message }) => `${ok ? colours.green('✓') : colours.red('✗')} ${name.padEnd(14)}${message}`,
    );
    await printSentences([...lines, '', ...agentLines(toPrintable(agents), colours)]);
    return exit;
  });
}
