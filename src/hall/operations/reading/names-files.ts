// Whether material that somebody names lies on the machine that reads it.
import { isPageAddress } from '../../../net/fetch/page-address.ts';

export interface NamedMaterial {
  readonly context?: readonly string[] | undefined;
  readonly read?: readonly string[] | undefined;
}

/** Among context, a file may be called so. */
const PAST_DECISIONS = 'decisions';

export function namesFiles({ context = [], read = [] }: NamedMaterial): boolean {
  const isElsewhere = (source: string) => source === PAST_DECISIONS || isPageAddress(source);
  return !context.every(isPageAddress) || !read.every(isElsewhere);
}
