// Removes a text for good, also from the forks of a debate: what they copied stands under the same seal, and goes as well.
import type { ListedDebate } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import type { LedgerEvent } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { parseJson } from '../../../../domain/parse-json.ts';
import { listSealed } from '../../../../domain/sealed/sealed.ts';
import type { Command } from '../../../../ledger/engine/commands.ts';
import type { Dispatched } from '../../../../ledger/engine/engine.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { cleanText } from '../../../../support/text.ts';
import type { Hall } from '../../hall.ts';
import { readChecked } from '../../memory/recall.ts';
import { listStaleCopies, type RecalledCopy } from '../../memory/recalled-documents.ts';
import { saveWritten } from '../../records/copies/export-debate.ts';
import { type EvaluationCopy, listEvaluationCopies } from '../../records/evaluation-copies.ts';
import { readAuthor } from '../../written-names.ts';
import { removeSecrets } from '../../written-secrets.ts';
import type { Author } from '../take-part/manual-turns.ts';
import { updateFiles } from '../take-part/run-command.ts';
import { listAskedAgain, listFamily, listOrphans, listUnreadable } from './family.ts';
import { findQuotes, listOpenTexts, listQuotingEvents } from './quoting-texts.ts';

/** A fork, or a debate that cannot be read and may be one. */
export interface RedactedFork {
  readonly threadId: string;
  /** Events whose text was removed. */
  readonly events: readonly number[];
  /** Why the text may still be there. */
  readonly problem?: string;
}

export interface RedactionReach {
  readonly forks: readonly RedactedFork[];
  /** The debate that the text was copied from, where it still stands. */
  readonly parent?: string;
  /** Where what was opened with is redacted: debates that ask the same again and may hold it, too. */
  readonly askedAgain: readonly string[];
  /** What this debate, its parent and its forks say in other words of theirs, and quotes the text. */
  readonly quotedIn: readonly { readonly threadId: string; readonly events: readonly number[] }[];
  /** Debates that were given the decision as context, and hold something of it that it no longer says. */
  readonly recalledBy: readonly RecalledCopy[];
  /** The same debate, where an evaluation keeps it with the text. */
  readonly evaluations: readonly EvaluationCopy[];
}

/** The event that holds topic and material. */
const OPENING = 0;

interface Redaction {
  readonly reason: string;
  readonly by: string;
}

function listGoneDigests(event: LedgerEvent | undefined, fields: readonly string[] | undefined): Set<string> {
  const gone = listSealed(event?.data).filter(
    ({ sealed, path }) => !('text' in sealed) && (fields === undefined || fields.includes(path)),
  );
  return new Set(gone.map(({ sealed }) => sealed.sha256));
}

/** Texts under these seals that are still there, by event. */
function findTexts({ log }: Snapshot, digests: ReadonlySet<string>): ReadonlyMap<number, readonly string[]> {
  return new Map(
    log.flatMap(({ seq, data }) => {
      const there = listSealed(data).filter(({ sealed }) => 'text' in sealed && digests.has(sealed.sha256));
      return there.length === 0 ? [] : [[seq, there.map(({ path }) => path)] as const];
    }),
  );
}

async function redactFork(
  hall: Hall,
  threadId: string,
  digests: ReadonlySet<string>,
  { reason, by }: Redaction,
): Promise<RedactedFork> {
  const events: number[] = [];
  try {
    for (const [target, fields] of findTexts(await hall.engine.snapshot(threadId), digests)) {
      await hall.engine.dispatch(threadId, { type: 'redact', target, fields, reason, by });
      events.push(target);
    }
    await saveWritten(hall, threadId);
    await hall.store.clearFeed(threadId);
    return { threadId, events };
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    return { threadId, events, problem: error.message };
  }
}

/** Forks that had none of it are left out; what cannot be read is named, since nobody knows what it holds. */
async function redactForks(
  hall: Hall,
  threadId: string,
  digests: ReadonlySet<string>,
  redaction: Redaction,
): Promise<RedactedFork[]> {
  const reached: RedactedFork[] = [];
  const roots = [threadId, ...(await listOrphans(hall)), ...(await listUnreadable(hall))];
  for (const fork of await listFamily(hall, roots)) {
    if (fork !== threadId) reached.push(await redactFork(hall, fork, digests, redaction));
  }
  return reached.filter(({ events, problem }) => events.length > 0 || problem !== undefined);
}

async function findParent(hall: Hall, { debate }: Snapshot, digests: ReadonlySet<string>): Promise<string | undefined> {
  const { relation } = debate.opened;
  if (relation?.kind !== 'fork' || !(await hall.store.exists(relation.of))) return undefined;
  const parent = await readChecked(hall, relation.of);
  return parent !== undefined && findTexts(parent, digests).size > 0 ? relation.of : undefined;
}

interface ReachRequest {
  readonly threadId: string;
  readonly event: number;
  readonly fields?: readonly string[] | undefined;
  /** What the debate asked, where that is redacted with its opening. */
  readonly topic: string | undefined;
  /** Whether a text quotes what was just redacted. */
  readonly isQuoting: (text: string) => boolean;
}

/** In these debates and all forks of them. */
async function listQuoting(hall: Hall, roots: readonly string[], isQuoting: (text: string) => boolean) {
  const found: RedactionReach['quotedIn'][number][] = [];
  for (const id of await listFamily(hall, roots)) {
    const events = listQuotingEvents((await readChecked(hall, id))?.log ?? [], isQuoting);
    if (events.length > 0) found.push({ threadId: id, events });
  }
  return found;
}

/** Debates that ask the very same, such as the votes of an evaluation. */
async function listAsking({ summaries }: Hall, topic: string | undefined): Promise<string[]> {
  const found: string[] = [];
  const wanted = (row: ListedDebate) => topic !== undefined && 'topic' in row && row.topic === topic;
  if (topic !== undefined) for await (const { threadId } of summaries.each({ wanted })) found.push(threadId);
  return found.sort();
}

/** Of a ledger of another hall, which nobody opens for this. */
const holdsText = (ledger: string, digests: ReadonlySet<string>): boolean =>
  ledger
    .split('\n')
    .some((line) => listSealed(parseJson(line)).some(({ sealed }) => 'text' in sealed && digests.has(sealed.sha256)));

/** What cannot be read of others is named with the forks. Throws `ledger-damaged` where the debate itself is. */
async function reachForks(
  hall: Hall,
  { threadId, event, fields, topic, isQuoting }: ReachRequest,
  redaction: Redaction,
): Promise<RedactionReach> {
  const snapshot = await hall.engine.snapshot(threadId);
  const digests = listGoneDigests(snapshot.log[event], fields);
  const forks = await redactForks(hall, threadId, digests, redaction);
  const parent = await findParent(hall, snapshot, digests);
  const asked =
    event === OPENING ? [...(await listAskedAgain(hall, threadId)), ...(await listAsking(hall, topic))] : [];
  const askedAgain = [...new Set(asked)].filter((id) => id !== threadId);
  const recalledBy = await listStaleCopies(hall, threadId);
  const { relation } = snapshot.debate.opened;
  // A fork of a fork that was deleted is known by what it copied alone.
  const related = [...(relation?.kind === 'fork' ? [relation.of] : []), ...forks.map((fork) => fork.threadId)];
  const quotedIn = await listQuoting(hall, [threadId, ...related], isQuoting);
  const evaluations = listEvaluationCopies(hall, [threadId], (ledger) => holdsText(ledger, digests));
  return { forks, askedAgain, recalledBy, quotedIn, evaluations, ...defined({ parent }) };
}

export interface RedactInput extends Author {
  readonly threadId: string;
  /** `seq` of the event. */
  readonly event: number;
  readonly fields?: readonly string[];
  readonly reason: string;
}

export interface Redacted extends Dispatched, RedactionReach {}

/**
 * Removes text for good, also from forks; the chains still verify. A redacted decision leaves the committed record as well.
 */
export async function redact(hall: Hall, input: RedactInput): Promise<Redacted> {
  const { threadId, event, fields } = input;
  const author = readAuthor(removeSecrets(input.author));
  const reason = removeSecrets(cleanText(input.reason).replace(/\s+/g, ' ').trim());
  if (reason === '') throw new HallError('bad-input', 'The reason is empty.', { hint: 'Give a short reason.' });
  const command: Command = {
    type: 'redact',
    target: event,
    reason,
    by: author,
    ...defined({ fields }),
  };
  const { log } = await hall.engine.snapshot(threadId);
  const gone = log[event] === undefined ? new Map<string, string>() : listOpenTexts(log[event], fields);
  const isQuoting = findQuotes(gone.values());
  const topic = event === OPENING ? gone.get('/topic') : undefined;
  try {
    const done = await hall.engine.dispatch(threadId, command);
    const request = { threadId, event, fields, topic, isQuoting };
    // Last, since a file that cannot be written keeps no text elsewhere; and whatever keeps anyone from looking there.
    const reach = await reachForks(hall, request, { reason, by: author }).finally(() => updateFiles(hall, done));
    return { ...done, ...reach };
  } finally {
    await hall.store.clearFeed(threadId);
  }
}
