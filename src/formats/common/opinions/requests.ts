// What seats are asked for beside the turns of their format: openings, a look at openings that all agree, ballots.
import { formatAnswer } from '../../../domain/question/answer.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import type { StepRequest } from '../../define-format.ts';
import type { SeatSpec } from '../../format.ts';
import { answerFormOf } from './answers.ts';
import { sampleBallot, sampleChallenge, sampleOpening } from './samples.ts';
import { listUnballoted, listUnopened, type OpinionState, tallyOpenings } from './state.ts';

const FORMS: Readonly<Record<Question['answer'], string>> = {
  'yes-no': '"Yes" or "No"',
  choice: 'the number or the words of one of the possible answers',
  ranking: 'the numbers of all possible answers, the best first, such as "2 > 1 > 3"',
  number: 'a number, with the range that you would bet on, such as "12.5 (10 to 15)"',
  probability: 'a probability in percent, from "0" to "100"',
  text: 'your answer in one or two sentences, so concrete that someone could show it to be wrong',
};

const WAYS_OUT = '; or "none of these" if the question is put wrongly, or "not enough to say"';

/** How the answer is to be written. */
export function describeForm(question: Question): string {
  return `${FORMS[question.answer]}${isClosed(question) ? WAYS_OUT : ''}`;
}

function labelOf(specs: readonly SeatSpec[], seat: string): string {
  return specs.find(({ id }) => id === seat)?.label ?? seat;
}

export function requestOpenings(state: OpinionState, specs: readonly SeatSpec[]): readonly StepRequest[] {
  return listUnopened(state).map((seat) => ({
    id: `opening-${seat}`,
    seat,
    act: 'opening',
    task: 'opening',
    label: `${labelOf(specs, seat)} gives an opening`,
    values: { form: describeForm(state.question) },
    schema: answerFormOf('opening'),
    sample: (subject) => sampleOpening(state, seat, subject),
  }));
}

export function requestChallenge(state: OpinionState, specs: readonly SeatSpec[], seat: string): StepRequest {
  const { leader } = tallyOpenings(state);
  return {
    id: 'challenge-agreement',
    seat,
    act: 'challenge-agreement',
    task: 'challenge-agreement',
    label: `${labelOf(specs, seat)} challenges the agreement`,
    values: { answer: leader === undefined ? '' : formatAnswer(state.question, leader) },
    schema: answerFormOf('challenge'),
    sample: () => sampleChallenge(),
  };
}

/** `number`: which ballot of the debate it is, from 1. */
export function requestBallots(
  state: OpinionState,
  specs: readonly SeatSpec[],
  rules: { readonly votes?: boolean },
  number: number,
): readonly StepRequest[] {
  const votes = rules.votes === true;
  return listUnballoted(state).map((seat) => ({
    id: `ballot-${number}-${seat}`,
    seat,
    act: 'ballot',
    task: votes ? 'ballot-and-vote' : 'ballot',
    label: votes ? `${labelOf(specs, seat)} answers and votes` : `${labelOf(specs, seat)} gives a final answer`,
    values: { form: describeForm(state.question) },
    schema: answerFormOf(votes ? 'vote' : 'ballot'),
    sample: (subject) => sampleBallot(state, seat, votes, subject),
  }));
}
