// The answers that openings, ballots and challenges ask for, as agents give them and as people may write them.
import * as z from 'zod';
import { type ReadAnswer, readAnswer } from '../../../domain/answers/read-answer.ts';
import { showDecimal } from '../../../domain/question/decimal.ts';
import { normalizeWords } from '../../../domain/question/options.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { readProbability, toPercent } from '../../../domain/question/read-number.ts';
import { MAX_CLAIMS } from './data.ts';

/** Agents answer 70 or true where "70" or "Yes" is asked for. */
const words = () => z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);
type Words = z.infer<ReturnType<typeof words>>;

/** A number up to 1 is a share, in an answer and in a confidence: 1 and 1.0 are the same in JSON, and both are certain. */
const ofShare = (value: number) => (value > 0 && value <= 1 ? value * 100 : value);

/** NaN for what is no percentage. */
function toConfidence(value: number | string): number {
  if (typeof value === 'number') return value < 0 || value > 100 ? Number.NaN : toPercent(ofShare(value));
  const read = readProbability(value);
  return read.ok && read.answer.kind === 'probability' ? read.answer.percent : Number.NaN;
}

const percent = () => z.union([z.number(), z.string()]).nullable();

const openingSchema = z.lazy(() =>
  z.object({
    answer: words(),
    confidence: percent().default(null),
    claims: z.array(z.string()).default([]),
    change_mind: z.string().nullable().default(null),
  }),
);
const ballot = () =>
  z.object({
    answer: words(),
    confidence: percent().default(null),
    moved_by: z.string().nullable().default(null),
    reason: z.string().nullable().default(null),
  });
const ballotSchema = z.lazy(ballot);
const voteSchema = z.lazy(() => ballot().extend({ vote: z.string(), objection: z.string().nullable().default(null) }));
export const challengeSchema = z.lazy(() => z.object({ case: z.string(), stands: z.boolean() }));

type Worded<Said> = Omit<Said, 'answer' | 'confidence'> & {
  readonly answer: string;
  /** In percent; NaN where it cannot be read. */
  readonly confidence: number | null;
};
export type OpeningAnswer = Worded<z.infer<typeof openingSchema>>;
export type BallotAnswer = Worded<z.infer<typeof ballotSchema>> &
  Partial<Pick<z.infer<typeof voteSchema>, 'vote' | 'objection'>>;
export type ChallengeAnswer = z.infer<typeof challengeSchema>;

const LIST_ITEM = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/;
const SURE = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*%(?<sure>\s*(?:sure|confident|certain))?`;
const CONFIDENCE = new RegExp(String.raw`^(.+?)(?<mark>\s*[,;(،、–—-]\s*|\s+)${SURE}\)?\.?$`, 'iu');
const CONFIDENCE_LINE = new RegExp(String.raw`^(?:confidence\s*:\s*)?${SURE}\.?$`, 'i');
/** Before an answer, such as "Answer: " or "**Final answer:** ". */
const ANSWER_LABEL = /^[*_#\s]*(?:final |my )?answer[*_\s]*[:：][*_\s]*/i;
const LABELLED = /^(?:moved by|vote|change my mind|would change my mind|objection)\s*:\s*(.*)$/i;

interface FirstLine {
  readonly answer: string;
  readonly confidence: number | null;
}

/** A percentage at the end says how sure somebody is, unless the line is an answer with it. */
function splitConfidence(line: string, question: Question): FirstLine {
  const whole = { answer: line, confidence: null };
  const isOpen = !isClosed(question);
  if (!isOpen && readAnswerTo(question, line).ok) return whole;
  const found = CONFIDENCE.exec(normalizeWords(line));
  const [, answer = '', , digits = ''] = found ?? [];
  const { mark = '', sure } = found?.groups ?? {};
  const needsWord = question.answer === 'probability' || (isOpen && mark.trim() === '');
  if (found === null || (needsWord && sure === undefined)) return whole;
  const confidence = toConfidence(`${digits} %`);
  return Number.isNaN(confidence) ? whole : { answer: answer.trim(), confidence };
}

/** How many of the first lines are the answer: of a ranking, one for each option. */
function countAnswerLines(lines: readonly string[], question: Question): number {
  const { length } = question.options;
  const isList = question.answer === 'ranking' && readAnswerTo(question, lines.slice(0, length).join('\n')).ok;
  return isList && !readAnswerTo(question, lines[0] ?? '').ok ? length : 1;
}

/** A person's answer in plain lines: the answer first, then reasons. */
function readPlain(text: string, question: Question) {
  const lines = text
    .replace(ANSWER_LABEL, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const count = countAnswerLines(lines, question);
  const rest = lines.slice(count);
  const first = splitConfidence(lines.slice(0, count).join('\n'), question);
  const labelled = (name: RegExp) => rest.find((line) => name.test(line))?.replace(LABELLED, '$1') ?? null;
  const separate = rest.find((line) => CONFIDENCE_LINE.test(normalizeWords(line)));
  const percents = separate === undefined ? undefined : CONFIDENCE_LINE.exec(normalizeWords(separate))?.[1];
  const reasons = rest.filter((line) => !LABELLED.test(line) && line !== separate);
  return {
    answer: first.answer,
    confidence: first.confidence ?? (percents === undefined ? null : toConfidence(`${percents} %`)),
    reasons: reasons.map((line) => LIST_ITEM.exec(line)?.[1] ?? line),
    labelled,
  };
}

interface Reading {
  /** Whoever speaks is a person, who may answer in plain lines. */
  readonly byHand: boolean;
  readonly question: Question;
}

function toWords(answer: Words, { byHand, question }: Reading): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return answer.join(' > ');
  if (typeof answer === 'string') return byHand ? answer.replace(ANSWER_LABEL, '') : answer;
  // In JSON a dot is a decimal point, in words it may be none.
  if (question.answer !== 'probability') return showDecimal(String(answer));
  return `${Number(ofShare(answer).toFixed(6))}%`;
}

function withWords<Said extends { readonly answer: Words; readonly confidence: number | string | null }>(
  read: ReadAnswer<Said>,
  reading: Reading,
): ReadAnswer<Worded<Said>> {
  if (!read.ok) return read;
  const { answer, confidence } = read.value;
  const percents = confidence === null ? null : toConfidence(confidence);
  return { ...read, value: { ...read.value, answer: toWords(answer, reading), confidence: percents } };
}

const isPlain = (text: string, byHand: boolean) => byHand && !/\{\s*"/.test(text);

export function readOpening(text: string, reading: Reading): ReadAnswer<OpeningAnswer> {
  if (!isPlain(text, reading.byHand)) return withWords(readAnswer(text, openingSchema), reading);
  const { answer, confidence, reasons, labelled } = readPlain(text, reading.question);
  const change_mind = labelled(/^(?:would )?change my mind/i);
  return { ok: true, value: { answer, confidence, claims: reasons.slice(0, MAX_CLAIMS), change_mind }, repairs: [] };
}

export function readBallot(text: string, votes: boolean, reading: Reading): ReadAnswer<BallotAnswer> {
  if (!isPlain(text, reading.byHand)) {
    return votes
      ? withWords(readAnswer(text, voteSchema), reading)
      : withWords(readAnswer(text, ballotSchema), reading);
  }
  const { answer, confidence, reasons, labelled } = readPlain(text, reading.question);
  const reason = reasons.join(' ') || null;
  const value = { answer, confidence, moved_by: labelled(/^moved by/i), reason };
  const vote = labelled(/^vote/i) ?? '';
  const said = votes ? { ...value, vote, objection: labelled(/^objection/i) ?? reason } : value;
  return { ok: true, value: said, repairs: [] };
}

export function readChallenge(text: string, byHand: boolean): ReadAnswer<ChallengeAnswer> {
  if (!isPlain(text, byHand)) return readAnswer(text, challengeSchema);
  return { ok: true, value: { stands: !/^\s*(?:none|no|nothing)\b/i.test(text), case: text.trim() }, repairs: [] };
}
