// What openings and ballots have alike: an answer to the question and how sure somebody is of it.
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer, toPhrase } from '../../../domain/question/format-answer.ts';
import { findOwnWords } from '../../../domain/question/match-options.ts';
import type { Question } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import type { ActReading } from '../../define-act.ts';
import type { OpinionState } from './state.ts';

interface Opinion {
  readonly answer: string;
  readonly confidence: number | null;
}

/** Nobody asks a person twice, so what is doubtful in their answer stands as a warning. */
export function readOpinion<Data extends object>(
  { question }: OpinionState,
  { answer: said, confidence }: Opinion,
  byHand: boolean,
  { data, fatal = [], doubts = [] }: ActReading<Data>,
): ActReading<Data & { answer: Answer; confidence: number | null }> {
  const answer = readAnswerTo(question, said);
  const isSaid = confidence !== null && !Number.isNaN(confidence);
  // The lines of a person say a probability and no confidence in it.
  const isAsked = !byHand || question.answer !== 'probability';
  const unsaid = isSaid || !isAsked ? [] : ['"confidence" must say how sure you are, in percent from 0 to 100.'];
  const found = [...unsaid, ...doubts];
  return {
    data: {
      ...data,
      answer: answer.ok ? answer.answer : { kind: 'unsure' },
      confidence: isSaid ? confidence : null,
    },
    fatal: [...(answer.ok ? [] : [answer.issue]), ...fatal],
    ...(byHand ? { warnings: found } : { doubts: found }),
  };
}

/** "**Yes** (“yes, on Friday”), 70% sure". */
export function formatAnswerLine(
  question: Question,
  { answer, confidence }: { readonly answer: Answer; readonly confidence: number | null },
  said: string,
): string {
  const words = answer.kind === 'text' ? said : formatAnswer(question, answer);
  const own = answer.kind === 'text' ? undefined : findOwnWords(words, said);
  const sure = confidence === null ? '' : `, ${confidence}% sure`;
  return `**${toPhrase(words)}**${own === undefined ? '' : ` (“${own}”)`}${sure}`;
}
