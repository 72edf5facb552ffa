// Where a file that is to be written would lie in the end, whatever links lead there.
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** As many as systems follow on the way to one file. */
const MOST_LINKS = 40;

/** Absolute and without links; nothing has to be there yet. A circle of links stays as it is. */
export async function findRealPlace(path: string, links = MOST_LINKS): Promise<string> {
  const place = resolve(path);
  const found = await realpath(place).catch(({ code }: NodeJS.ErrnoException) =>
    code === 'ELOOP' ? place : undefined,
  );
  if (found !== undefined) return found;
  const parent = dirname(place);
  if (parent === place || links === 0) return place;
  const folder = await findRealPlace(parent, links);
  const link = await readlink(place).catch(() => undefined);
  if (link === undefined) return join(folder, basename(place));
  return await findRealPlace(resolve(folder, link), links - 1);
}
