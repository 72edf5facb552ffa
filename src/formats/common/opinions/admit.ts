// Whether an opening, a ballot or a challenge is legal, and what is read out of it.
import { isAnswerTo } from '../../../domain/question/answer.ts';
import { readAnswerTo } from '../../../domain/question/read-answer.ts';
import { VOTES } from '../../../domain/question/settle.ts';
import type { Admission, Contribution } from '../../format.ts';
import { admitRecorded, refuse, refuseAnswer, tooLong } from '../admission.ts';
import { admitReading, type Reading } from '../answer-reading.ts';
import { type BaseState, countRefusals } from '../base-state.ts';
import { type Claims, claimName, NO_CLAIMS } from '../claims/state.ts';
import { type BallotAnswer, type OpeningAnswer, readBallot, readChallenge, readOpening } from './answers.ts';
import { type BallotData, isOpinionAct, MAX_CLAIMS, OPINION_DATA, type OpinionAct } from './data.ts';
import { listMovingClaims } from './settlement.ts';
import type { OpinionState } from './state.ts';

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });
/** Unicode code points of one opinion. */
const MAX_OPINION = 16_000;

function readConfidence(said: number | null): {
  readonly confidence: number | null;
  readonly doubts: readonly string[];
} {
  if (said === null || Number.isNaN(said))
    return { confidence: null, doubts: ['"confidence" must say how sure you are, in percent from 0 to 100.'] };
  return { confidence: said, doubts: [] };
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

const NOTHING = /^\W*(?:null|none|nothing|no|n\/a)?\W*$/i;
const CLAIM = /^\W*(?:claim\s+)?c(\d{1,4})\W*$/i;

/** What a seat names as what moved it: one of these claims, or nothing. Its words are not searched for anything else. */
function readMovedBy(
  said: string,
  claims: Claims,
): { readonly movedBy: BallotData['movedBy']; readonly problem?: string } {
  if (NOTHING.test(said)) return { movedBy: null };
  const number = Number(CLAIM.exec(said)?.[1]);
  const claim = claims.find((each) => each.number === number);
  if (claim !== undefined) return { movedBy: { seat: claim.seat, claim: number } };
  const names = claims.map((each) => claimName(each.number)).join(', ');
  const which = names === '' ? 'there is no claim of another seat to name' : `name one of the claims ${names}`;
  return { movedBy: null, problem: `"moved_by" is "${said.trim().slice(0, 60)}"; ${which}, or use null.` };
}

interface BallotRules {
  /** The ballot has a vote on the decision. */
  readonly votes: boolean;
  /** Those that can have moved the seat. */
  readonly claims: Claims;
}

/** `vote`, beside the words: what a person has set. */
function readBallotData(
  state: OpinionState,
  said: BallotAnswer,
  rules: BallotRules,
  { byHand, data: { vote: outright } }: Contribution,
): Reading {
  const { answer, fatal, confidence, doubts } = readOpinion(state, said);
  const { movedBy, problem } = readMovedBy(said.moved_by ?? '', rules.claims);
  const unnamed = problem === undefined ? [] : [problem];
  const set = typeof outright === 'string' ? outright : undefined;
  const vote = rules.votes ? readVote(said.vote || set) : null;
  const unreadable = [
    ...(vote === undefined ? [`"vote" must be one of ${VOTES.join(', ')}.`] : []),
    ...(set === undefined ? [] : findVoteProblem(set, vote)),
  ];
  const groundless =
    vote === 'reject' && (said.objection ?? '').trim() === '' ? ['A vote to reject needs an "objection".'] : [];
  return {
    data: { answer: answer ?? { kind: 'unsure' }, confidence, movedBy, vote: vote ?? null },
    fatal: [...fatal, ...unreadable, ...groundless, ...(byHand ? unnamed : [])],
    doubts: [...doubts, ...(byHand ? [] : unnamed)],
  };
}

function fitsQuestion({ question }: OpinionState, claims: Claims, act: OpinionAct, { data }: Contribution): boolean {
  const parsed = OPINION_DATA[act].safeParse(data);
  if (!parsed.success || ('answer' in parsed.data && !isAnswerTo(question, parsed.data.answer))) return false;
  const movedBy = 'movedBy' in parsed.data ? parsed.data.movedBy : null;
  return movedBy === null || claims.some(({ number, seat }) => number === movedBy.claim && seat === movedBy.seat);
}

export function admitOpinion(
  base: BaseState,
  contribution: Contribution,
  { votes }: Pick<BallotRules, 'votes'>,
): Admission {
  const { opinions } = base;
  const { seat, act, content, byHand } = contribution;
  if (opinions === undefined || !isOpinionAct(act)) return MISFIT;
  const claims = listMovingClaims(base.numberedClaims ?? NO_CLAIMS, seat);
  if (content === undefined) {
    return fitsQuestion(opinions, claims, act, contribution)
      ? admitRecorded(OPINION_DATA[act], contribution.data, MISFIT)
      : MISFIT;
  }
  const long = tooLong(content, MAX_OPINION);
  if (long !== undefined) return refuseAnswer([`It ${long}`]);
  const reading = { byHand, question: opinions.question };
  const judging = { patient: !byHand && countRefusals(base, seat, act) === 0, refuse: refuseAnswer };
  switch (act) {
    case 'opening':
      return admitReading(readOpening(content, reading), (said) => readOpeningData(opinions, said), judging);
    case 'ballot':
      return admitReading(
        readBallot(content, votes, reading),
        (said) => readBallotData(opinions, said, { votes, claims }, contribution),
        judging,
      );
    case 'challenge-agreement':
      return admitReading(readChallenge(content, byHand), ({ stands }) => ({ data: { stands }, doubts: [] }), judging);
  }
}
