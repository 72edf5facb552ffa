// The questions of an evaluation: from a file, or decided debates of a hall whose outcome is known. Nothing is asked while one is bad.
import { type EvaluationQuestion, readSample } from '../../../domain/evaluation/question.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { findTruth } from '../../../domain/hindsight/turned-out.ts';
import { isClosed } from '../../../domain/question/question.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { type FieldMap, mapRow, readRows } from '../../../exchange/evaluation/read-rows.ts';
import type { QuestionRequest } from '../../../ledger/engine/opening.ts';
import { getSettled } from '../../../ledger/engine/snapshot.ts';
import { CHECK } from '../debate/check/ladder.ts';
import { type QuestionInput, toQuestion } from '../debate/opening/question.ts';
import { checkTopic } from '../debate/opening/topic.ts';
import type { Hall } from '../hall.ts';
import { listJudgedDebates } from '../records/outcomes/judged-debates.ts';
import { refuseSecrets } from '../written-secrets.ts';

/** What a debate is asked; yes and no are no options that a caller names. */
export function toQuestionInput({ question }: EvaluationQuestion, options = question.options): QuestionInput {
  const { answer, unit } = question;
  if (unit !== undefined) return { answer, unit };
  return answer === 'choice' || answer === 'ranking' ? { answer, options } : { answer };
}

const OPENINGS = { openings: true };

/** Throws `bad-input` where a choice is left out of what is asked. */
function refuseLost(options: readonly string[], asked: QuestionRequest | undefined): void {
  if (asked?.options === undefined || asked.options.length === options.length) return;
  throw new HallError(
    'bad-input',
    'A seat can always say "none of these" or "not enough to say", so neither is a choice.',
  );
}

/** Why no debate could be opened with the question; `undefined` where one can. */
async function findFault(hall: Hall, question: EvaluationQuestion): Promise<string | undefined> {
  const { topic } = question;
  const { options, unit } = question.question;
  const format = await hall.format(CHECK);
  const checks: readonly (readonly [field: string, check: () => void])[] = [
    ['input', () => checkTopic(topic)],
    ['input', () => refuseSecrets(hall, [topic])],
    [
      unit === undefined ? 'choices' : 'unit',
      () => refuseLost(options, toQuestion(format, OPENINGS, topic, toQuestionInput(question))),
    ],
    ['choices', () => refuseSecrets(hall, options, 'choice')],
  ];
  for (const [field, check] of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      // Hints of others speak of options that nobody has here.
      return [`${field}: ${error.message}`, ...(error.code === 'secret-found' ? [error.hint] : [])].join(' ');
    }
  }
  return undefined;
}

/** Most faults that are listed. */
const SHOWN = 20;

function refuseFaults(name: string, faults: readonly string[], hint: string): void {
  if (faults.length === 0) return;
  const more = faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : [];
  const message = `${name} has ${countNoun(faults.length, 'fault')}, so nothing was asked.`;
  throw new HallError('bad-input', message, { hint, details: { issues: [...faults.slice(0, SHOWN), ...more] } });
}

export interface QuestionFile {
  readonly name: string;
  readonly text: string;
  readonly map?: FieldMap | undefined;
}

/** Throws `bad-input` that names every line with a fault, by number, field and reason. */
export async function loadQuestions(
  hall: Hall,
  { name, text, map }: QuestionFile,
): Promise<readonly EvaluationQuestion[]> {
  const { noun, rows, bad } = await readRows(name, text);
  const faults = bad.map(({ number, field, reason }) => ({ number, text: `${field} ${reason}` }));
  const questions: EvaluationQuestion[] = [];
  const numbers = new Map<string, number>();
  for (const { number, value } of rows) {
    const reading = readSample(mapRow(value, map), number);
    if (!reading.ok) {
      faults.push(...reading.problems.map(({ field, reason }) => ({ number, text: `${field} ${reason}` })));
      continue;
    }
    const { id } = reading.question;
    const before = numbers.get(id);
    const fault =
      before === undefined ? await findFault(hall, reading.question) : `id is the same as that of ${noun} ${before}`;
    numbers.set(id, before ?? number);
    if (fault !== undefined) faults.push({ number, text: fault });
    else questions.push(reading.question);
  }
  const lines = faults.sort((one, other) => one.number - other.number);
  const hint = 'Correct them, or name the fields: --map question=input,answer=target';
  refuseFaults(
    name,
    lines.map((fault) => `${noun} ${fault.number}: ${fault.text.replace(/\.$/, '')}`),
    hint,
  );
  if (questions.length > 0) return questions;
  throw new HallError('bad-input', `${name} holds no question.`, {
    hint: 'A line looks like {"input": "Is 91 a prime?", "target": "no"}.',
  });
}

/** A number that was right within this share of what turned out. */
const HINDSIGHT_TOLERANCE = 0.1;

async function readDecided(hall: Hall, threadId: string): Promise<EvaluationQuestion | undefined> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { hindsight, opened } = snapshot.debate;
  const topic = readSealed(opened.topic);
  const settled = getSettled(snapshot);
  const { question } = settled;
  if (hindsight === undefined || topic === undefined || question === undefined || !isClosed(question)) return undefined;
  const truth = findTruth(hindsight.data.turnedOut, settled);
  const isRedacted = opened.question?.options?.some((option) => readSealed(option) === undefined) === true;
  if (truth === undefined || truth.kind === 'none' || isRedacted) return undefined;
  return { id: threadId, topic, question, truth, tolerance: { share: HINDSIGHT_TOLERANCE }, group: threadId, kept: {} };
}

/**
 * Decided debates whose outcome says which answer was right, each question once, without the material that they were given. Throws
 * `bad-input` where there is none.
 */
export async function loadFromHall(hall: Hall): Promise<readonly EvaluationQuestion[]> {
  const found = new Map<string, EvaluationQuestion>();
  for (const { threadId } of await listJudgedDebates(hall)) {
    const question = await readDecided(hall, threadId);
    if (question !== undefined) found.set(JSON.stringify([question.topic, question.question]), question);
  }
  if (found.size > 0) return [...found.values()];
  throw new HallError('bad-input', 'No debate of this hall has an outcome that says which answer was right.', {
    hint: 'Record some: debate-hall outcome ID ANSWER.',
  });
}
