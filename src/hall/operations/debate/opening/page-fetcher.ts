// Fetches the web pages of a new debate, each once, whoever names it.
import type { FetchPage, WebPage } from '../../../../net/fetch/web-page.ts';
import type { Hall } from '../../hall.ts';

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
