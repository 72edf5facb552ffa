// `debate-hall init`: a configuration file for this project, from what is on the machine.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXIT, HallError } from '../../domain/errors.ts';
import { assignSeats } from '../../operations/assign-seats.ts';
import { printResult, talk } from '../io.ts';
import { withHall } from '../run-action.ts';

const FILE = 'debate-hall.config.json';

export async function run(flags: { readonly force?: boolean }): Promise<void> {
  await withHall({}, [], async ({ hall, signal }) => {
    const file = path.join(hall.cwd, FILE);
    const taken = new HallError('already-exists', `${FILE} exists here.`, { hint: 'Replace it with --force.' });
    if (flags.force !== true && existsSync(file)) throw taken;
    const format = await hall.format(hall.loaded.config.format);
    // Seats of the file that is replaced may name agents that only that file has.
    const loaded = { ...hall.loaded, config: { ...hall.loaded.config, seats: {} } };
    const { seats, passedOver } = await assignSeats({ ...hall, loaded }, format.seats(format.options.parse({})), {
      signal,
    }).catch((error: unknown) => {
      if (!(error instanceof HallError) || error.code !== 'no-agents') throw error;
      talk(`${error.message} The file is written without seats.`);
      return { seats: [], passedOver: [] };
    });
    for (const sentence of passedOver) talk(`! ${sentence}`);
    const content = {
      hall: 'debates',
      recipe: hall.loaded.config.recipe,
      ...(seats.length === 0 ? {} : { seats: Object.fromEntries(seats.map(({ seat, agent }) => [seat, agent.agent])) }),
    };
    await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { flag: flags.force === true ? 'w' : 'wx' }).catch(
      (cause: NodeJS.ErrnoException) => {
        if (cause.code === 'EEXIST') throw taken;
        throw new HallError('storage', `${FILE} cannot be written (${cause.code}).`, { cause });
      },
    );
    await printResult(file);
    talk('Check that the agents answer with: debate-hall doctor --probe (asks each one short question)');
    talk('Look at every value and where it comes from with: debate-hall config explain');
    return EXIT.decided;
  });
}
