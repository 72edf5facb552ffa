// The ballot: the final answer of a seat, blind to those of the others; where the format wants it, with a vote on the decision.
import * as z from 'zod';
import { isNothing } from '../../../../domain/answers/nothing.ts';
import { type JsonSchema, toJsonSchema } from '../../../../domain/answers/schema.ts';
import { isEvent, type LedgerEvent } from '../../../../domain/events.ts';
import { isAnswerTo, isSameAnswer } from '../../../../domain/question/answer.ts';
import { formatAnswer } from '../../../../domain/question/format-answer.ts';
import { readAnswerTo } from '../../../../domain/question/read-answer.ts';
import { BALLOT_VOTES } from '../../../../domain/question/settle.ts';
import { type ActContext, defineAct } from '../../../define-act.ts';
import type { Opinionated } from '../../base-state.ts';
import { type Claims, claimName, NO_CLAIMS, readClaimName } from '../../claims/state.ts';
import { namesAlone } from '../../named.ts';
import { REHEARSED, type Rehearsal, writeObjection } from '../../rehearsal.ts';
import { inOneParagraph, optionalText, readWord, splitReason, withOtherNames } from '../../wording.ts';
import { isPlain, percent, readInWords, readPlain, type Worded, words } from '../answers.ts';
import { type BallotData, ballotData, isOpinionAct, MAX_OPINION } from '../data.ts';
import {
  describeChoice,
  describeFirstLine,
  describeForm,
  describeScale,
  formatAnswerLine,
  readOpinion,
} from '../opinion.ts';
import { findDissenter, sampleAnswer } from '../samples.ts';
import { listMovingClaims } from '../settlement.ts';
import { hasVote, type OpinionState } from '../state.ts';

const ballotSchema = z.object({
  answer: words(),
  confidence: percent(),
  moved_by: optionalText,
  reason: withOtherNames(optionalText, 'reasoning', 'rationale', 'why', 'explanation'),
});
const voteSchema = ballotSchema.extend({ vote: z.string(), objection: optionalText });

export type BallotAnswer = Worded<z.infer<typeof ballotSchema>> &
  Partial<Pick<z.infer<typeof voteSchema>, 'vote' | 'objection'>>;

const form = z.object({
  reason: z.string(),
  moved_by: z.string().nullable(),
  answer: z.string(),
  confidence: z.int().min(0).max(100),
});
const voteForm = form.extend({ objection: z.string().nullable(), vote: z.enum(BALLOT_VOTES) });

/** The form of a ballot in which only these claims can be named. */
function createForm(votes: boolean, claims: readonly string[]): JsonSchema {
  const { properties, ...rest } = toJsonSchema(votes ? voteForm : form) as JsonSchema & { readonly properties: object };
  const nothing = { type: 'null' };
  const named = claims.length === 0 ? nothing : { anyOf: [{ type: 'string', enum: [...claims] }, nothing] };
  return { ...rest, properties: { ...properties, moved_by: named } };
}

const listNamable = ({ numberedClaims }: Opinionated, seat: string): Claims =>
  listMovingClaims(numberedClaims ?? NO_CLAIMS, seat);

/** Agents may say why behind a "reject"; people have another line for that, and a word of theirs here would be lost. */
function readVote(said: string | undefined, byHand: boolean): (typeof BALLOT_VOTES)[number] | undefined {
  const word = readWord(said ?? '');
  const [first] = byHand ? [word] : splitReason(word);
  const vote = BALLOT_VOTES.find((each) => each === word);
  return word === 'approve' ? 'accept' : first === 'reject' ? first : vote;
}

/** What is wrong with a vote that a person has set, `vote` being that of the text; null where there is nothing to vote on. */
function findVoteProblem(set: string, vote: ReturnType<typeof readVote> | null): readonly string[] {
  if (vote === null) return ['This ballot asks for no vote, so leave it out.'];
  return readVote(set, true) === vote ? [] : [`The vote is set to "${set}", but the text says "${vote}".`];
}

/** Of numbers a near one may be meant. */
const AMOUNTS: readonly string[] = ['number', 'probability'];

/** Whoever would have decided the same gives no other answer. */
function findOtherAnswer({ decided, opinions: { question } }: Opinionated, said: string): readonly string[] {
  const read = readAnswerTo(question, said);
  if (decided === undefined || AMOUNTS.includes(question.answer) || !read.ok || isSameAnswer(read.answer, decided))
    return [];
  const given = formatAnswer(question, decided);
  return [`"vote" is "own", but the decision says "${given}", which is not your "answer"; change one of them.`];
}

const NOTHING = /^\W*(?:null|none|nothing|no|n\/a)?\W*$/i;

/** What a seat names as what moved it: one of these claims, or nothing. Its words are not searched for anything else. */
function readMovedBy(
  said: string,
  claims: Claims,
  byHand: boolean,
): { readonly movedBy: BallotData['movedBy']; readonly problem?: string } {
  if (NOTHING.test(said)) return { movedBy: null };
  const number = readClaimName(said);
  const claim = claims.find((each) => each.number === number);
  if (claim !== undefined && (!byHand || namesAlone(said)))
    return { movedBy: { seat: claim.seat, claim: claim.number } };
  const names = claims.map((each) => claimName(each.number)).join(', ');
  const which = names === '' ? 'there is no claim of another seat to name' : `name one of the claims ${names}`;
  return { movedBy: null, problem: `"moved_by" is "${said.trim().slice(0, 60)}"; ${which}, or use null.` };
}

function sampleVote(isOwn: boolean, isAgainst: boolean, version: number) {
  if (isAgainst) return { vote: 'reject', objection: writeObjection(version) };
  return { vote: isOwn ? 'own' : 'accept', objection: null };
}

/** Everybody ends with what the last seat had said at first, except one that keeps its own answer. */
function sample(state: OpinionState, seat: string, named: readonly string[], { rejects }: Rehearsal): string {
  const { seats, holders, openings, ballots } = state;
  const keeps = state.dissents && seat === findDissenter(seats);
  const isOwn = seat === seats.at(-1);
  const answer = sampleAnswer(state, keeps ? seats.indexOf(seat) : seats.length - 1);
  const isMoved = openings[seat] !== undefined && answer !== sampleAnswer(state, seats.indexOf(seat));
  const claims = holders.slice(0, -1).reduce((sum, each) => sum + (openings[each]?.claims ?? 0), 0);
  const name = `C${claims + 1}`;
  const reason = isMoved
    ? 'That claim decides it; nobody brought a number against it.'
    : 'The strongest point against it: an easy success misleads.';
  return JSON.stringify({
    answer,
    confidence: 70,
    moved_by: isMoved && named.includes(name) ? name : null,
    reason: `${reason} ${REHEARSED}`,
    ...(hasVote(state) ? sampleVote(isOwn, keeps || (!isOwn && rejects(ballots)), ballots) : {}),
  });
}

/** Whoever holds an opinion reads of the ballots of others only why they reject the decision. */
export const isObjectionOnly = ({ state, step }: ActContext<Opinionated>, seat: string): boolean =>
  step !== undefined && step.seat !== seat && state.opinions.holders.includes(step.seat);

/** The events of what the seat holds: its opening, and its last ballot. */
export const listOwnOpinions = ({ openings, ballot }: OpinionState, seat: string): readonly number[] =>
  [openings[seat], ballot[seat]].flatMap((given) => given?.seq ?? []);

/** The event of the text that was voted on in this ballot: what the format had come to before it. */
export const findVotedText = (log: readonly LedgerEvent[], ballot: number): number | undefined =>
  log.findLast((event) => event.seq < ballot && isEvent(event, 'turn-recorded') && !isOpinionAct(event.data.act))?.seq;

const VOTE_WORDS = { own: 'this is my own answer', accept: 'accepted', reject: 'rejected' } as const;

export const ballot = defineAct<Opinionated, BallotAnswer, BallotData>({
  form,
  data: ballotData,
  longest: MAX_OPINION,
  request(state, seat) {
    const { opinions } = state;
    const { question, language, labels, ballots } = opinions;
    const votes = hasVote(opinions);
    const named = listNamable(state, seat).map(({ number }) => claimName(number));
    const claims = named.length === 0 ? 'none' : named.join(', ');
    const label = labels.get(seat) ?? seat;
    return {
      id: `ballot-${ballots}-${seat}`,
      task: votes ? 'ballot-and-vote' : 'ballot',
      label: votes ? `${label} answers and votes` : `${label} gives a final answer`,
      asItself: true,
      repeats: listOwnOpinions(opinions, seat),
      values: { form: describeForm(question), scale: describeScale(question), language, claims },
      schema: createForm(votes, named),
      plainForm: `Your own answer, whatever was decided: ${describeChoice(question)}. Plain lines will do: ${describeFirstLine(question)}; then your reason; "Moved by: …" with the one claim that changed your answer, out of ${claims}${
        votes ? '; "Vote: own", "Vote: accept" or "Vote: reject" on the decision; "Objection: …" if you reject it' : ''
      }.`,
      sample: (rehearsal) => sample(opinions, seat, named, rehearsal),
    };
  },
  parse(text, { state: { opinions }, byHand }) {
    const votes = hasVote(opinions);
    const { question } = opinions;
    if (!isPlain(text, byHand)) {
      return votes ? readInWords(text, voteSchema, question) : readInWords(text, ballotSchema, question);
    }
    const { answer, confidence, reasons, labelled } = readPlain(text, question);
    const reason = reasons.join(' ') || null;
    const value = { answer, confidence, moved_by: labelled('moved by'), reason };
    const vote = labelled('vote') ?? '';
    const said = votes ? { ...value, vote, objection: labelled('objection') ?? reason } : value;
    return { ok: true, value: said, repairs: [] };
  },
  fits(state, { answer, movedBy }, { seat }) {
    if (!isAnswerTo(state.opinions.question, answer)) return false;
    if (movedBy === null) return true;
    return listNamable(state, seat).some((claim) => claim.number === movedBy.claim && claim.seat === movedBy.seat);
  },
  read(state, said, { seat, byHand, data: { vote: outright } }) {
    const { movedBy, problem } = readMovedBy(said.moved_by ?? '', listNamable(state, seat), byHand);
    const unnamed = problem === undefined ? [] : [problem];
    const set = typeof outright === 'string' ? outright : undefined;
    const vote = hasVote(state.opinions) ? readVote(said.vote || set, byHand) : null;
    const unreadable = [
      ...(vote === undefined
        ? [`"vote" must be one of ${BALLOT_VOTES.join(', ')}${byHand ? ', and nothing else' : ''}.`]
        : []),
      ...(set === undefined ? [] : findVoteProblem(set, vote)),
    ];
    const other = vote === 'own' ? findOtherAnswer(state, said.answer) : [];
    const groundless =
      vote === 'reject' && isNothing(said.objection ?? '') ? ['A vote to reject needs an "objection".'] : [];
    return readOpinion(state.opinions, said, byHand, {
      data: { movedBy, vote: vote ?? null },
      fatal: [...unreadable, ...groundless, ...(byHand ? unnamed : [])],
      doubts: [...(byHand ? [] : unnamed), ...other],
    });
  },
  apply: ({ opinions, ...state }, { seat, seq, by, data }) => ({
    ...{ ...state, opinions: { ...opinions, ballot: { ...opinions.ballot, [seat]: { ...data, seq, by } } } },
  }),
  title: ({ seat }, history) =>
    `${isObjectionOnly(history, seat) ? 'Objection' : 'Final answer'}, ${history.refer(seat)}`,
  text(said, { seat, data, seq }, history) {
    const { state, refer } = history;
    const { movedBy, vote } = data;
    const [reason, objection] = [said.reason, said.objection].map(inOneParagraph) as [string, string];
    if (isObjectionOnly(history, seat)) return `Rejects the decision: ${objection}`;
    return [
      formatAnswerLine(state.opinions.question, data, inOneParagraph(said.answer)),
      ...(vote === null ? [] : [`Decision (event ${findVotedText(history.log, seq)}): ${VOTE_WORDS[vote]}`]),
      ...(objection === '' ? [] : [`Objection: ${objection}`]),
      ...(movedBy === null ? [] : [`Moved by ${refer(movedBy.seat)}, ${claimName(movedBy.claim)}`]),
      ...(reason === '' || reason === objection ? [] : [reason]),
    ].join('\n\n');
  },
});
