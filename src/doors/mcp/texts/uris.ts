// The addresses of a debate's resources.
import type { ResourceLink } from '@modelcontextprotocol/server';

export const SCHEME = 'debate';
/** No debate has this address, whatever its ID is. */
export const INDEX_URI = `${SCHEME}s://index`;
/** Further pages: from which row. */
export const INDEX_TEMPLATE = `${INDEX_URI}/{from}`;

export const PARTS = {
  state: { suffix: '', title: 'State', mimeType: 'application/json' },
  transcript: { suffix: '/transcript', title: 'Transcript', mimeType: 'text/markdown' },
  octave: { suffix: '/octave', title: 'Record in OCTAVE', mimeType: 'text/plain' },
  ledger: { suffix: '/ledger', title: 'Ledger', mimeType: 'application/jsonl' },
} as const;

export type Part = keyof typeof PARTS;

export function debateUri(threadId: string, part: Part): string {
  return `${SCHEME}://${threadId}${PARTS[part].suffix}`;
}

export function resourceLink(threadId: string, part: Part): ResourceLink & { type: 'resource_link' } {
  const { title, mimeType } = PARTS[part];
  return { type: 'resource_link', uri: debateUri(threadId, part), name: `${threadId} ${part}`, title, mimeType };
}
