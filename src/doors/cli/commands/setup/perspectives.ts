// `debate-hall perspectives`: the points of view a seat can take.
import { EXIT } from '../../../../domain/failures/exit-codes.ts';
import { listPerspectives } from '../../../../hall/operations/setup/list-perspectives.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { type HallFlags, withHall } from '../../actions/run-action.ts';
import { coloursFor, printJson, printResult } from '../../terminal/io.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const perspectives = await listPerspectives(hall);
    if (flags.json === true) {
      await printJson(perspectives);
      return EXIT.ok;
    }
    const { bold, dim } = coloursFor(process.stdout);
    const width = Math.max(...perspectives.map(({ name }) => name.length));
    const lines = toPrintable(perspectives).map(
      ({ name, summary, own }) => `${bold(name.padEnd(width))}  ${summary}${own ? dim(' (your own text)') : ''}`,
    );
    await printResult(lines.join('\n'));
    return EXIT.ok;
  });
}
