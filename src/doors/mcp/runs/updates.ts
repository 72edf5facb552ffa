// Tells clients that a debate has changed, whoever changed it. Newer clients listen with a filter that the transport
// applies; older ones subscribe to single resources, which is kept here.
import type { McpServer } from '@modelcontextprotocol/server';
import type { Hall } from '../../../hall/operations/hall.ts';
import { Recent } from '../../../support/recent.ts';
import type { ServerParts } from '../parts.ts';
import { MOST_LISTED } from '../texts/resources.ts';
import { debateUri, INDEX_URI, PARTS, type Part } from '../texts/uris.ts';

/** Several events that come together make one update. */
const GATHER_MS = 100;

export type Era = 'legacy' | 'modern';

/** Who hears of changes. */
export interface UpdateListener {
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
}

/** Watches a hall until it is stopped. A hall that cannot be opened is reported by every call; there is nothing to watch. */
export function watchUpdates(opening: Promise<Hall>, listener: UpdateListener): { stop(): void } {
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** What `resources/list` names. */
  const listed = new Recent<string, true>(MOST_LISTED);

  /** Puts it at the end; true when it was not listed before. */
  const list = (id: string): boolean => {
    const isNew = listed.get(id) === undefined;
    listed.set(id, true);
    return isNew;
  };
  const flush = () => {
    timer = undefined;
    const changed = [...gathered];
    gathered.clear();
    const uris = changed.flatMap((id) => (Object.keys(PARTS) as Part[]).map((part) => debateUri(id, part)));
    for (const uri of [...uris, INDEX_URI]) listener.resourceUpdated(uri);
    if (changed.filter(list).length > 0) listener.resourcesChanged();
  };
  const watching = opening.then(async (hall) => {
    for (const { id } of (await hall.store.newest({ most: MOST_LISTED })).items.toReversed()) list(id);
    return hall.store.watch((id) => {
      if (id === undefined) return;
      gathered.add(id);
      timer ??= setTimeout(flush, GATHER_MS);
    });
  });
  watching.catch(() => {});
  return {
    stop: () => {
      clearTimeout(timer);
      watching.then((watch) => watch.close()).catch(() => {});
    },
  };
}

function sendUpdates(server: McpServer, parts: ServerParts, isWanted: (uri: string) => boolean): void {
  const { stop } = watchUpdates(parts.hall(), {
    resourceUpdated: (uri) => {
      if (server.isConnected() && isWanted(uri)) server.server.sendResourceUpdated({ uri }).catch(() => {});
    },
    resourcesChanged: () => {
      if (server.isConnected()) server.sendResourceListChanged();
    },
  });
  const { onclose } = server.server;
  server.server.onclose = () => {
    onclose?.();
    stop();
  };
}

/** Lets clients subscribe to resources, and tells them unless somebody else does. */
export function acceptSubscriptions(
  server: McpServer,
  parts: ServerParts,
  { era, updates = 'here' }: { readonly era: Era; readonly updates?: 'here' | 'elsewhere' },
): void {
  const subscribed = new Set<string>();
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  if (updates === 'here') sendUpdates(server, parts, (uri) => era === 'modern' || subscribed.has(uri));
}
