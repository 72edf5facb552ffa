// Where the documentation is on this machine: it ships with the package, and users of a package do not have its repository.
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../docs/', import.meta.url);

/** The path of a page, such as `formats/review.md`. */
export function docsFile(page: string): string {
  return fileURLToPath(new URL(page, FOLDER));
}
