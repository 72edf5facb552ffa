// Writes a configuration file for a project, from what is on the machine.
import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { HallError } from '../../../domain/failures/errors.ts';
import { storageError } from '../../../domain/failures/storage-error.ts';
import { lstatIfThere } from '../../../support/stat-if-there.ts';
import { neverAborted } from '../../../support/wait.ts';
import { findProjectFile, searchFolders } from '../../config/sources/files.ts';
import { assignSeats, type Seating } from '../debate/seats/assign-seats.ts';
import type { Hall } from '../hall.ts';

const FILE = 'debate-hall.config.json';

export interface InitInput {
  /** Replaces a file that exists, and takes the place of one of another name or in a folder above. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
}

export interface InitOutput {
  readonly file: string;
  /** The agent of each seat; empty when no usable agent was found. */
  readonly seats: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Throws `already-exists`, `storage`. */
export async function initProject(
  hall: Hall,
  { force = false, signal = neverAborted }: InitInput = {},
): Promise<InitOutput> {
  const file = path.join(hall.cwd, FILE);
  const taken = new HallError('already-exists', `${FILE} already exists.`, { hint: 'Use --force to overwrite it.' });
  if (!force && existsSync(file)) throw taken;
  const found = await findProjectFile(await searchFolders(hall.cwd), () => {});
  const other = found?.path === file ? undefined : found?.path;
  if (!force && other !== undefined) {
    throw new HallError('already-exists', `${other} configures this project already.`, {
      hint: `Change that file, or use --force to write ${FILE} here, which takes its place.`,
    });
  }
  // A repository could have put a link there, to any file of the person's.
  if (lstatIfThere(file)?.isSymbolicLink()) {
    throw new HallError('already-exists', `${FILE} is a link.`, { hint: 'Remove the link first.' });
  }
  const format = await hall.format(hall.loaded.config.format);
  // Seats of the file that is replaced may name agents that only that file has.
  const loaded = { ...hall.loaded, config: { ...hall.loaded.config, seats: {} } };
  const assigning = assignSeats({ ...hall, loaded }, format.seats(format.options.parse({})), { signal });
  const { seats: assigned, passedOver } = await assigning.catch((error: unknown): Seating => {
    if (!(error instanceof HallError) || !['no-agents', 'not-trusted'].includes(error.code)) throw error;
    return { seats: [], passedOver: [`${error.message} The file was written without seats.`] };
  });
  const seats = Object.fromEntries(assigned.map(({ seat, agent }) => [seat, agent.agent]));
  const content = {
    hall: 'debates',
    recipe: hall.loaded.config.recipe,
    ...(assigned.length === 0 ? {} : { seats }),
  };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  try {
    if (force) await writeFileAtomic(file, text);
    else await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw taken;
    // Half a file would pass for what somebody wrote.
    if (!force) rmSync(file, { force: true });
    throw storageError(cause, `write ${file}`, 'file');
  }
  const hidden = other === undefined ? [] : [`${other} does not count here any more.`];
  return { file, seats, warnings: [...passedOver, ...hidden] };
}
