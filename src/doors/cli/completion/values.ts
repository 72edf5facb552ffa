// The values that an option or an argument takes, by what its placeholder says it is: `--wind <agent>`, `show <id>`.
import { defined } from '../../../domain/defined.ts';
import { PLATFORMS } from '../../../domain/diffs/platform.ts';
import { describeUnreadable } from '../../../domain/failures/unreadable.ts';
import { openHall } from '../../../hall/compose/hall.ts';
import { listPresets } from '../../../hall/config/presets.ts';
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findDebate } from '../../../hall/operations/records/lists/find-debate.ts';
import { newestPages } from '../../../ledger/stores/walk.ts';
import { CLIENTS } from '../../mcp/clients/clients.ts';
import { TOOL_NAMES } from '../input/tool-names.ts';
import type { Position } from './position.ts';

export interface CompletionValue {
  readonly value: string;
  readonly description?: string;
}

/** What was written before, and the word that is being written. */
interface Asked {
  readonly hall: Hall;
  readonly position: Position;
  readonly current: string;
}

const MOST_IDS = 200;
/** Their topics are read; more would make a key wait. */
const DESCRIBED_IDS = 20;

const completeNamed = (values: readonly string[]): CompletionValue[] => values.map((value) => ({ value }));

async function completeIds({ hall, current }: Asked): Promise<CompletionValue[]> {
  const { rows } = await hall.summaries.page({ from: 0, limit: DESCRIBED_IDS });
  const topics = new Map(
    rows.map((row) => [row.threadId, 'unreadable' in row ? describeUnreadable(row.code) : topicLine(row.topic)]),
  );
  const found: CompletionValue[] = [];
  for await (const ledgers of newestPages(hall.store)) {
    const fitting = ledgers.filter(({ id }) => id.startsWith(current));
    found.push(...fitting.map(({ id }) => ({ value: id, description: topics.get(id) ?? '' })));
    if (found.length >= MOST_IDS) break;
  }
  return found.slice(0, MOST_IDS);
}

async function completeTags({ hall }: Asked): Promise<CompletionValue[]> {
  const { rows } = await hall.summaries.page({ from: 0, limit: DESCRIBED_IDS });
  const tags = rows.flatMap((row) => ('tags' in row ? (row.tags ?? []) : []));
  return completeNamed([...new Set([...hall.loaded.config.tags, ...tags])].sort());
}

const completeAgents = async ({ hall }: Asked): Promise<CompletionValue[]> =>
  (await hall.agents()).names.map(({ name, kind }) => ({ value: name, description: kind === name ? '' : kind }));

/** Of a command that runs one format only, of the one that was chosen, or of the configured one. */
async function findFormat({ hall, position: { command, given } }: Asked) {
  const only = ['check', 'review', 'plan'].includes(command.name()) ? command.name() : undefined;
  return await hall.format(only ?? given['format'] ?? hall.loaded.config.format);
}

/** Of the debate that was named, or of a new one. */
async function completeSeats(asked: Asked): Promise<string[]> {
  const { hall, position } = asked;
  const id = position.given['id'];
  if (id !== undefined && position.command.registeredArguments[0]?.name() === 'id') {
    return Object.keys((await hall.engine.snapshot(await findDebate(hall, id))).debate.seats);
  }
  const format = await findFormat(asked);
  return format.seats(format.options.parse({})).map((seat) => seat.id);
}

async function seatedAgents(asked: Asked): Promise<CompletionValue[]> {
  const [seat, agent] = asked.current.split('=', 2);
  if (agent === undefined) return completeNamed((await completeSeats(asked)).map((each) => `${each}=`));
  return (await completeAgents(asked)).map(({ value, ...rest }) => ({ value: `${seat}=${value}`, ...rest }));
}

/** What stands before the last comma stays. */
const inList =
  (values: (asked: Asked) => Promise<CompletionValue[]>) =>
  async (asked: Asked): Promise<CompletionValue[]> => {
    const earlier = asked.current.slice(0, asked.current.lastIndexOf(',') + 1);
    return (await values(asked)).map(({ value, ...rest }) => ({ value: `${earlier}${value}`, ...rest }));
  };

const VALUES: Readonly<Record<string, (asked: Asked) => Promise<CompletionValue[]>>> = {
  id: completeIds,
  other: completeIds,
  agent: completeAgents,
  agents: inList(completeAgents),
  arms: inList(async () => completeNamed(['one', 'vote:3', 'vote:cost', 'run:standard', 'panel:standard'])),
  seat: async (asked) => completeNamed(await completeSeats(asked)),
  'seat=agent': seatedAgents,
  tag: completeTags,
  preset: async () => completeNamed(await listPresets()),
  recipe: async (asked) => completeNamed(Object.keys((await findFormat(asked)).recipes)),
  format: async ({ hall }) => (await hall.formats()).map(({ id, summary }) => ({ value: id, description: summary })),
  'file-format': async ({ hall }) => completeNamed((await hall.exporters()).map(({ id }) => id)),
  platform: async () => completeNamed(PLATFORMS),
  cognition: async () => completeNamed(['PATHOS', 'ETHOS', 'LOGOS']),
  outcome: async () => completeNamed(['right', 'wrong', 'mixed']),
  client: async () => completeNamed(CLIENTS),
  tool: async () => completeNamed(TOOL_NAMES),
  toolsets: inList(async () =>
    completeNamed((await import('../../mcp/tools/toolsets.ts')).TOOLSETS.map(({ name }) => name)),
  ),
};

export const hasValues = (placeholder: string): boolean => Object.hasOwn(VALUES, placeholder);

/** Where a hall cannot be opened there is nothing to offer, and nobody to tell. */
export async function listValues(placeholder: string, position: Position, current: string): Promise<CompletionValue[]> {
  const { hall: folder, config } = position.given;
  const hall = await openHall({
    settings: folder === undefined ? [] : [{ name: '--hall', path: ['hall'], value: folder }],
    ...defined({ configFile: config }),
  });
  try {
    return (await VALUES[placeholder]?.({ hall, position, current })) ?? [];
  } finally {
    await hall.close();
  }
}
