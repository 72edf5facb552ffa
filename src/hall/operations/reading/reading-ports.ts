// What the sources of a debate need from the hall: git, the context of the debate, and what was decided before it.
import { createHash } from 'node:crypto';
import { defined } from '../../../domain/defined.ts';
import type { Relation } from '../../../domain/event-parts.ts';
import { isEvent } from '../../../domain/events.ts';
import { isDecision, NOT_RECALLED } from '../../../domain/outcomes.ts';
import { REDACTED_TEXT, readSealed } from '../../../domain/sealed/sealed.ts';
import { removeSearchLine } from '../../../domain/words/conclusions.ts';
import { listCaveats } from '../../../domain/words/describe-authority.ts';
import { readSearchTerms } from '../../../formats/common/search-terms.ts';
import { assessAuthority } from '../../../ledger/engine/record/authority.ts';
import { getVisibleResult } from '../../../ledger/engine/record/visibility.ts';
import { getWrittenDecision, type Snapshot, showDecision } from '../../../ledger/engine/snapshot.ts';
import type { KeptPage } from '../../../material/reading/files/pin-pages.ts';
import type {
  EarlierDecision,
  OpenPorts,
  PinnedDecisions,
  ReadableDocument,
} from '../../../material/reading/sources.ts';
import type { FetchPage } from '../../../net/fetch/fetch-page.ts';
import type { Hall } from '../hall.ts';
import { listStanding } from '../memory/recall.ts';

interface Closed {
  readonly threadId: string;
  readonly relation: Relation | undefined;
  readonly hash: string;
  readonly decision: EarlierDecision;
}

/** A debate that ends with its openings has an answer and no decision in words. */
function describeDecision(snapshot: Snapshot): string {
  const written = showDecision(snapshot);
  if (written !== undefined) return removeSearchLine(written);
  return getVisibleResult(snapshot)?.headline ?? 'It ended without a decision.';
}

function toDecision(snapshot: Snapshot, before: string): Closed | undefined {
  const { debate, log, threadId } = snapshot;
  const end = log.findLast((event) => isEvent(event, 'debate-closed'));
  if (debate.status !== 'closed' || end === undefined || end.at >= before) return undefined;
  const { format, relation } = debate.opened;
  if (NOT_RECALLED.has(format) || !isDecision(end.data)) return undefined;
  const topic = readSealed(debate.opened.topic) ?? REDACTED_TEXT;
  const text = describeDecision(snapshot);
  const terms = readSearchTerms(getWrittenDecision(snapshot) ?? '').join(' ');
  const { full, imported, rehearsal } = assessAuthority(snapshot);
  const caveats = listCaveats({ full, rehearsal: rehearsal.length > 0, ...defined({ imported }) });
  const outcome = [end.data.outcome, ...caveats].join(', ');
  return { threadId, relation, hash: end.hash, decision: { threadId, topic, outcome, closedAt: end.at, text, terms } };
}

/** What `recall` takes for decisions, as far as it was decided in this hall before that time, the latest first. */
async function listDecisions(hall: Hall, before: string): Promise<PinnedDecisions> {
  const found: Closed[] = [];
  for await (const row of hall.summaries.each()) {
    if ('unreadable' in row || row.status !== 'closed' || row.openedAt >= before) continue;
    const closed = toDecision(await hall.engine.snapshot(row.threadId), before);
    if (closed !== undefined) found.push(closed);
  }
  found.sort((a, b) => (a.decision.closedAt < b.decision.closedAt ? 1 : -1));
  const standing = listStanding(found);
  const digest = createHash('sha256').update(JSON.stringify(standing.map(({ hash }) => hash)));
  return { sha256: digest.digest('hex'), decisions: standing.map(({ decision }) => decision) };
}

export interface ReadingRequest {
  readonly documents: readonly ReadableDocument[];
  readonly leftOut: readonly string[];
  /** Of a debate that is opened. */
  readonly outputs?: readonly string[] | undefined;
  readonly fetchPage?: FetchPage;
  /** Pages that the ledger has. */
  readonly pages?: readonly KeptPage[];
  /** Decisions from then on are not among the earlier ones. */
  readonly before: string;
  readonly signal: AbortSignal;
}

/** What was fetched stays as it is. */
const fetchNothing: FetchPage = async () => {
  throw new TypeError('A debate that is open fetches nothing.');
};

export async function readingPorts(
  hall: Hall,
  { documents, leftOut, outputs = [], fetchPage = fetchNothing, pages = [], before, signal }: ReadingRequest,
): Promise<OpenPorts> {
  return {
    cwd: hall.cwd,
    gitIn: await hall.gits(signal),
    hallFolder: hall.loaded.config.hall,
    signal,
    documents,
    leftOut,
    outputs,
    fetchPage,
    pages,
    decisions: async () => await listDecisions(hall, before),
  };
}
