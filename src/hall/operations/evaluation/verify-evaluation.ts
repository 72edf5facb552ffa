// Checks a result against the ledgers that it was made from: they verify, end where it says, and say what it says.
import { listSamples } from '../../../domain/evaluation/arms.ts';
import { fromCode } from '../../../domain/evaluation/marks.ts';
import type { Cell, EvaluatedQuestion, Evaluation } from '../../../domain/evaluation/result.ts';
import { summarise } from '../../../domain/evaluation/statistics/summarise.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { findVerifyError } from '../../../ledger/engine/verify.ts';
import { canonicalJson } from '../../../support/canonical.ts';
import type { Hall } from '../hall.ts';
import { verifyDebate } from '../records/verify-debate.ts';
import { type Marked, toCell, toOpening } from './mark-answers.ts';
import { type BlindAnswer, digestQuestion, readAsked, readBlindAnswer, readDebateEnd } from './read-debates.ts';

export interface VerifiedEvaluation {
  readonly ok: boolean;
  readonly ledgers: number;
  readonly answers: number;
  /** What does not hold, a sentence each. */
  readonly problems: readonly string[];
}

const isSame = (one: object, other: object) => canonicalJson(one) === canonicalJson(other);

async function checkLedgers(hall: Hall, { ledgers }: Evaluation): Promise<readonly string[]> {
  const found = new Set((await hall.store.find(ledgers.map(({ debate }) => debate))).map(({ id }) => id));
  if (ledgers.length > 0 && found.size === 0) {
    throw new HallError('not-found', `None of the debates of this result is in ${hall.store.place}.`, {
      hint: 'Name the folder that "debate-hall eval" kept them in: --keep FOLDER.',
    });
  }
  const problems: string[] = [];
  for (const { debate, head } of ledgers) {
    if (!found.has(debate)) {
      problems.push(`${debate} is not in this hall.`);
      continue;
    }
    const verified = await verifyDebate(hall, { threadId: debate, head });
    const problem = findVerifyError(debate, verified);
    if (problem !== undefined) problems.push(problem.message);
    else if (verified.head !== head) problems.push(`${debate} was continued after the result was written.`);
  }
  return problems;
}

function toMarked({ id, answer, truth, tolerance }: EvaluatedQuestion): Marked | undefined {
  const read = fromCode(answer, truth);
  return read && { id, truth: read, tolerance };
}

/** What the result says of the question, of which every debate about it says the same. */
function isAskedIn(snapshot: Snapshot, question: EvaluatedQuestion): boolean {
  const asked = readAsked(snapshot, question.order);
  if (asked === undefined) return false;
  const { answer, options } = asked.question;
  const { topic = asked.topic, choices = options } = question;
  const said = { sha256: question.sha256, answer: question.answer, options: question.options, topic, choices };
  return isSame(said, {
    sha256: digestQuestion(asked),
    answer,
    options: options.length,
    topic: asked.topic,
    choices: options,
  });
}

async function checkAsked(
  hall: Hall,
  { openings, cells }: Evaluation,
  question: EvaluatedQuestion,
): Promise<readonly string[]> {
  const about = [...openings, ...cells].filter((each) => each.question === question.id);
  const problems: string[] = [];
  for (const debate of new Set(about.flatMap((each) => each.debate ?? []))) {
    if (isAskedIn(await hall.engine.snapshot(debate), question)) continue;
    problems.push(`Question ${question.id}: ${debate} asks another one, or words of it were redacted.`);
  }
  return problems;
}

/** Everything that the ledgers say of one question. */
async function checkQuestion(
  hall: Hall,
  evaluation: Evaluation,
  question: EvaluatedQuestion,
): Promise<readonly string[]> {
  const marked = toMarked(question);
  if (marked === undefined) return [`The right answer to question ${question.id} cannot be read.`];
  const problems = [...(await checkAsked(hall, evaluation, question))];
  const blind = new Map<string, BlindAnswer>();
  for (const opening of evaluation.openings.filter((each) => each.question === question.id)) {
    const { agent, number, debate, seat } = opening;
    const found = readBlindAnswer(await hall.engine.snapshot(debate), { agent, number }, seat);
    blind.set(`${agent} ${number}`, found);
    if (!isSame(toOpening(found, marked, question.order), opening))
      problems.push(`Question ${question.id}: answer ${number + 1} of ${agent} is another one in ${debate}.`);
  }
  const takenBy = ({ openings }: Cell) =>
    openings.flatMap(({ agent, number }) => blind.get(`${agent} ${number}`) ?? []);
  for (const cell of evaluation.cells.filter((each) => each.question === question.id)) {
    const arm = evaluation.arms.find(({ name }) => name === cell.arm);
    if (arm === undefined) {
      problems.push(`There is no arm ${cell.arm}.`);
      continue;
    }
    const end = cell.debate === undefined ? {} : { debate: readDebateEnd(await hall.engine.snapshot(cell.debate)) };
    const openings = takenBy(cell);
    const size = arm.kind === 'one' ? 1 : arm.kind === 'vote' ? arm.size : openings.length;
    const isInOrder = isSame(listSamples(arm.agents, size), cell.openings);
    if (!isInOrder || !isSame(toCell({ arm, openings, ...end }, marked, question.order), cell))
      problems.push(`Question ${question.id}: ${cell.arm} came to something else.`);
  }
  return problems;
}

/** Which answers are right no ledger says. Spends nothing and writes nothing. Throws `not-found` where none of its debates is in the hall. */
export async function verifyEvaluation(hall: Hall, evaluation: Evaluation): Promise<VerifiedEvaluation> {
  const ledgers = await checkLedgers(hall, evaluation);
  const problems = [...ledgers];
  // Answers are read only out of ledgers that hold.
  if (ledgers.length === 0) {
    for (const question of evaluation.questions) problems.push(...(await checkQuestion(hall, evaluation, question)));
  }
  if (!isSame(summarise(evaluation), evaluation.statistics)) problems.push('The figures are not those of the answers.');
  return {
    ok: problems.length === 0,
    ledgers: evaluation.ledgers.length,
    answers: evaluation.openings.length + evaluation.cells.length,
    problems,
  };
}
