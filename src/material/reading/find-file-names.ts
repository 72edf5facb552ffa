// Which pinned files a name can mean.
import type { Sources } from './sources.ts';

/** The file of that name, else all whose names end with it. */
export function findFileNames({ files }: Pick<Sources, 'files'>, wanted: string): readonly string[] {
  return files.has(wanted) ? [wanted] : [...files.keys()].filter((name) => name.endsWith(`/${wanted}`));
}
