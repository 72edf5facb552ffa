// `debate-hall config explain`: each value and where it comes from.
import { explainConfig } from '../../config/explain.ts';
import { EXIT } from '../../domain/errors.ts';
import { printable } from '../../support/control-characters.ts';
import { coloursFor, printJson, printResult } from '../io.ts';
import { type ActionContext, type HallFlags, withHall } from '../run-action.ts';

export async function run(flags: HallFlags): Promise<void> {
  const work = async ({ hall }: ActionContext) => {
    const rows = explainConfig(hall.loaded);
    if (flags.json === true) {
      await printJson(rows);
      return EXIT.decided;
    }
    const colours = coloursFor(process.stdout);
    const width = Math.max(...rows.map(({ path }) => path.length));
    const lines = printable(rows).map(({ path, value, origin, ignored }) => {
      const from = colours.dim(`(${origin.kind}: ${origin.source})`);
      return `${path.padEnd(width)}  ${value}  ${from}${ignored === true ? colours.yellow(' ignored: not trusted') : ''}`;
    });
    await printResult(lines.join('\n'));
    return EXIT.decided;
  };
  // Who wants to know what is ignored wants to decide afterwards.
  await withHall(flags, [], work, { asksForTrust: false });
}
