// Where debates hold a past decision that they were given as context, as it was before something was taken out of it.
import { toSource } from '../../../domain/memory/decision-source.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { Hall } from '../hall.ts';
import { readChecked, toRecalled } from './recall.ts';
import { renderRecalled } from './recalled-documents.ts';

/** The event that holds the context. */
const OPENING = 0;

export interface RecalledCopy {
  readonly threadId: string;
  readonly event: typeof OPENING;
  /** As `redact` takes it. */
  readonly field: string;
}

/** How it turned out may be recorded at any time, and older copies do not say what its panel was; neither takes anything away. */
const withoutNotes = (text: string) => text.replace(/^(?:Turned out|Panel): .*\n/gm, '');

/** What the decision reads like now; `undefined` where there is none any more. */
async function describeNow(hall: Hall, threadId: string): Promise<string | undefined> {
  const recalled = toRecalled(await hall.engine.snapshot(threadId));
  return recalled === undefined ? undefined : withoutNotes(renderRecalled(recalled));
}

/** The copies that say something which the debate itself no longer says. Debates that cannot be read are left out. */
export async function listStaleCopies(hall: Hall, threadId: string): Promise<readonly RecalledCopy[]> {
  const now = await describeNow(hall, threadId);
  const source = toSource(threadId);
  const found: RecalledCopy[] = [];
  const holders: string[] = [];
  for await (const digests of hall.summaries.digests()) {
    for (const { summary, recalled } of digests) if (recalled.includes(threadId)) holders.push(summary.threadId);
  }
  for (const holder of holders) {
    const context = (await readChecked(hall, holder))?.debate.opened.context ?? [];
    for (const [index, item] of context.entries()) {
      const text = item.source === source ? readSealed(item.content) : undefined;
      if (text === undefined || withoutNotes(text) === now) continue;
      found.push({ threadId: holder, event: OPENING, field: `/context/${index}/content` });
    }
  }
  return found;
}
