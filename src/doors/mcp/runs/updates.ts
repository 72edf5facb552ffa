// Tells clients that a debate has changed, whoever changed it. Newer clients listen with a filter that the transport
// applies; older ones subscribe to single resources, which is kept here.
import type { McpServer } from '@modelcontextprotocol/server';
import type { Hall } from '../../../hall/operations/hall.ts';
import { type Changes, watchLedgers } from '../../../ledger/engine/ledger-changes.ts';
import type { ServerParts } from '../parts.ts';
import { MOST_LISTED } from '../texts/resources.ts';
import { debateUri, INDEX_URI, PARTS, type Part } from '../texts/uris.ts';

export type Era = 'legacy' | 'modern';

/** Who hears of changes. */
export interface UpdateListener {
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
}

function tell(listener: UpdateListener, { changed, added, gone }: Changes): void {
  if (changed.length === 0 && gone.length === 0) return;
  const uris = changed.flatMap(({ id }) => (Object.keys(PARTS) as Part[]).map((part) => debateUri(id, part)));
  for (const uri of [...uris, INDEX_URI]) listener.resourceUpdated(uri);
  if (added.length > 0 || gone.length > 0) listener.resourcesChanged();
}

/** Watches a hall until it is stopped. A hall that cannot be opened is reported by every call; there is nothing to watch. */
export function watchUpdates(opening: Promise<Hall>, listener: UpdateListener): { stop(): void } {
  const stop = new AbortController();
  // What `resources/list` names, and what is written becomes one of those.
  const how = { most: MOST_LISTED, signal: stop.signal, report: () => {} };
  opening
    .then(async ({ store }) => await watchLedgers(store, how, async (changes) => tell(listener, changes)))
    .catch(() => {});
  return { stop: () => stop.abort() };
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
