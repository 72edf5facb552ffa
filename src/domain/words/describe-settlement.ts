// Why a debate ended as it did by the one rule, said from what its seats did: the same at every door.
import { type Answer, isSameAnswer } from '../question/answer.ts';
import { formatAnswer } from '../question/format-answer.ts';
import type { Question } from '../question/question.ts';
import { getLastAnswer, isSame, listAhead, type Reason, type Seated, type Settlement } from '../question/settle.ts';
import { isAbstention } from '../question/tally.ts';
import { findOneSpeaker, type ManualSeats } from '../speakers.ts';
import { formatSplit } from './describe-tallies.ts';
import { joinWords, spellNumber } from './format-figures.ts';
import type { LabelSeat } from './label-seats.ts';
import { capitalize } from './sentence.ts';

/** Who was there, what was asked, and how seats are called. */
export interface SettledDebate {
  readonly seated: readonly Seated[];
  readonly question: Question;
  /** What answers were weighted by; "none" where they were not. */
  readonly weigh: string;
  readonly label: LabelSeat;
}

/** Why nothing is settled, or what votes on words come to. */
const MEANINGS: Readonly<Partial<Record<Reason, string>>> = {
  'all-own': 'Every seat says that the decision is its own answer; whether their words say the same, no rule compares.',
  'most-do-not-reject': 'More than half of the seats hold or accept the decision; the others do not.',
  'no-majority': 'No answer is held by more than half of the seats.',
  'most-abstain': 'At least half of the seats chose none of the answers.',
  'most-without-answer': 'At least half of the seats gave no answer, or chose none of them.',
  'doubt-left-without-claim':
    'An answer has a majority only with seats that gave up their doubt and name no claim that moved them.',
  'majority-left-without-claim':
    'Most seats end with another answer than most gave at first. Only all of them could overturn that, each for a claim that it names.',
  'text-rejected': 'At least half of the seats do not hold or accept the decision.',
  words: 'The answers are in words, which no rule compares.',
};

/** Where not heads are counted, but what their answers weigh. */
const WEIGHED: typeof MEANINGS = {
  'no-majority': 'No answer has more than half of the weight of all seats.',
  'most-abstain': 'Seats with at least half of the weight chose none of the answers.',
  'most-without-answer': 'Seats with at least half of the weight gave no answer, or chose none of them.',
  'majority-left-without-claim':
    'The answer with most of the weight in the end is not the one that had it at first. Only all seats could overturn that, each for a claim that it names.',
};

/** Votes on words weigh nothing; and weights that could not be learnt are all the same. */
const isWeighed = ({ weigh, question, seated }: SettledDebate) =>
  weigh !== 'none' &&
  question.answer !== 'text' &&
  seated.some(({ weights }) => weights.opening !== 1 || weights.last !== 1);

/** "the one seat", "both seats", "all three seats". */
const nameAllSeats = (count: number) =>
  count === 1 ? 'the one seat' : count === 2 ? 'both seats' : `all ${spellNumber(count)} seats`;

/** What each seat did that keeps the answer from being agreed on: "Wall moved to it and rejects the decision". */
function listObstacles(answer: Answer, { moves }: Settlement, debate: SettledDebate): readonly string[] {
  const nameAnswer = (given: Answer) => formatAnswer(debate.question, given);
  return debate.seated.flatMap((each) => {
    const { seat, opening, vote, hasLeft, isReplaced } = each;
    const last = getLastAnswer(each);
    const move = moves.find((moved) => moved.seat === seat);
    const facts = [
      ...(last !== undefined && !isSameAnswer(last, answer) ? [`${gives(debate, 1)} ${nameAnswer(last)}`] : []),
      ...(last === undefined ? ['gave no answer'] : []),
      ...(move !== undefined && isSame(last, answer) ? [describeMove(move, nameAnswer)] : []),
      ...(isReplaced
        ? [`was replaced after its opening${opening === undefined ? '' : ` (${nameAnswer(opening)})`}`]
        : []),
      ...(hasLeft ? ['left before the end'] : []),
      ...(vote === 'reject' ? ['rejects the decision'] : []),
    ];
    return facts.length === 0 ? [] : [`${debate.label(seat)} ${joinWords(facts)}`];
  });
}

function describeMove(
  { from, hasReason }: Settlement['moves'][number],
  nameAnswer: (answer: Answer) => string,
): string {
  const before = isAbstention(from) ? 'had no answer at first' : `had said ${nameAnswer(from)}`;
  return hasReason ? before : `${before} and names no claim that moved it`;
}

/** Where each seat was asked only once, nobody "ends with" an answer. */
const isAskedAgain = ({ seated }: SettledDebate) => seated.some(({ final }) => final !== undefined);
const gives = (debate: SettledDebate, count: number) =>
  `${isAskedAgain(debate) ? 'end' : 'answer'}${count === 1 ? 's' : ''}${isAskedAgain(debate) ? ' with' : ''}`;

/** Numbers and probabilities count as the same where they are close; the sentence names one of them. */
function areOne(answer: Answer, given: readonly Answer[], { question }: SettledDebate): boolean {
  return given.every((each) => formatAnswer(question, each) === formatAnswer(question, answer));
}

/** "All three seats end with Yes", "Two of three seats end with answers that count as 5 (3 to 8)". */
function describeHolders(answer: Answer, debate: SettledDebate): string {
  const { seated, question } = debate;
  const given = seated.flatMap((each) => getLastAnswer(each) ?? []).filter((each) => isSameAnswer(each, answer));
  const who =
    given.length === seated.length
      ? nameAllSeats(given.length)
      : `${spellNumber(given.length)} of ${spellNumber(seated.length)} seats`;
  const name = formatAnswer(question, answer);
  if (areOne(answer, given, debate)) return capitalize(`${who} ${gives(debate, given.length)} ${name}`);
  return capitalize(`${who} ${isAskedAgain(debate) ? 'end with' : 'give'} answers that count as ${name}`);
}

function describeAnswer(answer: Answer, settlement: Settlement, debate: SettledDebate): string {
  const { seated, question, label } = debate;
  if (settlement.reason === 'same-from-the-start') {
    const openings = seated.flatMap(({ opening }) => opening ?? []);
    const first = settlement.openings.majority ?? answer;
    const given = `${areOne(first, openings, debate) ? '' : 'answers that count as '}${formatAnswer(question, first)}`;
    return `${capitalize(nameAllSeats(seated.length))} gave ${given} by themselves, before they read one another.`;
  }
  const holders = describeHolders(answer, debate);
  if (settlement.reason === 'same-after-the-debate') {
    const movers = settlement.moves
      .filter(({ from }) => isSame(from, settlement.openings.majority))
      .map(({ seat }) => label(seat));
    const each = movers.length === 1 ? 'for a claim that it names' : 'each for a claim that it names';
    return `${holders}. ${joinWords(movers)} left what most had said at first, ${each}.`;
  }
  const obstacles = listObstacles(answer, settlement, debate);
  const isVotedOn = seated.some(({ vote }) => vote !== undefined);
  const consent = settlement.label === 'accepted' && isVotedOn ? ', and no seat rejects the decision' : '';
  const isHeldByAll = seated.every((each) => isSame(getLastAnswer(each), answer));
  // Measures: each is close to the one that stands, and two of them are not close to each other.
  const isApart = isHeldByAll && !settlement.endings.unanimous;
  const held = `${holders}${isApart ? ', but not all of these count as the same as each other' : ''}${consent}`;
  if (obstacles.length === 0) return `${held}.`;
  return `${held}${isHeldByAll ? '. It is not called agreed: ' : '; '}${obstacles.join('; ')}.`;
}

/** Of blind answers without a majority only those that were ahead of all others could have come to stand. */
function describeNoMajority(debate: SettledDebate): string {
  const { seated, question } = debate;
  const ahead = [...new Set(listAhead(seated).map((answer) => formatAnswer(question, answer)))];
  const none = `The blind answers before the debate had no majority${isWeighed(debate) ? ' by weight' : ''}`;
  if (ahead.length === 0) return `${none}, and none of them was ahead, so that none of them could stand.`;
  const [which, there] = ahead.length === 1 ? ['was ahead', 'it'] : ['count as the same and were ahead', 'them'];
  return `${none}. Of them only ${joinWords(ahead)}, which ${which}, could stand, if all seats came to ${there}, each for a claim that it names.`;
}

/** "At the end: 2 of 3 Go, 1 of 3 Rust."; of measures, which hardly ever are the same, all that were given. */
function describeSplit({ endings: { counts, seated: heads } }: Settlement, debate: SettledDebate): string {
  const { question, seated } = debate;
  const when = isAskedAgain(debate) ? 'At the end' : 'Answers';
  if (question.answer === 'number' || question.answer === 'probability') {
    const given = counts.flatMap(({ answer, seats }) => seats.map(() => formatAnswer(question, answer)));
    return given.length === 0 ? '' : `${when}: ${given.join(', ')}.`;
  }
  const weighed = isWeighed(debate);
  const split = counts.map(({ answer, seats, weight }) => ({
    answer: formatAnswer(question, answer),
    votes: weighed ? weight : seats.length,
  }));
  const all = weighed ? seated.reduce((sum, { weights }) => sum + weights.last, 0) : heads;
  return `${when}${weighed ? ', by weight' : ''}: ${formatSplit(split, all)}.`;
}

/** Why no answer stands, or what votes on words come to. */
function describeRest(reason: Reason, debate: SettledDebate): string {
  if (reason === 'no-majority-at-first') return describeNoMajority(debate);
  // Of words the decision alone is voted on.
  if (reason === 'no-majority' && debate.question.answer === 'text') return MEANINGS['text-rejected'] ?? '';
  const meaning = (isWeighed(debate) ? WEIGHED[reason] : undefined) ?? MEANINGS[reason];
  return meaning ?? 'No seat rejects the decision, which is not the same as agreeing.';
}

/** "One author spoke for Wind and Wall, so these are not independent."; empty: nobody did. */
export function describeSharing(people: ManualSeats, label: LabelSeat): string {
  const shared = findOneSpeaker(people).map(({ seats }) => joinWords(seats.map(label)));
  return shared.map((seats) => ` One author spoke for ${seats}, so these are not independent.`).join('');
}

/** What the outcome means for this debate, with the split where nothing is settled. */
export function describeSettlement(settlement: Settlement, debate: SettledDebate): string {
  const { answer, label, reason } = settlement;
  const why = answer === undefined ? describeRest(reason, debate) : describeAnswer(answer, settlement, debate);
  const shared = describeSharing(debate.seated, debate.label);
  const meaning = `${isWeighed(debate) ? `Answers are weighted by ${debate.weigh}. ` : ''}${why}${shared}`;
  const isCounted = label === 'not-settled' && debate.question.answer !== 'text';
  return isCounted ? `${meaning} ${describeSplit(settlement, debate)}` : meaning;
}
