// What a debate came to by the one rule, in words: the same at every door.
import { formatAnswer } from '../question/format-answer.ts';
import type { Question } from '../question/question.ts';
import type { Reason, Settlement } from '../question/settle.ts';
import { formatSplit } from './format-split.ts';

/** What each reason promises, and no more. */
const MEANINGS: Readonly<Record<Reason, string>> = {
  'same-from-the-start': 'Every seat gave this answer by itself, before it read another one.',
  'same-after-the-debate':
    'Every seat gave this answer in a blind ballot, and each that gave up what most had said at first names the claim that moved it.',
  'same-in-the-end': 'Every seat ends with this answer, but not every seat is known to have come to it by itself.',
  'none-rejects': 'No seat rejects the decision, which is not the same as agreeing: some would have chosen otherwise.',
  'most-hold-it':
    'More than half of the seats gave this answer by themselves and hold it in the end; others do not, or reject the decision.',
  'all-own': 'Every seat says that the decision is its own answer; whether their words say the same, no rule compares.',
  'most-do-not-reject': 'More than half of the seats hold or accept the decision; the others do not.',
  'no-majority': 'No answer is held by more than half of the seats.',
  'no-majority-at-first':
    'The blind answers before the debate had no majority. Only the one that was ahead could stand, if all seats came to it, each for a claim that it names.',
  'most-abstain': 'At least half of the seats gave no answer.',
  'doubt-left-without-claim':
    'An answer has a majority only with seats that gave up their doubt and name no claim that moved them.',
  'majority-left-without-claim':
    'Most seats end with another answer than most gave at first. Only all of them could overturn that, each for a claim that it names.',
  'text-rejected': 'More than half of the seats do not stand behind the decision.',
  words: 'The answers are in words, which no rule compares.',
};

/** What the outcome means for this debate, with the split where nothing is settled. */
export function describeSettlement(
  { label, reason, endings }: Pick<Settlement, 'label' | 'reason' | 'endings'>,
  question: Question,
  weigh: string,
): string {
  const meaning = weigh === 'none' ? MEANINGS[reason] : `Answers are weighted by ${weigh}. ${MEANINGS[reason]}`;
  if (label !== 'not-settled' || reason === 'words' || question.answer === 'text') return meaning;
  const counts = endings.counts.map(({ answer, seats }) => ({
    answer: formatAnswer(question, answer),
    votes: seats.length,
  }));
  return `${meaning} At the end: ${formatSplit(counts, endings.seated)}.`;
}
