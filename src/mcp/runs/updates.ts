// Tells clients that a debate has changed, whoever changed it. Newer clients listen with a filter that the transport
// applies; older ones subscribe to single resources, which is kept here.
import type { McpServer } from '@modelcontextprotocol/server';
import type { ServerParts } from '../parts.ts';
import { MOST_LISTED } from '../texts/resources.ts';
import { debateUri, INDEX_URI, PARTS, type Part } from '../texts/uris.ts';

/** Several events that come together make one update. */
const GATHER_MS = 100;

export type Era = 'legacy' | 'modern';

export function sendUpdates(server: McpServer, parts: ServerParts, era: Era): void {
  const subscribed = new Set<string>();
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** What `resources/list` names, the one that was written last at the end. */
  const listed = new Set<string>();

  const tell = (uri: string) => {
    if (era === 'modern' || subscribed.has(uri)) server.server.sendResourceUpdated({ uri }).catch(() => {});
  };
  /** Puts it at the end; true when it was not listed before. */
  const list = (id: string): boolean => {
    const isListed = listed.delete(id);
    listed.add(id);
    const [oldest] = listed;
    if (listed.size > MOST_LISTED && oldest !== undefined) listed.delete(oldest);
    return !isListed;
  };
  const flush = () => {
    timer = undefined;
    const changed = [...gathered];
    gathered.clear();
    if (!server.isConnected()) return;
    for (const threadId of changed) for (const part of Object.keys(PARTS) as Part[]) tell(debateUri(threadId, part));
    tell(INDEX_URI);
    if (changed.filter(list).length > 0) server.sendResourceListChanged();
  };

  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });

  const watching = parts.hall().then(async (hall) => {
    for (const { id } of (await hall.store.newest({ most: MOST_LISTED })).items.toReversed()) list(id);
    return hall.store.watch((id) => {
      if (id === undefined) return;
      gathered.add(id);
      timer ??= setTimeout(flush, GATHER_MS);
    });
  });
  const stop = () => {
    clearTimeout(timer);
    watching.then((watch) => watch.close()).catch(() => {});
  };
  // A hall that cannot be opened is reported by every call; then there is nothing to watch.
  watching.catch(() => {});
  const { onclose } = server.server;
  server.server.onclose = () => {
    onclose?.();
    stop();
  };
}
