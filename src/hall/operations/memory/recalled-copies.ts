// Where debates hold a past decision that they were given as context, as it was before something was taken out of it.
import { HallError } from '../../../domain/failures/errors.ts';
import { toSource } from '../../../domain/memory/decision-source.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import type { Hall } from '../hall.ts';
import { toRecalled } from './recall.ts';
import { describeRecalled } from './recalled-documents.ts';

/** The event that holds the context. */
const OPENING = 0;

export interface RecalledCopy {
  readonly threadId: string;
  readonly event: typeof OPENING;
  /** As `redact` takes it. */
  readonly field: string;
}

/** How it turned out may be recorded at any time, and takes nothing away. */
const withoutHindsight = (text: string) => text.replace(/^Turned out: .*$/m, '');

/** What the decision reads like now; `undefined` where there is none any more. */
async function describeNow(hall: Hall, threadId: string): Promise<string | undefined> {
  const recalled = toRecalled(await hall.engine.snapshot(threadId));
  return recalled === undefined ? undefined : withoutHindsight(describeRecalled(recalled));
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
    try {
      const { debate } = await hall.engine.snapshot(holder);
      for (const [index, item] of debate.opened.context.entries()) {
        const text = item.source === source ? readSealed(item.content) : undefined;
        if (text === undefined || withoutHindsight(text) === now) continue;
        found.push({ threadId: holder, event: OPENING, field: `/context/${index}/content` });
      }
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
    }
  }
  return found;
}
