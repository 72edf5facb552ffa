// Debates as resources: state, transcript, OCTAVE and ledger of each, and an index of all.
import { type ListResourcesResult, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { HallError } from '../../../domain/failures/errors.ts';
import { describeUnreadable } from '../../../domain/failures/unreadable.ts';
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { exportDebate, RECORD_FORMAT, showDebate } from '../../../hall/operations/records/copies/export-debate.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { pageDebates } from '../../../hall/operations/records/lists/list-debates.ts';
import { getVisibility } from '../../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { eachId } from '../../../ledger/stores/walk.ts';
import { answering } from '../errors.ts';
import type { ToolPorts } from '../tools/tool.ts';
import { debateUri, INDEX_TEMPLATE, INDEX_URI, PARTS, type Part, SCHEME } from './uris.ts';
import { describeState } from './view.ts';

/** Debates that `resources/list` names, and that a page of the index has. */
export const MOST_LISTED = 50;
const MOST_COMPLETED = 100;

const READERS: Readonly<Record<Part, (hall: Hall, threadId: string) => Promise<string>>> = {
  state: async (hall, threadId) => JSON.stringify(await showDebate(hall, threadId), null, 2),
  transcript: async (hall, threadId) => await exportDebate(hall, threadId, 'markdown'),
  octave: async (hall, threadId) => await exportDebate(hall, threadId, RECORD_FORMAT),
  ledger: async (hall, threadId) => {
    // The snapshot refuses a damaged ledger and a name that is none.
    const snapshot = await hall.engine.snapshot(threadId);
    const text = (await hall.store.read(threadId))?.text ?? '';
    const withheld = firstWithheld(snapshot);
    return withheld === undefined ? text : text.split('\n').slice(0, withheld).join('\n');
  },
};

/** While a phase is blind, the ledger is given up to what nobody may see yet; such a part of it verifies like the whole. */
function firstWithheld(snapshot: Snapshot): number | undefined {
  const { showEvent: shown } = getVisibility(snapshot);
  return snapshot.log.find((event) => shown(event) !== event)?.seq;
}

const DESCRIPTIONS: Readonly<Record<Part, string>> = {
  state: 'The full record of a debate as data',
  transcript: 'Everything that was said, as a document',
  octave: 'The record to commit',
  ledger: 'The events with their hash chain, one JSON object per line',
};

/** Names of debates that begin like `value`, else those that hold it. */
export async function completeThreadId({ parts, gate }: ToolPorts, value: string): Promise<string[]> {
  await gate.permit('list-debates');
  const hall = await parts.hall().catch(() => undefined);
  if (hall === undefined) return [];
  const begin: string[] = [];
  const hold: string[] = [];
  for await (const id of eachId(hall.store)) {
    if (id.startsWith(value)) begin.push(id);
    else if (id.includes(value)) hold.push(id);
  }
  return [...begin.reverse(), ...hold.reverse()].slice(0, MOST_COMPLETED);
}

async function listNewest({ parts, gate }: ToolPorts): Promise<ListResourcesResult> {
  await gate.permit('list-debates');
  const { rows } = await pageDebates(await parts.hall(), { from: 0, limit: MOST_LISTED });
  return {
    resources: rows.map((row) => ({
      uri: debateUri(row.threadId, 'state'),
      name: row.threadId,
      description:
        'unreadable' in row ? describeUnreadable(row.code) : `${describeState(row)}: ${topicLine(row.topic)}`,
    })),
  };
}

export function registerResources(server: McpServer, ports: ToolPorts): void {
  const { parts, gate, tools } = ports;
  const index = {
    title: 'All debates',
    description: 'Debates of this hall, newest first',
    mimeType: 'application/json',
  };
  const readIndex = async (uri: URL, from: string) =>
    answering(tools, async () => {
      if (!/^\d{1,9}$/.test(from)) throw new HallError('bad-input', 'The page of the index must be a number.');
      await gate.permit('list-debates');
      const { total, rows } = await pageDebates(await parts.hall(), { from: Number(from), limit: MOST_LISTED });
      const end = Number(from) + rows.length;
      const page = { total, debates: rows, ...(rows.length > 0 && end < total ? { next: `${INDEX_URI}/${end}` } : {}) };
      return { contents: [{ uri: uri.href, mimeType: index.mimeType, text: JSON.stringify(page, null, 2) }] };
    });
  server.registerResource('index', INDEX_URI, index, async (uri) => readIndex(uri, '0'));
  const pages = new ResourceTemplate(INDEX_TEMPLATE, { list: undefined });
  const more = { ...index, title: 'More debates' };
  server.registerResource('index-page', pages, more, async (uri, { from }) => readIndex(uri, String(from)));
  for (const part of Object.keys(PARTS) as Part[]) {
    const { suffix, title, mimeType } = PARTS[part];
    const template = new ResourceTemplate(`${SCHEME}://{thread_id}${suffix}`, {
      list: part === 'state' ? async () => answering(tools, async () => listNewest(ports)) : undefined,
      complete: { thread_id: async (value) => completeThreadId(ports, value) },
    });
    const about = { title, description: DESCRIPTIONS[part], mimeType };
    server.registerResource(`debate-${part}`, template, about, async (uri, variables) =>
      answering(tools, async () => {
        const { thread_id } = variables;
        if (typeof thread_id !== 'string') throw new HallError('bad-input', 'The URI names no debate.');
        const hall = await parts.hall();
        const threadId = await findDebate(hall, thread_id);
        await gate.permit('read-debate', threadId);
        const text = await READERS[part](hall, threadId);
        return { contents: [{ uri: uri.href, mimeType, text }] };
      }),
    );
  }
}
