// Past decisions that still stand and say something else than a debate that has just ended.
import { isSameAnswer } from '../../../domain/question/answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { getSettled } from '../../../ledger/engine/snapshot.ts';
import type { Hall } from '../hall.ts';
import { type RecalledDecision, recallFor } from './recall.ts';

/** So alike are two wordings of one question; see docs/outcomes.md for what was measured. */
const SAME_QUESTION = 0.35;
const MOST_LOOKED_AT = 10;

const simplify = (options: readonly (string | null)[]) =>
  JSON.stringify(options.map((option) => option?.trim().toLowerCase()).toSorted());

/** Answers can be compared where both questions offer the same. */
function isComparable({ answer, options }: Question, { kind, options: others }: RecalledDecision): boolean {
  return answer === kind && (answer === 'yes-no' || simplify(options) === simplify(others));
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
