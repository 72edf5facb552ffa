// The question that a debate is opened with: as the caller puts it, or by the form of the topic.
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { AnswerKind } from '../../../../domain/question/choices.ts';
import { classifyTopic } from '../../../../domain/question/classify.ts';
import { findConfusable, normalizeWords } from '../../../../domain/question/match-options.ts';
import { MAX_OPTION, MAX_OPTIONS, MAX_UNIT } from '../../../../domain/question/question.ts';
import { isMagnitude } from '../../../../domain/question/read-number.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import type { QuestionRequest } from '../../../../ledger/engine/opening.ts';

export interface QuestionInput {
  readonly answer?: AnswerKind;
  /** Of a choice or a ranking; with options and no kind it is a choice. */
  readonly options?: readonly string[];
  /** Of a number; with a unit and no kind it is a number. */
  readonly unit?: string;
}

const WITH_OPTIONS: readonly AnswerKind[] = ['choice', 'ranking'];
const WAYS_OUT = ['none of these', 'not enough to say'];

function refuse(message: string, hint: string): never {
  throw new HallError('bad-input', message, { hint });
}

function checkOptions(given: readonly string[], kind: AnswerKind): readonly string[] {
  const options = given.map((option) => option.trim()).filter((option) => !WAYS_OUT.includes(option.toLowerCase()));
  if (options.some((option) => option === '')) refuse('One of the options is empty.', 'Separate options by commas.');
  if (options.length < 2 || options.length > MAX_OPTIONS) {
    refuse(
      `A question needs 2 to ${MAX_OPTIONS} options; there ${options.length === 1 ? 'is 1' : `are ${options.length}`}.`,
      'Pass them as --options "Rust,Go". "None of these" is always possible.',
    );
  }
  if (kind === 'ranking' && options.some((option) => option.includes('>'))) {
    refuse('An option of a ranking contains ">", which stands between options.', 'Word it differently.');
  }
  const long = options.find((option) => option.length > MAX_OPTION);
  if (long !== undefined)
    refuse(`An option is longer than ${MAX_OPTION} characters.`, 'Put the details into the topic.');
  const [one, other] = findConfusable(options) ?? [];
  if (one === other && one !== undefined)
    refuse(`The option "${one}" is given twice, or has no word.`, 'Give each option once.');
  if (one !== undefined) {
    refuse(
      `The options "${one}" and "${other}" differ only in case, accents or punctuation, so an answer could mean either.`,
      'Word them so that nobody can confuse them.',
    );
  }
  return options;
}

const UNIT = /^[^\s\p{C}\p{Nd}()[\],;:](?:[^\p{C}\p{Nd}()[\],;:]*[^\s\p{C}\p{Nd}()[\],;:])?$/u;

function checkUnit(given: string): string {
  const unit = normalizeWords(given).trim();
  if (unit.length > MAX_UNIT || !UNIT.test(unit)) {
    refuse(`"${unit.slice(0, MAX_UNIT)}" cannot be a unit.`, 'Name what is counted, such as days or "€", with --unit.');
  }
  if (isMagnitude(unit))
    refuse(`"${unit}" is a part of a number, not a unit.`, 'Name the unit alone; answers may say "2 million".');
  return unit;
}

function checkQuestion({ answer, options, unit }: QuestionInput): QuestionRequest {
  if (unit !== undefined) {
    if ((answer ?? 'number') === 'number' && options === undefined) return { answer: 'number', unit: checkUnit(unit) };
    refuse('Only a number has a unit.', 'Omit --unit, or ask for a number.');
  }
  if (options === undefined) {
    if (answer !== undefined && WITH_OPTIONS.includes(answer)) {
      refuse(`A question for a ${answer} needs options.`, 'Pass them as --options "Rust,Go,Zig".');
    }
    return { answer: answer ?? 'text' };
  }
  const kind = answer ?? 'choice';
  if (!WITH_OPTIONS.includes(kind))
    refuse(`A question for a ${kind} answer takes no options.`, 'Omit --options, or ask for a choice or a ranking.');
  return { answer: kind, options: checkOptions(options, kind) };
}

/** A gate that is configured holds for debates with openings; one that the caller asks for needs them. Throws `bad-input`. */
export function settleGate(options: RuleData, asked: RuleData = {}): RuleData {
  const { gate = 'off', openings } = options;
  if (gate === 'off' || openings === true) return options;
  if (asked['gate'] === undefined) return { ...options, gate: 'off' };
  return refuse(
    'The gate compares openings, and this debate has none.',
    'Use the recipe standard or deep, or set -o openings=true.',
  );
}

/** `undefined` where nobody is asked for an answer of their own and the caller puts no question. */
export function toQuestion(
  format: AnyFormat,
  options: RuleData,
  topic: string,
  given: QuestionInput = {},
): QuestionRequest | undefined {
  const isGiven = Object.keys(defined({ ...given })).length > 0;
  const holdsOpinions = options['openings'] === true || options['ballot'] === true;
  if (isGiven && !holdsOpinions) {
    refuse(
      `The format ${format.id} asks no seat for its own answer here, so a kind of answer would have no effect.`,
      'Use the recipe standard or deep of wind-wall-door or asymmetric, or set -o openings=true.',
    );
  }
  if (isGiven) return checkQuestion(given);
  if (!holdsOpinions) return undefined;
  const { unclear: _, ...form } = classifyTopic(topic);
  return { ...form, byForm: true };
}
