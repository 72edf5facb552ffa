// Past decisions that still stand and say something else than a debate that has just ended.
import type { LedgerSummary } from '../../../domain/debate-summary.ts';
import { listRecalled } from '../../../domain/own-documents.ts';
import { isSameAnswer } from '../../../domain/question/answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { getSettled } from '../../../ledger/engine/snapshot.ts';
import type { Hall } from '../hall.ts';
import { listStanding, type RecalledDecision, readChecked, recallFor } from './recall.ts';

/** So alike are two wordings of one question; see docs/recall.md for what was measured. */
const SAME_QUESTION = 0.35;
const MOST_LOOKED_AT = 10;

const simplify = (options: readonly (string | null)[]) =>
  JSON.stringify(options.map((option) => option?.trim().toLowerCase()).toSorted());

/** Answers can be compared where both questions offer the same. */
function isComparable({ answer, options }: Question, { kind, options: others }: RecalledDecision): boolean {
  return answer === kind && (answer === 'yes-no' || simplify(options) === simplify(others));
}

/** Two decisions that speak against each other. */
export interface Contradiction {
  readonly kind: 'other-answer' | 'relies-on-wrong';
  /** The later one; for `relies-on-wrong` the one that was given the other. */
  readonly threadId: string;
  readonly against: string;
}

/** Of all decisions that stand: the same question with another answer, and reliance on what turned out wrong. */
export async function listContradictions(hall: Hall): Promise<readonly Contradiction[]> {
  const rows: LedgerSummary[] = [];
  for await (const row of hall.summaries.each()) {
    if (!('unreadable' in row) && !row.rehearsal && row.decided) rows.push(row);
  }
  const wrong = new Set(rows.filter(({ turnedOut }) => turnedOut === 'wrong').map(({ threadId }) => threadId));
  const found: Contradiction[] = [];
  const compared = new Set<string>();
  for (const { threadId, turnedOut } of listStanding(rows)) {
    if (turnedOut === 'wrong') continue;
    const snapshot = await readChecked(hall, threadId);
    if (snapshot === undefined) continue;
    for (const against of listRecalled(snapshot.debate.opened).filter((id) => wrong.has(id))) {
      found.push({ kind: 'relies-on-wrong', threadId, against });
    }
    for (const { threadId: against, rehearsal } of await findConflicts(hall, threadId)) {
      if (!rehearsal && !compared.has(against)) found.push({ kind: 'other-answer', threadId, against });
    }
    compared.add(threadId);
  }
  return found;
}

/** A decision that turned out wrong stands no more. */
export async function findConflicts(hall: Hall, threadId: string): Promise<readonly RecalledDecision[]> {
  const { question, answer } = getSettled(await hall.engine.snapshot(threadId));
  if (question === undefined || answer === undefined || !isClosed(question) || answer.kind === 'unsure') return [];
  const alike = await recallFor(hall, threadId, { limit: MOST_LOOKED_AT, least: SAME_QUESTION });
  return alike.filter((other) => {
    if (other.answer === null || other.turnedOut === 'wrong' || !isComparable(question, other)) return false;
    const earlier = readAnswerTo(question, other.answer);
    return earlier.ok && earlier.answer.kind !== 'unsure' && !isSameAnswer(earlier.answer, answer);
  });
}
