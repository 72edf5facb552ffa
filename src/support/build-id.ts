// Tells one build of the program from another.
import { readFileSync } from 'node:fs';
import { isSource, packageUrl } from './package-root.ts';

/** Digest of the sources that were built; `undefined` where they run as they are. */
export const BUILD_ID = isSource ? undefined : readFileSync(packageUrl('dist/build-id.txt'), 'utf8');
