// The one rule that settles debates: from what each seat answered, before the debate and after it, to one answer or none, the label
// for that, and why. No format decides a label from answers or votes by itself. docs/verdict.md explains each choice to users.
import { findOneSpeaker } from '../speakers.ts';
import { type Answer, isSameAnswer, isSameValue } from './answer.ts';
import { isAbstention, isAhead, isHeldByMost, type Tally, tallyAnswers } from './tally.ts';

/** On the text of the decision. own: it is what this seat holds itself; accept: it can live with it. */
export const BALLOT_VOTES = ['own', 'accept', 'reject'] as const;
export type BallotVote = (typeof BALLOT_VOTES)[number];

/** One seat that was there when the debate opened, whatever became of it since. */
export interface Seated {
  readonly seat: string;
  /** What its answers count, the opening and the last one; 1 where answers are not weighted. */
  readonly weights: { readonly opening: number; readonly last: number };
  /** Given before anybody read anybody. */
  readonly opening: Answer | undefined;
  /** Given in the blind ballot at the end. */
  readonly final: Answer | undefined;
  /** What moved it is a claim of another seat that stood, and that does not argue for the answer it left. */
  readonly hasReason: boolean;
  /** `undefined`: it was not asked, or did not say. */
  readonly vote: BallotVote | undefined;
  readonly hasLeft: boolean;
  /** Somebody else gave its final answer than its opening. */
  readonly isReplaced: boolean;
  /** Who wrote them manually. */
  readonly people: readonly string[];
}

export interface SettlementInput {
  readonly seated: readonly Seated[];
  /** Answers can be compared; else they are words, and only the votes on the decision count. */
  readonly isClosed: boolean;
}

type Label = 'agreed' | 'accepted' | 'majority' | 'not-settled';

/** Why the label is what it is; src/domain/words/describe-settlement.ts has a sentence for each. */
export const REASONS = [
  'same-from-the-start',
  'same-after-the-debate',
  'same-in-the-end',
  'none-rejects',
  'most-hold-it',
  'all-own',
  'most-do-not-reject',
  'no-majority',
  'no-majority-at-first',
  'most-abstain',
  'most-without-answer',
  'doubt-left-without-claim',
  'majority-left-without-claim',
  'text-rejected',
  'words',
] as const;
export type Reason = (typeof REASONS)[number];

interface AnswerChange {
  readonly seat: string;
  readonly from: Answer;
  readonly to: Answer;
  readonly hasReason: boolean;
  /** Other seats that had opened with the answer it moved to. */
  readonly toward: readonly string[];
  /** The conformity alarm: it took over what another seat had said first, and no claim moved it. */
  readonly isAlarm: boolean;
}

export interface Settlement {
  readonly label: Label;
  readonly reason: Reason;
  /** There exactly if the label says that the question is settled and answers can be compared. */
  readonly answer: Answer | undefined;
  /** What each seat answered before it read another one. */
  readonly openings: Tally;
  /** The last answer of each seat; of one that left the last that it gave. */
  readonly endings: Tally;
  readonly moves: readonly AnswerChange[];
  /** Seats that end with something else than the answer that stands, also those that left, or reject the decision. */
  readonly minority: readonly string[];
  /** These, and seats for which somebody had opened with something else. */
  readonly dissent: readonly string[];
}

export const getLastAnswer = ({ final, opening }: Seated): Answer | undefined => final ?? opening;

export const isSame = (one: Answer | undefined, other: Answer | undefined) =>
  one !== undefined && other !== undefined && isSameAnswer(one, other);

const listVoices = (seated: readonly Seated[], when: keyof Seated['weights'], getAnswer: typeof getLastAnswer) =>
  seated.map((each) => ({ seat: each.seat, weight: each.weights[when], answer: getAnswer(each) }));

const listBlind = (seated: readonly Seated[]) => listVoices(seated, 'opening', ({ opening }) => opening);

/** Of several numbers that most hold in the end, one stands that most gave blind. */
const tallyEndings = (seated: readonly Seated[], getAnswer: typeof getLastAnswer): Tally =>
  tallyAnswers(listVoices(seated, 'last', getAnswer), (answer) => isHeldByMost(answer, listBlind(seated)));

/** It did not know, and ends with an answer for no claim: talk alone turned doubt into an answer, so it counts as doubt. */
const isTalkedOutOfDoubt = ({ opening, final, hasReason }: Seated): boolean =>
  opening !== undefined && final !== undefined && isAbstention(opening) && !isAbstention(final) && !hasReason;

/**
 * A stand-in did not move: it is somebody else. Whoever becomes unsure, or says what nobody had said, conforms to nobody; nor does whoever
 * moves among numbers that counted as the same from the start.
 */
function listMoves(seated: readonly Seated[]): readonly AnswerChange[] {
  return seated.flatMap(({ seat, opening, final, hasReason, isReplaced }): AnswerChange[] => {
    if (opening === undefined || final === undefined || isReplaced || opening.kind === 'text') return [];
    if (isSameValue(opening, final)) return [];
    const others = seated.filter(
      (other) => other.seat !== seat && isSame(other.opening, final) && !isSame(other.opening, opening),
    );
    const toward = others.map((other) => other.seat);
    const isAlarm = !hasReason && !isAbstention(final) && toward.length > 0;
    return [{ seat, from: opening, to: final, hasReason, toward, isAlarm }];
  });
}

type Tallies = Pick<Settlement, 'openings' | 'endings' | 'moves'>;
type Judged = Pick<Settlement, 'label' | 'reason' | 'answer'>;
const notSettled = (reason: Reason): Judged => ({ label: 'not-settled', reason, answer: undefined });

/** Heads, as a vote on a text is about consent; half of the seats are not most of them. */
const isMost = (seats: readonly Seated[], all: readonly Seated[]) => seats.length * 2 > all.length;

/** Nobody wrote the answers of several seats. */
const areIndependent = (seated: readonly Seated[]) => findOneSpeaker(seated).length === 0;

function explainNoMajority(endings: Tally, seated: readonly Seated[]): Reason {
  if (endings.majority !== undefined && seated.some(isTalkedOutOfDoubt)) return 'doubt-left-without-claim';
  if (!endings.abstains) return 'no-majority';
  return seated.some((each) => getLastAnswer(each) === undefined) ? 'most-without-answer' : 'most-abstain';
}

/**
 * `agreed` is kept for what cannot be politeness: all said the same before they read each other; or all left what most had said, each
 * for a claim. Joining the majority is what conformity looks like even with a reason, and going from doubt to an answer is not leaving a
 * majority. Every seat that opened has to be there, under the agent that opened, nobody may reject the text, and nobody may have written
 * the answers of several seats.
 */
function findAgreement(
  answer: Answer,
  seated: readonly Seated[],
  { openings, endings, moves }: Tallies,
): Reason | undefined {
  const isWhole = seated.length > 1 && seated.every(({ hasLeft, vote }) => !hasLeft && vote !== 'reject');
  if (!isWhole || !areIndependent(seated) || !endings.unanimous || moves.some(({ isAlarm }) => isAlarm))
    return undefined;
  const others = seated.filter(({ opening }) => !isSame(opening, answer));
  if (others.length === 0 && openings.unanimous && seated.every(isUnmoved)) return 'same-from-the-start';
  const isOfBoth = ({ opening }: Seated) => isSame(opening, openings.majority) && isSame(opening, answer);
  const hasLeftMajority = openings.majority !== undefined && !seated.some(isOfBoth);
  const isMovedByClaims = others.every(({ hasReason, isReplaced }) => hasReason && !isReplaced);
  return hasLeftMajority && isMovedByClaims ? 'same-after-the-debate' : undefined;
}

/** Also of whoever spoke for the seat later. */
const isUnmoved = ({ opening, final }: Seated): boolean =>
  opening !== undefined && (final === undefined || isSameValue(opening, final));

/** Those that were ahead before the debate: any two of them count as the same. */
export const listAhead = (seated: readonly Seated[]): readonly Answer[] =>
  seated.flatMap(({ opening }) => (opening !== undefined && isAhead(opening, listBlind(seated)) ? [opening] : []));

/**
 * Blind answers are worth more than what talk makes of them: in simulation, what a debate made of three different answers was right in a
 * quarter of all cases, whatever claims were named (docs/verdict.md). So talk confirms what most gave blind. Anything else needs all
 * seats, each that moved for a claim that it names; and out of a split, the answer that was ahead.
 */
function findDoubt(
  answer: Answer,
  seated: readonly Seated[],
  isUnanimous: boolean,
  { majority }: Tally,
): Reason | undefined {
  const wereAsked = seated.some(({ opening }) => opening !== undefined);
  if (!wereAsked || isHeldByMost(answer, listBlind(seated))) return undefined;
  const hasStayed = (each: Seated) => isUnmoved(each) && isSame(each.opening, answer);
  const isWhole = isUnanimous && seated.every((each) => each.hasReason || hasStayed(each));
  if (majority !== undefined) return isWhole ? undefined : 'majority-left-without-claim';
  return isWhole && isAhead(answer, listBlind(seated)) ? undefined : 'no-majority-at-first';
}

function judgeAnswers(seated: readonly Seated[], tallies: Tallies): Judged {
  const { openings, endings } = tallies;
  const counted = tallyEndings(seated, (each) => (isTalkedOutOfDoubt(each) ? each.opening : getLastAnswer(each)));
  const answer = counted.majority;
  if (answer === undefined) return notSettled(explainNoMajority(endings, seated));
  const doubt = findDoubt(answer, seated, counted.unanimous, openings);
  if (doubt !== undefined) return notSettled(doubt);
  const rejecting = seated.filter(({ vote }) => vote === 'reject');
  if (isMost(rejecting, seated)) return notSettled('text-rejected');
  const agreement = findAgreement(answer, seated, tallies);
  if (agreement !== undefined) return { label: 'agreed', reason: agreement, answer };
  if (rejecting.length === 0 && counted.unanimous) return { label: 'accepted', reason: 'same-in-the-end', answer };
  const consents = (each: Seated) => !each.hasLeft && (each.vote !== undefined || isSame(getLastAnswer(each), answer));
  if (rejecting.length === 0 && seated.some(({ vote }) => vote !== undefined) && seated.every(consents)) {
    return { label: 'accepted', reason: 'none-rejects', answer };
  }
  return { label: 'majority', reason: 'most-hold-it', answer };
}

/** Of answers in words only the votes on the decision can be counted. */
function judgeVotes(seated: readonly Seated[]): Judged {
  const voting = seated.filter(({ vote }) => vote !== undefined);
  const consenting = voting.filter(({ vote }) => vote !== 'reject');
  if (voting.length === 0) return notSettled('words');
  if (!isMost(consenting, seated)) {
    return notSettled(consenting.length < voting.length ? 'text-rejected' : 'no-majority');
  }
  const judged = (label: Label, reason: Reason): Judged => ({ label, reason, answer: undefined });
  if (consenting.length < seated.length) return judged('majority', 'most-do-not-reject');
  const isOwn = seated.length > 1 && areIndependent(seated) && seated.every(({ vote }) => vote === 'own');
  return isOwn ? judged('agreed', 'all-own') : judged('accepted', 'none-rejects');
}

export function settleDebate({ seated, isClosed }: SettlementInput): Settlement {
  const told: Tallies = {
    openings: tallyAnswers(listBlind(seated)),
    endings: tallyEndings(seated, getLastAnswer),
    moves: listMoves(seated),
  };
  const judged = isClosed ? judgeAnswers(seated, told) : judgeVotes(seated);
  const isOther = (given: Answer | undefined) =>
    judged.answer !== undefined && given !== undefined && !isSameAnswer(given, judged.answer);
  const isAgainst = (each: Seated) => each.vote === 'reject' || isOther(getLastAnswer(each));
  const list = (wanted: (each: Seated) => boolean) => seated.filter(wanted).map(({ seat }) => seat);
  const dissent = list((each) => isAgainst(each) || (each.isReplaced && isOther(each.opening)));
  return { ...judged, ...told, minority: list(isAgainst), dissent };
}
