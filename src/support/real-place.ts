// Where a file that is to be written would lie in the end, whatever links lead there.
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Absolute and without links; nothing has to be there yet. A circle of links stays as it is. */
export async function findRealPlace(path: string): Promise<string> {
  const place = resolve(path);
  const found = await realpath(place).catch(({ code }: NodeJS.ErrnoException) =>
    code === 'ELOOP' ? place : undefined,
  );
  if (found !== undefined) return found;
  const parent = dirname(place);
  if (parent === place) return place;
  const folder = await findRealPlace(parent);
  const link = await readlink(place).catch(() => undefined);
  return link === undefined ? join(folder, basename(place)) : await findRealPlace(resolve(folder, link));
}
