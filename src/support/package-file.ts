// Where files of this package are on this machine, such as its documentation: who uses a package does not have its repository.
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);

/** The path of a file that is packed, such as `docs/formats/review.md`. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}
