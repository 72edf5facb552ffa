// Why a debate ended as it did by the one rule, said from what its seats did: the same at every door.
import { type Answer, isSameAnswer } from '../question/answer.ts';
import { formatAnswer } from '../question/format-answer.ts';
import type { Question } from '../question/question.ts';
import { getLastAnswer, isSame, listAhead, type Reason, type Seated, type Settlement } from '../question/settle.ts';
import { isAbstention } from '../question/tally.ts';
import { formatSplit } from './describe-tallies.ts';
import { joinWords, spellNumber } from './format-figures.ts';

/** Who was there, what was asked, and how seats are called. */
export interface SettledDebate {
  readonly seated: readonly Seated[];
  readonly question: Question;
  /** What answers were weighted by; "none" where they were not. */
  readonly weigh: string;
  readonly label: (seat: string) => string;
}

/** Why nothing is settled, or what votes on words come to. */
const MEANINGS: Readonly<Partial<Record<Reason, string>>> = {
  'all-own': 'Every seat says that the decision is its own answer; whether their words say the same, no rule compares.',
  'most-do-not-reject': 'More than half of the seats hold or accept the decision; the others do not.',
  'no-majority': 'No answer is held by more than half of the seats.',
  'most-abstain': 'At least half of the seats gave no answer.',
  'doubt-left-without-claim':
    'An answer has a majority only with seats that gave up their doubt and name no claim that moved them.',
  'majority-left-without-claim':
    'Most seats end with another answer than most gave at first. Only all of them could overturn that, each for a claim that it names.',
  'text-rejected': 'More than half of the seats do not stand behind the decision.',
  words: 'The answers are in words, which no rule compares.',
};

/** "both seats", "all three seats". */
const nameAllSeats = (count: number) => (count === 2 ? 'both seats' : `all ${spellNumber(count)} seats`);
const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

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
        ? [`was replaced after its opening${opening === undefined ? '' : `, ${nameAnswer(opening)}`}`]
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

/** "All three seats end with Yes", "Two of three seats end with Yes". */
function describeHolders(answer: Answer, debate: SettledDebate): string {
  const { seated, question } = debate;
  const holders = seated.filter((each) => isSame(getLastAnswer(each), answer)).length;
  const who =
    holders === seated.length
      ? nameAllSeats(holders)
      : `${spellNumber(holders)} of ${spellNumber(seated.length)} seats`;
  return capitalize(`${who} ${gives(debate, holders)} ${formatAnswer(question, answer)}`);
}

/** Of an answer that stands. */
function describeAnswer(answer: Answer, settlement: Settlement, debate: SettledDebate): string {
  const { seated, question, label } = debate;
  const name = formatAnswer(question, answer);
  if (settlement.reason === 'same-from-the-start') {
    return `${capitalize(nameAllSeats(seated.length))} gave ${name} by themselves, before they read one another.`;
  }
  const holders = describeHolders(answer, debate);
  if (settlement.reason === 'same-after-the-debate') {
    const movers = settlement.moves.map(({ seat }) => label(seat));
    const each = movers.length === 1 ? 'for a claim that it names' : 'each for a claim that it names';
    return `${holders}. ${joinWords(movers)} left what most had said at first, ${each}.`;
  }
  const obstacles = listObstacles(answer, settlement, debate);
  const consent = settlement.label === 'accepted' ? ', and no seat rejects the decision' : '';
  if (obstacles.length === 0) return `${holders}${consent}.`;
  const isHeldByAll = seated.every((each) => isSame(getLastAnswer(each), answer));
  return `${holders}${consent}${isHeldByAll ? '. It is not called agreed: ' : '; '}${obstacles.join('; ')}.`;
}

/** Of blind answers without a majority only those that were ahead of all others could have come to stand. */
function describeNoMajority({ seated, question }: SettledDebate): string {
  const ahead = [...new Set(listAhead(seated).map((answer) => formatAnswer(question, answer)))];
  const none = 'The blind answers before the debate had no majority';
  if (ahead.length === 0) return `${none}, and none of them was ahead, so that none of them could stand.`;
  const [which, there] = ahead.length === 1 ? ['was ahead', 'it'] : ['count as the same and were ahead', 'them'];
  return `${none}. Of them only ${joinWords(ahead)}, which ${which}, could stand, if all seats came to ${there}, each for a claim that it names.`;
}

/** What the outcome means for this debate, with the split where nothing is settled. */
export function describeSettlement(settlement: Settlement, debate: SettledDebate): string {
  const { question, weigh } = debate;
  const { answer, label, reason, endings } = settlement;
  const why =
    answer === undefined
      ? reason === 'no-majority-at-first'
        ? describeNoMajority(debate)
        : (MEANINGS[reason] ?? 'No seat rejects the decision, which is not the same as agreeing.')
      : describeAnswer(answer, settlement, debate);
  const meaning = weigh === 'none' ? why : `Answers are weighted by ${weigh}. ${why}`;
  if (label !== 'not-settled' || reason === 'words' || question.answer === 'text') return meaning;
  const counts = endings.counts.map((each) => ({
    answer: formatAnswer(question, each.answer),
    votes: each.seats.length,
  }));
  return `${meaning} ${isAskedAgain(debate) ? 'At the end' : 'Answers'}: ${formatSplit(counts, endings.seated)}.`;
}
