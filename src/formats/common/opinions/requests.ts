// What seats are asked for beside the turns of their format: openings, a look at openings that all agree, ballots.
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { areNumbered } from '../../../domain/question/options.ts';
import { isClosed, type Question } from '../../../domain/question/question.ts';
import type { StepRequest } from '../../define-format.ts';
import type { SeatSpec } from '../../format.ts';
import type { Claims } from '../claims/state.ts';
import { answerFormOf } from './answer-forms.ts';
import { sampleBallot, sampleChallenge, sampleOpening } from './samples.ts';
import { nameMovingClaims } from './settlement.ts';
import { listUnballoted, listUnopened, type OpinionState, tallyOpenings } from './state.ts';

/** No example has a value, which seats would lean to. */
const RANKING_FORM = '"<best> > <next> > …"';
const NUMBER_FORM = '"<number> (<low> to <high>)"';

const FORMS: Readonly<Record<Question['answer'], (question: Question) => string>> = {
  'yes-no': () => '"Yes" or "No"',
  choice: (question) => `the ${areNumbered(question) ? 'number or the words' : 'words'} of one of the possible answers`,
  ranking: (question) =>
    `all possible answers, ${areNumbered(question) ? 'by number' : 'in their words'}, the best first, in the form ${RANKING_FORM}`,
  number: ({ unit }) =>
    `a number in digits${unit === undefined ? ', without a unit' : `, in ${unit}`}, with the range that you would bet on, in the form ${NUMBER_FORM}`,
  probability: () => 'a probability in percent',
  text: () => 'your answer in one or two sentences, so concrete that someone could show it to be wrong',
};

const WAYS_OUT = '; or "none of these" if the question is put wrongly, or "not enough to say"';

/** How the answer is to be written. */
export function describeForm(question: Question): string {
  return `${FORMS[question.answer](question)}${isClosed(question) ? WAYS_OUT : ''}`;
}

/** What a confidence means, by what a blind guess would be worth. */
function describeScale({ answer, options }: Question): string {
  const meaning = 'Of all answers that you are this sure of, this share should turn out right.';
  if (answer !== 'choice' && answer !== 'yes-no') return meaning;
  const guess = Math.round(100 / options.length);
  return `With ${options.length} possible answers, a blind guess is right about ${guess}% of the time. ${meaning}`;
}

/** The answers that a person can choose from, or how to write one. */
function describeChoice(question: Question): string {
  const { answer, options } = question;
  if (answer !== 'choice' && answer !== 'ranking') return describeForm(question);
  const listed = options
    .map((option, index) => (areNumbered(question) ? `${index + 1} ${option}` : `"${option}"`))
    .join(', ');
  return answer === 'choice' ? `${listed}${WAYS_OUT}` : `${listed}, the best first${WAYS_OUT}`;
}

/** How somebody may write an answer in a line of its own. */
const lineOf = ({ answer }: Question) =>
  answer === 'probability'
    ? 'first your answer, "<0-100>%"'
    : 'first your answer and how sure you are, "<your answer>, <0-100>%"';

const plainOpening = (question: Question) =>
  `Your own answer: ${describeChoice(question)}. Plain lines will do: ${lineOf(question)}; then one to three lines with the claims it rests on; then, if you like, "Change my mind: …".`;

/** The claims that a seat can name, as it reads them. */
const listNames = (claims: readonly string[]) => (claims.length === 0 ? 'none' : claims.join(', '));

const plainBallot = (question: Question, votes: boolean, claims: readonly string[]) =>
  `Your own answer, whatever was decided: ${describeChoice(question)}. Plain lines will do: ${lineOf(question)}; then your reason; "Moved by: …" with the one claim that changed your answer, out of ${listNames(claims)}${
    votes ? '; "Vote: own", "Vote: accept" or "Vote: reject" on the decision; "Objection: …" if you reject it' : ''
  }.`;

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
    asItself: true,
    values: { form: describeForm(state.question), scale: describeScale(state.question), language: state.language },
    schema: answerFormOf('opening'),
    plainForm: plainOpening(state.question),
    sample: (subject) => sampleOpening(state, seat, subject),
  }));
}

export function requestChallenge(state: OpinionState, specs: readonly SeatSpec[], seat: string): StepRequest {
  const { majority } = tallyOpenings(state);
  return {
    id: 'challenge-agreement',
    seat,
    act: 'challenge-agreement',
    task: 'challenge-agreement',
    label: `${labelOf(specs, seat)} challenges the agreement`,
    values: {
      answer: majority === undefined ? '' : formatAnswer(state.question, majority),
      language: state.language,
    },
    asItself: true,
    schema: answerFormOf('challenge'),
    plainForm: 'Plain lines will do: the strongest case against the answer, or "None" if it holds.',
    sample: (subject) => sampleChallenge(state, subject),
  };
}

/** The form of a ballot in which only these claims can be named. */
function ballotFormOf(votes: boolean, claims: readonly string[]): JsonSchema {
  const { properties, ...form } = answerFormOf(votes ? 'vote' : 'ballot') as JsonSchema & {
    readonly properties: object;
  };
  const nothing = { type: 'null' };
  const named = claims.length === 0 ? nothing : { anyOf: [{ type: 'string', enum: [...claims] }, nothing] };
  return { ...form, properties: { ...properties, moved_by: named } };
}

interface BallotRequest {
  readonly votes: boolean;
  /** All of the debate. */
  readonly claims: Claims | undefined;
  /** Which ballot of the debate it is, from 1. */
  readonly number: number;
  /** Who keeps its answer in a rehearsal. */
  readonly dissenter: string | undefined;
}

export function requestBallots(
  state: OpinionState,
  specs: readonly SeatSpec[],
  { votes, claims, number, dissenter }: BallotRequest,
): readonly StepRequest[] {
  return listUnballoted(state).map((seat) => {
    const named = nameMovingClaims(claims, seat);
    return {
      id: `ballot-${number}-${seat}`,
      seat,
      act: 'ballot',
      task: votes ? 'ballot-and-vote' : 'ballot',
      label: votes ? `${labelOf(specs, seat)} answers and votes` : `${labelOf(specs, seat)} gives a final answer`,
      asItself: true,
      values: {
        form: describeForm(state.question),
        scale: describeScale(state.question),
        language: state.language,
        claims: listNames(named),
      },
      schema: ballotFormOf(votes, named),
      plainForm: plainBallot(state.question, votes, named),
      sample: (subject) => sampleBallot(state, seat, { votes, named, keeps: seat === dissenter }, subject),
    };
  });
}
