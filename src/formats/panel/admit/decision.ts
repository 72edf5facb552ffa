// Reads a decision: the ballot has decided, so it may give no other answer.
import type { RuleData } from '../../../domain/events.ts';
import { type Answer, isAnswerTo, isSameAnswer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { isClosed } from '../../../domain/question/question.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { accept, refuse, refuseViolation } from '../../common/admission.ts';
import { readAnswerLine } from '../../common/answer-line.ts';
import type { Admission, Contribution } from '../../format.ts';
import { DATA } from '../data.ts';
import type { State } from '../state.ts';
import { findStanding } from '../verdict.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
const decide = (answer: Answer | null) => accept({ answer: answer as RuleData | null });

export function admitDecision(state: State, { content, data }: Contribution): Admission {
  const question = state.opinions?.question;
  if (question === undefined || !isClosed(question)) return decide(null);
  const standing = findStanding(state);
  if (content === undefined) {
    const answer = DATA.decision.safeParse(data).data?.answer ?? null;
    const fits = answer === null ? standing === undefined : isAnswerTo(question, answer);
    return fits ? accept(data) : MISFIT;
  }
  const line = readAnswerLine(content);
  if (standing === undefined) {
    if (line === undefined) return decide(null);
    return refuseViolation(['No answer stands, so the text must not have a line "ANSWER: …".']);
  }
  const stands = formatAnswer(question, standing);
  if (line === undefined) return refuseViolation([`The decision needs the line "ANSWER: ${stands}".`]);
  const read = readAnswerTo(question, line);
  if (read.ok && isSameAnswer(read.answer, standing)) return decide(standing);
  return refuseViolation([`The panel has decided for "${stands}", but the decision says "${line.slice(0, 60)}".`]);
}
