// Reads what openings and ballots have alike: an answer and how sure of it somebody is, as agents give them and as people write them; and
// which answer a decision gives.
import * as z from 'zod';
import { type ReadAnswer, readAnswer } from '../../../domain/answers/read-answer.ts';
import { type Answer, isWrittenFor } from '../../../domain/question/answer.ts';
import { showDecimal } from '../../../domain/question/decimal.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { normalizeWords } from '../../../domain/question/match-options.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { readProbability } from '../../../domain/question/read-probability.ts';
import { cutText } from '../../../domain/words/cut-line.ts';
import { roundPercent } from '../../../domain/words/format-figures.ts';
import { readAnswerLine } from '../own-lines.ts';
import { isJson, withOtherNames } from '../wording.ts';
import { joinNumberParts } from './number-parts.ts';

/** Agents answer 70 or true where "70" or "Yes" is asked for. */
export const words = () => z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
type Words = z.infer<ReturnType<typeof words>>;

/** A number up to 1 is a share, in an answer and in a confidence: 1 and 1.0 are the same in JSON, and both are certain. */
const ofShare = (value: number) => (value > 0 && value <= 1 ? value * 100 : value);

/** NaN for what is no percentage. */
function toConfidence(value: number | string): number {
  if (typeof value === 'number') return value < 0 || value > 100 ? Number.NaN : roundPercent(ofShare(value));
  const read = readProbability(value);
  return read.ok && read.answer.kind === 'probability' ? read.answer.percent : Number.NaN;
}

export const percent = () =>
  withOtherNames(z.union([z.number(), z.string()]).nullable().default(null), 'confidence_percent', 'certainty');

export type Worded<Said> = Omit<Said, 'answer' | 'confidence'> & {
  readonly answer: string;
  /** In percent; NaN where it cannot be read. */
  readonly confidence: number | null;
};
const LIST_ITEM = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/;
const SURE = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*%(?<sure>\s*(?:sure|confident|certain))?`;
const CONFIDENCE = new RegExp(String.raw`^(.+?)(?<mark>\s*[,;(،、–—-]\s*|\s+)${SURE}\)?\.?$`, 'iu');
const CONFIDENCE_LINE = /^[-*•_\s]*confidence(?:[*_\s]*[:：][*_\s]*|\s+)(.+)$/i;
const PERCENT_LINE = new RegExp(`^${SURE}\\.?$`, 'i');
/** Before an answer, such as "Answer: " or "**Final answer:** ". */
const ANSWER_LABEL = /^[*_#\s]*(?:final |my )?answer[*_\s]*[:：][*_\s]*/i;
const LABELLED = /^[-*•_\s]*(moved by|vote|(?:would )?change my mind|objection)[*_\s]*[:：][*_\s]*(.*)$/i;

interface FirstLine {
  readonly answer: string;
  readonly confidence: number | null;
}

/** A percentage at the end says how sure somebody is, unless the line is an answer with it. */
function splitConfidence(line: string, question: Question): FirstLine {
  const whole = { answer: line, confidence: null };
  const isOpen = !isClosed(question);
  if (!isOpen && readAnswerTo(question, line).ok) return whole;
  // In one space, since a hostile line has thousands.
  const found = CONFIDENCE.exec(normalizeWords(line).replace(/\s+/g, ' '));
  const [, answer = '', , digits = ''] = found ?? [];
  const { mark = '', sure } = found?.groups ?? {};
  const needsWord = question.answer === 'probability' || (isOpen && mark.trim() === '');
  if (found === null || (needsWord && sure === undefined)) return whole;
  const confidence = toConfidence(`${digits} %`);
  // What is no answer either is sent back as it was written, as "No, 60-70%" is; what is wrong with a number is said of it alone.
  const isRead = isOpen || question.answer === 'number' || readAnswerTo(question, answer).ok;
  return Number.isNaN(confidence) || !isRead ? whole : { answer: answer.trim(), confidence };
}

/** How sure a line says that somebody is; `undefined` where it says something else. */
function readConfidenceLine(line: string): number | undefined {
  const words = normalizeWords(line).replace(/\s+/g, ' ');
  const percents = PERCENT_LINE.exec(words)?.[1];
  const said = percents === undefined ? CONFIDENCE_LINE.exec(words)?.[1] : `${percents} %`;
  const confidence = toConfidence(said ?? '');
  return Number.isNaN(confidence) ? undefined : confidence;
}

/** How many of the first lines are the answer: of a ranking, one for each option. */
function countAnswerLines(lines: readonly string[], question: Question): number {
  const { length } = question.options;
  const isList = question.answer === 'ranking' && readAnswerTo(question, lines.slice(0, length).join('\n')).ok;
  return isList && !readAnswerTo(question, lines[0] ?? '').ok ? length : 1;
}

/** A person's answer in plain lines: the answer first, then reasons. */
export function readPlain(text: string, question: Question) {
  const lines = text
    .replace(ANSWER_LABEL, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const count = countAnswerLines(lines, question);
  const rest = lines.slice(count);
  const first = splitConfidence(lines.slice(0, count).join('\n'), question);
  const separate = rest.find((line) => readConfidenceLine(line) !== undefined);
  const reasons = rest.filter((line) => !LABELLED.test(line) && line !== separate);
  return {
    answer: first.answer,
    confidence: first.confidence ?? readConfidenceLine(separate ?? '') ?? null,
    reasons: reasons.map((line) => LIST_ITEM.exec(line)?.[1] ?? line),
    /** All that is said under this label, so that what contradicts itself cannot be read. */
    labelled(label: string): string | null {
      const said = rest.flatMap((line) => {
        const [, name = '', words = ''] = LABELLED.exec(line) ?? [];
        return name.toLowerCase().endsWith(label) ? [words] : [];
      });
      return said.length === 0 ? null : [...new Set(said)].join('; ');
    },
  };
}

function toWords(answer: Words, question: Question): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return answer.join(' > ');
  if (typeof answer === 'string') return answer.replace(ANSWER_LABEL, '');
  // In JSON a dot is a decimal point, in words it may be none.
  if (question.answer !== 'probability') return showDecimal(String(answer));
  return `${Number(ofShare(answer).toFixed(6))}%`;
}

interface Asked {
  readonly answer: Words;
  readonly confidence: number | string | null;
}

/** An answer in JSON, with its answer in words. */
export function readInWords<Schema extends z.ZodObject & z.ZodType<Asked>>(
  text: string,
  schema: Schema,
  question: Question,
): ReadAnswer<Worded<z.infer<Schema>>> {
  const read = readAnswer(text, schema);
  if (!read.ok) return read;
  const value = read.value as z.infer<Schema> & Asked;
  const { answer, confidence } = value;
  const percents = confidence === null ? null : toConfidence(confidence);
  const worded = { ...value, answer: toWords(answer, question), confidence: percents };
  return joinNumberParts({ ...read, value: worded }, question);
}

export const isPlain = (text: string, byHand: boolean) => byHand && !isJson(text);

/** Of a line that is shown to its author. */
const SHOWN = 60;

interface DecidedAnswer {
  /** `undefined`: the text names none. */
  readonly answer: Answer | undefined;
  /** Why the text cannot stand as it is. */
  readonly issue: string | undefined;
}

/** Whether a decision that gives `decided` is one for this answer. */
export const isDecisionFor = (answer: Answer, decided: Answer | undefined): boolean =>
  decided !== undefined && isWrittenFor(answer, decided);

/** `standing`: the answer that the decision is for, where one stands already. */
export function readDecidedAnswer(question: Question, text: string, standing?: Answer): DecidedAnswer {
  const line = readAnswerLine(text);
  const wanted = standing === undefined ? '…' : formatAnswer(question, standing);
  if (line === undefined)
    return {
      answer: undefined,
      issue: `The decision needs a line "ANSWER: ${wanted}" that names the answer it gives.`,
    };
  const read = readAnswerTo(question, line);
  const answer = read.ok ? read.answer : undefined;
  if (standing === undefined) return { answer, issue: read.ok ? undefined : read.issue };
  if (isDecisionFor(standing, answer)) return { answer, issue: undefined };
  return { answer, issue: `The answer that stands is "${wanted}", but the decision says "${cutText(line, SHOWN)}".` };
}
