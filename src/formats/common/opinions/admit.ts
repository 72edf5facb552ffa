// Whether an opening, a ballot or a challenge is legal, and what is read out of it.
import { isAnswerTo, readAnswerTo } from '../../../domain/question/answer.ts';
import type { Admission, Contribution, SeatSpec } from '../../format.ts';
import { admitRecorded, refuse, refuseAnswer, tooLong } from '../admission.ts';
import { admitReading, type Reading } from '../answer-reading.ts';
import { type BaseState, countRefusals } from '../base-state.ts';
import { type BallotAnswer, type OpeningAnswer, readBallot, readChallenge, readOpening } from './answers.ts';
import { type CitedFrom, findCited } from './claims.ts';
import { isOpinionAct, MAX_CLAIMS, OPINION_DATA, type OpinionAct, VOTES } from './data.ts';
import type { OpinionState } from './state.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
/** Unicode code points of one opinion. */
const MAX_OPINION = 16_000;

function readConfidence(said: number | null): {
  readonly confidence: number | null;
  readonly doubts: readonly string[];
} {
  if (said === null || Number.isNaN(said))
    return { confidence: null, doubts: ['"confidence" is missing; say how sure you are, in percent.'] };
  const share = said > 0 && said < 1 ? said * 100 : said;
  const confidence = Math.min(100, Math.max(0, Math.round(share)));
  return { confidence, doubts: share < 0 || share > 100 ? ['"confidence" is a number from 0 to 100.'] : [] };
}

function readOpinion({ question }: OpinionState, said: Pick<OpeningAnswer, 'answer' | 'confidence'>) {
  const answer = readAnswerTo(question, said.answer);
  const { confidence, doubts } = readConfidence(said.confidence);
  return { answer: answer.ok ? answer.answer : undefined, fatal: answer.ok ? [] : [answer.issue], confidence, doubts };
}

function readOpeningData(state: OpinionState, said: OpeningAnswer): Reading {
  const { answer, fatal, confidence, doubts } = readOpinion(state, said);
  const claims = said.claims.filter((claim) => claim.trim() !== '').length;
  const more =
    claims > MAX_CLAIMS ? [`There are ${claims} claims; give the ${MAX_CLAIMS} that your answer rests on most.`] : [];
  const none = claims === 0 ? ['There are no claims; name at least one that your answer rests on.'] : [];
  return {
    data: { answer: answer ?? { kind: 'unsure' }, confidence, claims: Math.min(claims, MAX_CLAIMS) },
    fatal,
    doubts: [...doubts, ...more, ...none],
  };
}

function readVote(said: string | undefined): (typeof VOTES)[number] | undefined {
  const word =
    said
      ?.trim()
      .toLowerCase()
      .replace(/[^a-z]/g, '') ?? '';
  return word === 'approve' ? 'accept' : VOTES.find((vote) => vote === word);
}

/** What is wrong with a vote that a person has set, `vote` being that of the text; null where there is nothing to vote on. */
function findVoteProblem(set: string, vote: ReturnType<typeof readVote> | null): readonly string[] {
  if (vote === null) return ['This ballot asks for no vote, so leave it out.'];
  return readVote(set) === vote ? [] : [`The vote is set to "${set}", but the text says "${vote}".`];
}

/** `outright`: the vote that a person has set beside the words. */
function readBallotData(
  state: OpinionState,
  said: BallotAnswer,
  rules: OpinionAdmission & Pick<CitedFrom, 'claims'>,
  { seat, data: { vote: outright } }: Contribution,
): Reading {
  const { answer, fatal, confidence, doubts } = readOpinion(state, said);
  const cited = findCited({ opinions: state, claims: rules.claims }, rules.seats, said.moved_by ?? '', seat);
  const set = typeof outright === 'string' ? outright : undefined;
  const vote = rules.votes ? readVote(said.vote || set) : null;
  const unreadable = [
    ...(vote === undefined ? [`"vote" must be one of ${VOTES.join(', ')}.`] : []),
    ...(set === undefined ? [] : findVoteProblem(set, vote)),
  ];
  const groundless =
    vote === 'reject' && (said.objection ?? '').trim() === '' ? ['A vote to reject needs an "objection".'] : [];
  return {
    data: { answer: answer ?? { kind: 'unsure' }, confidence, movedBy: cited ?? null, vote: vote ?? null },
    fatal: [...fatal, ...unreadable, ...groundless],
    doubts,
  };
}

export interface OpinionAdmission {
  readonly seats: readonly SeatSpec[];
  /** The ballot has a vote on the decision. */
  readonly votes: boolean;
}

function fitsQuestion({ question }: OpinionState, act: OpinionAct, contribution: Contribution): boolean {
  const parsed = OPINION_DATA[act].safeParse(contribution.data);
  return parsed.success && (!('answer' in parsed.data) || isAnswerTo(question, parsed.data.answer));
}

export function admitOpinion(base: BaseState, contribution: Contribution, rules: OpinionAdmission): Admission {
  const { opinions } = base;
  const { seat, act, content, byHand } = contribution;
  if (opinions === undefined || !isOpinionAct(act)) return MISFIT;
  if (content === undefined) {
    return fitsQuestion(opinions, act, contribution)
      ? admitRecorded(OPINION_DATA[act], contribution.data, MISFIT)
      : MISFIT;
  }
  const long = tooLong(content, MAX_OPINION);
  if (long !== undefined) return refuseAnswer([`It ${long}`]);
  const reading = { byHand, isProbability: opinions.question.answer === 'probability' };
  const judging = { patient: !byHand && countRefusals(base, seat, act) === 0, refuse: refuseAnswer };
  switch (act) {
    case 'opening':
      return admitReading(readOpening(content, reading), (said) => readOpeningData(opinions, said), judging);
    case 'ballot':
      return admitReading(
        readBallot(content, rules.votes, reading),
        (said) => readBallotData(opinions, said, { ...rules, claims: base.numberedClaims }, contribution),
        judging,
      );
    case 'challenge-agreement':
      return admitReading(readChallenge(content, reading), ({ stands }) => ({ data: { stands }, doubts: [] }), judging);
  }
}
