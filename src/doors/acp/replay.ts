// The debates of a session, and what was said in them, for a client that loads it again.
import type { SessionInfo } from '@agentclientprotocol/sdk';
import type { DebateSummary, ListedDebate, UnreadableDebate } from '../../domain/debate-summary.ts';
import { unlessRefused } from '../../domain/failures/errors.ts';
import { describeUnreadable } from '../../domain/failures/unreadable.ts';
import type { DebateRecord, RecordEntry } from '../../domain/record.ts';
import { REDACTED_MARK } from '../../domain/sealed/sealed.ts';
import { topicLine } from '../../hall/operations/debate/opening/topic.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { toRecord } from '../../ledger/engine/record/record.ts';
import { tellStanding } from './joining.ts';
import { addTitle, createMessage, type Send, WITHHELD } from './speech.ts';

const PAGE = 50;

const isReadable = (row: ListedDebate): row is DebateSummary => !('unreadable' in row);

/** A debate that was opened outside of any session is a session of its own. */
const describeSession = ({ conversation, threadId, topic, changedAt }: DebateSummary) => ({
  sessionId: conversation ?? threadId,
  title: topicLine(topic),
  updatedAt: changedAt,
});

/** Nobody knows whose it is; loading it says why it cannot be read. */
const describeUnreadableSession = ({ threadId, code }: UnreadableDebate) => ({
  sessionId: threadId,
  title: `${threadId} (${describeUnreadable(code)})`,
});

/** IDs of the debates of a session that can be read, oldest first. Throws why the one that it is named after cannot. */
export async function listSession(hall: Hall, sessionId: string): Promise<readonly string[]> {
  const wanted = (row: ListedDebate) => isReadable(row) && [row.conversation, row.threadId].includes(sessionId);
  const rows: DebateSummary[] = [];
  for await (const row of hall.summaries.each({ wanted })) if (isReadable(row)) rows.push(row);
  if (rows.length === 0) await unlessRefused(() => hall.engine.snapshot(sessionId), 'not-found', 'bad-input');
  return rows.sort((a, b) => (a.openedAt < b.openedAt ? -1 : 1)).map(({ threadId }) => threadId);
}

/** One page of the sessions that a client can load, those that changed last first. */
export async function pageSessions(
  hall: Hall,
  cursor: string | null | undefined,
): Promise<{ sessions: SessionInfo[]; nextCursor?: string }> {
  const from = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0;
  const { total, rows } = await hall.summaries.page({ from, limit: PAGE });
  const sessions = new Map<string, SessionInfo>();
  for (const row of rows) {
    const session = isReadable(row) ? describeSession(row) : describeUnreadableSession(row);
    if (!sessions.has(session.sessionId)) sessions.set(session.sessionId, { ...session, cwd: hall.cwd });
  }
  const next = from + PAGE;
  return { sessions: [...sessions.values()], ...(next < total ? { nextCursor: String(next) } : {}) };
}

function replayEntry(entry: RecordEntry, send: Send): void {
  if (entry.kind === 'interjection' || entry.kind === 'follow-up')
    send(createMessage(entry.text ?? REDACTED_MARK, 'user'));
  else if (entry.kind === 'turn') {
    const text = entry.withheld === true ? WITHHELD : (entry.shown ?? entry.text ?? REDACTED_MARK);
    send(addTitle(entry.title, text));
  } else if (entry.kind === 'follow-up-answer') send(addTitle(entry.title, entry.text ?? REDACTED_MARK));
}

/** Says again what was said, as far as it may be shown, and how it ended. */
export async function replay(hall: Hall, threadId: string, send: Send): Promise<void> {
  const snapshot = await hall.engine.snapshot(threadId);
  const record: DebateRecord = toRecord(snapshot);
  send(createMessage(record.topic ?? REDACTED_MARK, 'user'));
  for (const entry of record.entries) replayEntry(entry, send);
  await tellStanding(hall, snapshot, send);
}
