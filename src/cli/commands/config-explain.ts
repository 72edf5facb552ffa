// `debate-hall config explain`: each value and where it comes from.
import { explainConfig } from '../../config/explain.ts';
import { EXIT } from '../../domain/errors.ts';
import { coloursFor, printJson, printResult } from '../io.ts';
import { type HallFlags, withHall } from '../run-action.ts';

export async function run(flags: HallFlags): Promise<void> {
  await withHall(flags, [], async ({ hall }) => {
    const rows = explainConfig(hall.loaded);
    if (flags.json === true) {
      await printJson(rows);
      return EXIT.decided;
    }
    const colours = coloursFor(process.stdout);
    const width = Math.max(...rows.map(({ path }) => path.length));
    await printResult(
      rows
        .map(
          ({ path, value, origin }) =>
            `${path.padEnd(width)}  ${value}  ${colours.dim(`(${origin.kind}: ${origin.source})`)}`,
        )
        .join('\n'),
    );
    return EXIT.decided;
  });
}
