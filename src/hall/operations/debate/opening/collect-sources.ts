// Reads the sources of context that somebody names, by the hall's rules for material.
import { defined } from '../../../../domain/defined.ts';
import { type CollectedContext, collectContext } from '../../../../material/context/collect.ts';
import type { FetchPage, WebPage } from '../../../../net/fetch/fetch-page.ts';
import type { Hall } from '../../hall.ts';

/** Fetches web pages, each once, whoever names it. */
export function createPageFetcher(hall: Hall, signal: AbortSignal): FetchPage {
  const fetched = new Map<string, Promise<WebPage>>();
  const now = () => new Date(hall.clock.now()).toISOString();
  const load = async (address: string) => {
    const { fetchPage } = await import('../../../../net/fetch/fetch-page.ts');
    return await fetchPage(address, { rules: hall.loaded.config.web, now, signal });
  };
  return async (address) => {
    const page = fetched.get(address) ?? load(address);
    fetched.set(address, page);
    return await page;
  };
}

export interface Sources {
  readonly context?: readonly string[] | undefined;
  readonly onlyPages?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  readonly stdin?: (() => Promise<string>) | undefined;
  readonly fetchPage: FetchPage;
  readonly signal: AbortSignal;
}

/** Throws `context-unreadable`, `secret-found`, `bad-input`. */
export async function collectSources(
  hall: Hall,
  { context = [], onlyPages, stdin, fetchPage, signal }: Sources,
): Promise<CollectedContext> {
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const git = (await hall.gits(signal))(hall.cwd);
  return await collectContext(context, {
    ...{ cwd: hall.cwd, maxBytes, allowSecrets, git, fetchPage, signal },
    ...defined({ onlyPages, stdin }),
  });
}
