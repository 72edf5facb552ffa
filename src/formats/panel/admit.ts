// Whether a contribution is legal, and what is read out of it: what a seat says of the claims, the answer of a decision.
import type { Answer } from '../../domain/question/answer.ts';
import { answerSchema, formatAnswer, isAnswerTo, isSameAnswer, readAnswerTo } from '../../domain/question/answer.ts';
import type { RuleData } from '../../domain/events.ts';
import { accept, admitRecorded, notDue, refuse, refuseAnswer, refuseViolation, tooLong } from '../common/admission.ts';
import { admitReading, type Reading } from '../common/answer-reading.ts';
import { readAnswerLine } from '../common/answer-line.ts';
import { countRefusals } from '../common/base-state.ts';
import { claimName } from '../common/opinions/claims.ts';
import type { Admission, Contribution } from '../format.ts';
import { listNewClaims, type ReplyAnswer, readClaimNumber, readMove, readReply } from './answers.ts';
import { DATA, dataOf, isAct, type ReplyData } from './data.ts';
import { next } from './next.ts';
import { isOpen, listDueClaims, roundOf } from './rounds.ts';
import { listClaims, type State } from './state.ts';
import { findStanding } from './verdict.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
const isBlank = (text: string | null) => (text ?? '').trim() === '';

function readReplies(state: State, { replies }: ReplyAnswer, seat: string) {
  const claims = new Map(listClaims(state).map((claim) => [claim.number, claim]));
  const read = new Map<number, ReplyData['replies'][number]>();
  const fatal: string[] = [];
  const doubts: string[] = [];
  for (const { claim: said, move: way, reason, refined } of replies) {
    const number = readClaimNumber(said);
    const claim = number === undefined ? undefined : claims.get(number);
    const move = readMove(way);
    if (claim === undefined || !isOpen(claim)) doubts.push(`There is no open claim "${said.slice(0, 20)}".`);
    else if (read.has(claim.number)) doubts.push(`${claimName(claim.number)} is answered twice; the first answer counts.`);
    else if (move === undefined) fatal.push(`The "move" on ${claimName(claim.number)} must be concede, rebut or refine.`);
    else if (move === 'refine' && isBlank(refined))
      fatal.push(`${claimName(claim.number)} is refined without its new wording in "refined".`);
    else {
      read.set(claim.number, { claim: claim.number, move, own: claim.seat === seat });
      if (move === 'rebut' && isBlank(reason)) doubts.push(`${claimName(claim.number)} is rebutted without a reason.`);
    }
  }
  const missing = listDueClaims(state, seat).filter(({ number }) => !read.has(number));
  if (missing.length > 0) doubts.push(`No answer to ${missing.map(({ number }) => claimName(number)).join(', ')}.`);
  return { replies: [...read.values()], fatal, doubts };
}

function readReplyData(state: State, answer: ReplyAnswer, seat: string): Reading {
  const { replies, fatal, doubts } = readReplies(state, answer, seat);
  const { newClaims: most } = state.options;
  const made = listNewClaims(answer).length;
  const more = made > most ? [`There are ${made} new claims; at most ${most} count in a round.`] : [];
  const none = replies.length === 0 ? ['No claim is answered.'] : [];
  return {
    data: { round: roundOf(state), before: listClaims(state).length, replies, newClaims: Math.min(made, most) },
    fatal: [...fatal, ...none],
    doubts: [...doubts, ...more],
  };
}

function isOnBoard(state: State, seat: string, { replies }: ReplyData): boolean {
  const claims = new Map(listClaims(state).map((claim) => [claim.number, claim]));
  return replies.every(({ claim, own }) => claims.has(claim) && own === (claims.get(claim)?.seat === seat));
}

function admitReply(state: State, { seat, act, content, data, byHand }: Contribution): Admission {
  if (content === undefined) {
    const parsed = DATA.reply.safeParse(data);
    return parsed.success && isOnBoard(state, seat, parsed.data) ? accept(data) : MISFIT;
  }
  return admitReading(readReply(content, byHand), (answer) => readReplyData(state, answer, seat), {
    patient: !byHand && countRefusals(state, seat, act) === 0,
    refuse: refuseAnswer,
  });
}

/** The ballot has decided, so a decision may give no other answer. */
function admitDecision(state: State, { content, data }: Contribution): Admission {
  const question = state.opinions?.question;
  if (question === undefined || question.answer === 'text') return accept({ answer: null });
  const standing = findStanding(state);
  const decide = (answer: Answer | null) => accept({ answer: answer as RuleData | null });
  if (content === undefined) {
    const { answer } = dataOf('decision', data);
    const fits = answer === null ? standing === undefined : isAnswerTo(question, answerSchema.parse(answer));
    return fits ? accept(data) : MISFIT;
  }
  const line = readAnswerLine(content);
  if (standing === undefined) {
    return line === undefined
      ? decide(null)
      : refuseViolation(['No answer stands, so the text must not have a line "ANSWER: …".']);
  }
  const stands = formatAnswer(question, standing);
  if (line === undefined) return refuseViolation([`The decision needs the line "ANSWER: ${stands}".`]);
  const read = readAnswerTo(question, line);
  if (read.ok && isSameAnswer(read.answer, standing)) return decide(standing);
  return refuseViolation([`The panel has decided for "${stands}", and the decision says "${line.slice(0, 60)}".`]);
}

export function admit(state: State, contribution: Contribution): Admission {
  const { seat, act, content } = contribution;
  const due = next(state);
  if (due.kind !== 'ask' || !due.steps.some((step) => step.seat === seat && step.act === act) || !isAct(act)) {
    return refuse(notDue(due, contribution));
  }
  if (content === undefined && !DATA[act].safeParse(contribution.data).success) return MISFIT;
  const long = content === undefined ? undefined : tooLong(content, state.options.maxContent);
  if (long !== undefined) return refuseViolation([`It ${long}`]);
  if (content?.trim() === '') return refuseViolation(['The contribution is empty.']);
  if (act === 'reply') return admitReply(state, contribution);
  if (act === 'decision') return admitDecision(state, contribution);
  return content === undefined ? admitRecorded(DATA[act], contribution.data, MISFIT) : accept({});
}
