// The page's program and style, as the build leaves them; read when the first page is written.
import { readFileSync } from 'node:fs';
import { HallError } from '../../../domain/failures/errors.ts';
import { packageUrl } from '../../../support/package-root.ts';

export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** As a policy names it: "sha256-…". */
  readonly scriptDigest: string;
  readonly styleDigest: string;
  /** Of the packages in the script, which ask to be passed on with it. */
  readonly licenses: string;
}

let parts: PageParts | undefined;

/** Throws `storage` where the page was never built. */
export function loadPageParts(): PageParts {
  try {
    parts ??= JSON.parse(readFileSync(packageUrl('dist/page/parts.json'), 'utf8')) as PageParts;
  } catch (cause) {
    throw new HallError('storage', 'The page is not built.', { hint: 'Run "npm run build" first.', cause });
  }
  return parts;
}
