// Past decisions as documents for the seats of a new debate: cleaned, short, and never with what looks like a secret.
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { toSource } from '../../../domain/own-documents.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import { listCaveats } from '../../../domain/words/describe-authority.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import { cleanText } from '../../../support/text.ts';
import type { Material } from '../debate/opening/given-documents.ts';
import type { Hall } from '../hall.ts';
import { type RecalledDecision, readChecked, toRecalled } from './recall.ts';

/** Characters of a decision that seats get. */
const MOST_CHARACTERS = 4_000;

/** A past decision as seats read it. */
function renderRecalled(recalled: RecalledDecision): string {
  const { topic, options, outcome, answer, decision, turnedOut, decidedAt } = recalled;
  const text = decision ?? '(redacted)';
  const caveats = listCaveats(recalled);
  const listed = options.flatMap((option) => option ?? []);
  const lines = [
    `Question: ${topic ?? '(redacted)'}`,
    ...(listed.length === 0 ? [] : [`Options: ${listed.join(', ')}`]),
    `Decided on ${decidedAt.slice(0, 10)}: ${OUTCOME_WORDS[outcome].title}${answer === null ? '' : `, ${answer}`}`,
    ...(caveats.length === 0 ? [] : [`Panel: ${caveats.join(', ')}`]),
    `Turned out: ${turnedOut ?? 'nobody has recorded it'}`,
    '',
    shorten(text, MOST_CHARACTERS),
  ];
  return cleanText(lines.join('\n'));
}

/** As many as fit into `maxBytes`, the most alike first. */
export function toMaterial(
  decisions: readonly RecalledDecision[],
  { maxBytes, allowSecrets }: { readonly maxBytes: number; readonly allowSecrets: boolean },
): Material {
  const items: Material['items'][number][] = [];
  const leftOut: Material['leftOut'][number][] = [];
  let left = maxBytes;
  for (const decision of decisions) {
    const source = toSource(decision.threadId);
    const text = renderRecalled(decision);
    const bytes = Buffer.byteLength(text);
    const secret = allowSecrets ? undefined : findSecret(text);
    if (secret !== undefined) leftOut.push({ source, reason: `contains what looks like a secret (${secret.kind})` });
    else if (bytes > left) leftOut.push({ source, reason: `too large: ${bytes} bytes, ${left} were left` });
    else {
      items.push({ source, bytes, text });
      left -= bytes;
    }
  }
  return { items, leftOut };
}

// Where debates hold a past decision that they were given as context, as it was before something was taken out of it.

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
