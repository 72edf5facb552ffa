// Blind answers of the agents of a debate, to compare their vote with what the debate came to.
import { addTotals, type Totals } from '../../../../domain/calls.ts';
import { defined } from '../../../../domain/defined.ts';
import { isForPeople, type Limits } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { findTruth, judgeAnswer, judgeDebate, type Verdict } from '../../../../domain/hindsight/turned-out.ts';
import { isOfSeats } from '../../../../domain/outcomes.ts';
import { type Answer, isSameAnswer } from '../../../../domain/question/answer.ts';
import { classifyTopic } from '../../../../domain/question/classify.ts';
import { isClosed } from '../../../../domain/question/question.ts';
import { readAnswerTo } from '../../../../domain/question/read-answer.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { readOpinions } from '../../../../domain/results/opinions-result.ts';
import { countNoun, formatCount, joinWords } from '../../../../domain/words/format-figures.ts';
import { getOutcome, toRecord } from '../../../../ledger/engine/record/record.ts';
import { getSettled, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';
import { limitsAfter } from '../opening/limits.ts';
import { openDebate } from '../opening/open-debate.ts';
import type { QuestionInput } from '../opening/question.ts';
import { reopen } from '../related/reopening.ts';
import { toSpec } from '../seats/assign-seats.ts';
import { CHECK } from './ladder.ts';

/** Throws `bad-input` for a question whose answers are words. */
export function refuseWords(topic: string, question: QuestionInput = {}): void {
  const { answer = question.options === undefined ? classifyTopic(topic).answer : 'choice' } = question;
  if (answer !== 'text') return;
  throw new HallError('bad-input', 'Answers in words cannot be voted on.', {
    hint: 'Say which answers are possible: --answer yes-no, or --options "Rust,Go".',
  });
}

export interface BlindVoteInput {
  readonly threadId: string;
  /** How many blind answers; the agents of the debate give them in turn. */
  readonly answers: number;
  /** Limits on the debate and its check together, where they take the place of those of the debate. */
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

/**
 * Opens the check that a debate is compared with, or finds it where it was opened before, with as many answers as it had then.
 * Throws `not-active` for a debate that is open or was stopped, `bad-input`, `no-agents`, `limit-reached` where nothing is left of its limits.
 */
export async function openBlindVote(
  hall: Hall,
  { threadId, answers, limits: raised, signal }: BlindVoteInput,
): Promise<string> {
  const relation = { kind: 'comparison', of: threadId } as const;
  const found = await hall.summaries.findRelated(relation);
  if (found !== undefined) return found;
  const snapshot = await hall.engine.snapshot(threadId);
  const { opened } = snapshot.debate;
  if (!isOfSeats(getOutcome(snapshot.debate))) {
    throw new HallError(
      'not-active',
      `"${threadId}" did not come to the end of its rules, so there is nothing to compare with.`,
      {
        hint: 'Compare a debate that neither a limit nor a person stopped.',
      },
    );
  }
  const asked = reopen(snapshot);
  refuseWords(asked.topic, asked.question);
  const panel = opened.seats.filter(({ agent }) => !isForPeople(agent)).map(({ agent }) => toSpec(agent));
  if (panel.length === 0) {
    throw new HallError('bad-input', `No agent has a seat in "${threadId}", so nobody can give blind answers.`, {
      hint: 'Compare a debate with agents in its seats.',
    });
  }
  const { weigh } = opened.options;
  const check = await openDebate(hall, {
    ...asked,
    format: CHECK,
    recipe: 'standard',
    options: { seats: answers, ...defined({ weigh }) },
    panel,
    relation,
    limits: limitsAfter(snapshot, `debate-hall resume ${threadId} --compare ${answers}`, raised),
    ...defined({ signal }),
  });
  return check.threadId;
}

export interface Compared {
  readonly threadId: string;
  readonly outcome: DebateRecord['outcome'];
  /** In words; null where it has none that a rule can compare. */
  readonly answer: string | null;
  /** How the answer turned out, by what was recorded of either of the two; null where nobody can say. */
  readonly verdict: Verdict | null;
  /** What it took. */
  readonly total: Totals;
}

export interface VoteComparison {
  readonly topic: string | null;
  readonly debate: Compared;
  readonly vote: Compared & { readonly answers: number };
  /** Null where one of the two has no answer. */
  readonly isSame: boolean | null;
}

function findRecordedTruth(snapshot: Snapshot): Answer | undefined {
  const { hindsight } = snapshot.debate;
  return hindsight === undefined ? undefined : findTruth(hindsight.data.turnedOut, getSettled(snapshot));
}

/** An outcome of its own comes first; else what the other one says of the right answer counts for both. */
function judgeBy(snapshot: Snapshot, truth: Answer | undefined): Verdict | null {
  const settled = getSettled(snapshot);
  const { hindsight } = snapshot.debate;
  if (hindsight !== undefined) return judgeDebate(hindsight.data.turnedOut, settled) ?? null;
  if (truth === undefined || settled.answer === undefined) return null;
  return judgeAnswer(settled.answer, truth) ?? null;
}

function toCompared(record: DebateRecord, verdict: Verdict | null): Compared {
  const { threadId, outcome, seats } = record;
  return { threadId, outcome, answer: readOpinions(record)?.answer ?? null, verdict, total: addTotals(seats) };
}

function isSameIn(vote: DebateRecord, one: string | null, other: string | null): boolean | null {
  const asked = readOpinions(vote)?.question;
  if (asked === undefined || one === null || other === null) return null;
  const question = { ...asked, unit: asked.unit ?? undefined };
  if (!isClosed(question)) return null;
  const read = (text: string): Answer | undefined => {
    const reading = readAnswerTo(question, text);
    return reading.ok ? reading.answer : undefined;
  };
  const [first, second] = [read(one), read(other)];
  return first === undefined || second === undefined ? one === other : isSameAnswer(first, second);
}

/** What the debate and the vote came to; `undefined` while one of the two is not over, or without the debate. */
export async function readVoteComparison(hall: Hall, voteId: string): Promise<VoteComparison | undefined> {
  const voted = await hall.engine.snapshot(voteId);
  const vote = toRecord(voted);
  const { relation } = vote;
  if (relation?.kind !== 'comparison' || !(await hall.store.exists(relation.of))) return undefined;
  const debated = await hall.engine.snapshot(relation.of);
  const debate = toRecord(debated);
  if (debate.outcome === null || vote.outcome === null) return undefined;
  const truth = findRecordedTruth(debated) ?? findRecordedTruth(voted);
  const [one, other] = [toCompared(debate, judgeBy(debated, truth)), toCompared(vote, judgeBy(voted, truth))];
  return {
    topic: debate.topic,
    debate: one,
    vote: { ...other, answers: vote.seats.length },
    isSame: isSameIn(vote, one.answer, other.answer),
  };
}

/** "debate: Yes; vote of 3 blind answers: No". */
export function describeVoteComparison({ debate, vote }: VoteComparison): string {
  const of = ({ answer }: Compared) => answer ?? 'no answer';
  return `debate: ${of(debate)}; vote of ${countNoun(vote.answers, 'blind answer')}: ${of(vote)}`;
}

/** Whether it can be counted how it did: one without an answer was not right. What was killed took its answer back. */
const isJudged = ({ answer, verdict, outcome }: Compared) =>
  outcome !== 'force-closed' && (verdict !== null || answer === null);

/** Of those whose outcome was recorded, and says something of both. */
export function describeWhoWasRight(comparisons: readonly VoteComparison[]): string[] {
  const judged = comparisons
    .filter(({ debate, vote }) => isJudged(debate) && isJudged(vote))
    .filter(({ debate, vote }) => debate.verdict !== null || vote.verdict !== null);
  if (judged.length === 0) return [];
  const right = (of: 'debate' | 'vote') => formatCount(judged.filter((each) => each[of].verdict === 'right').length);
  const without = (['debate', 'vote'] as const).flatMap((of) => {
    const silent = judged.filter((each) => each[of].verdict === null).length;
    return silent === 0 ? [] : [countNoun(silent, of)];
  });
  const unanswered = without.length === 0 ? '' : `; ${joinWords(without)} gave no answer`;
  return [
    `Of ${formatCount(judged.length)} with a recorded outcome, the debate was right in ${right('debate')} and the vote in ${right('vote')}${unanswered}`,
  ];
}
