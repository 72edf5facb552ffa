// What was said in a debate as the tools show it, page by page.
import { FOLLOW_UP } from '../../../domain/calls.ts';
import { defined } from '../../../domain/defined.ts';
import { isEvent } from '../../../domain/events.ts';
import { REDACTED_MARK, readSealed, type Sealed } from '../../../domain/sealed/sealed.ts';
import { isTurn } from '../../../hall/operations/records/lists/summarize.ts';
import { listSaid } from '../../../ledger/engine/record/follow-ups.ts';
import { getVisibleLog, getVisibleTranscript } from '../../../ledger/engine/record/visibility.ts';
import { readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { clip, measureWeight } from './text.ts';

export const PAGE_CHARACTERS = 24_000;
const WITHHELD = '(not shown until the phase ends)';

export type SpokenEntry = {
  readonly role: string;
  readonly content: string;
  readonly timestamp: string;
  readonly seq: number;
  /** What tombstone_turn takes; absent for words from outside the seats. */
  readonly turn_index?: number;
  readonly act: string;
  readonly title: string;
  readonly hash: string;
  readonly cognition?: string;
  readonly agent_role?: string;
  readonly model?: string;
  readonly author?: string;
  readonly truncated?: true;
};

/** Everything that was said, oldest first. */
export function listSpoken(snapshot: Snapshot): SpokenEntry[] {
  const getRole = readLabels(snapshot);
  const shown = new Map(getVisibleTranscript(snapshot).map((entry) => [entry.seq, entry]));
  const titles = new Map(listSaid(snapshot).map(({ seq, title }) => [seq, title]));
  const spoken: SpokenEntry[] = [];
  let index = 0;
  for (const event of getVisibleLog(snapshot)) {
    const { seq, at: timestamp, hash } = event;
    const title = titles.get(seq) ?? '';
    const describe = (content: Sealed, act: string) => ({
      ...{ content: readSealed(content) ?? REDACTED_MARK, timestamp, seq, act, title, hash },
    });
    if (isTurn(event)) {
      const { seat, act, data, by } = event.data;
      const entry = shown.get(seq);
      const { cognition } = entry === undefined ? {} : data;
      const model = by.reportedModel ?? by.agent.model;
      spoken.push({
        role: getRole(seat),
        content: entry === undefined ? WITHHELD : (entry.text ?? REDACTED_MARK),
        timestamp,
        seq,
        turn_index: index++,
        act,
        title,
        hash,
        ...(typeof cognition === 'string' ? { cognition } : {}),
        agent_role: by.agent.agent,
        ...defined({ model, author: by.author }),
      });
    } else if (isEvent(event, 'interjection-added')) {
      const { author, content } = event.data;
      spoken.push({ role: 'Human', ...describe(content, 'interjection'), author });
    } else if (isEvent(event, 'follow-up-asked')) {
      const { by: author, content } = event.data;
      spoken.push({ role: 'Human', ...describe(content, FOLLOW_UP), author });
    } else if (isEvent(event, 'follow-up-answered')) {
      const { seat, content, by } = event.data;
      const model = by.reportedModel ?? by.agent.model;
      const answer = { role: getRole(seat), ...describe(content, FOLLOW_UP) };
      spoken.push({ ...answer, agent_role: by.agent.agent, ...defined({ model }) });
    }
  }
  return spoken;
}

/**
 * As many entries as fit into a result; at least one, cut if it must be. `nextFrom`: where the next page starts, by `seq`, unless nothing
 * more was said.
 */
export function cutTurns(spoken: readonly SpokenEntry[], limit: number) {
  const entries: SpokenEntry[] = [];
  let size = 0;
  for (const entry of spoken) {
    const weight = measureWeight(JSON.stringify(entry));
    const full = entries.length === limit || (entries.length > 0 && size + weight > PAGE_CHARACTERS);
    if (full) return { entries, nextFrom: entry.seq };
    const content = clip(entry.content, PAGE_CHARACTERS);
    entries.push(content === entry.content ? entry : { ...entry, content, truncated: true });
    size += weight;
  }
  return { entries, nextFrom: undefined };
}
