// Looks of one debate: what one seat has looked up is answered from memory when another asks for it.
import { Recent } from '../../support/recent.ts';
import { type LookResult, lookUp, type ToolRequest } from './look-up.ts';
import type { Sources } from './sources.ts';

const MAX_KEPT = 500;

export type LookCache = ReturnType<typeof createLookCache>;

/** `marker` fences what is given. */
export function createLookCache(sources: Sources, marker: string) {
  const kept = new Recent<string, Promise<LookResult>>(MAX_KEPT);
  return {
    sources,
    get(request: ToolRequest): Promise<LookResult> {
      const key = JSON.stringify([request.tool, request.arguments ?? {}]);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const looking = lookUp(sources, marker, request);
      kept.set(key, looking);
      // A fault is not remembered.
      looking.catch(() => kept.delete(key));
      return looking;
    },
  };
}
