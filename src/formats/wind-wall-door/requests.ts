// What each seat is asked for: a turn, a pick, a vote, a revision.

import type { Answer } from '../../domain/question/answer.ts';
import { formatAnswer } from '../../domain/question/format-answer.ts';
import { isClosed } from '../../domain/question/question.ts';
import { NO_CLAIMS } from '../common/claims/state.ts';
import { listUnanswered } from '../common/claims/unanswered.ts';
import { describeForm } from '../common/opinions/requests.ts';
import type { OpinionState } from '../common/opinions/state.ts';
import type { StepRequest } from '../define-format.ts';
import type { Cognition } from './cognition.ts';
import { DEBATERS, type Debater, LABELS, type Voter } from './seats.ts';
import { isLast, roundOf, type State } from './state.ts';

export const COGNITION_OF: Readonly<Record<Debater, Cognition>> = { wind: 'PATHOS', wall: 'ETHOS', door: 'LOGOS' };

export function createStep(
  seat: string,
  act: string,
  task: string,
  rest: Pick<StepRequest, 'id' | 'label' | 'values'>,
): StepRequest {
  return {
    ...rest,
    seat,
    act,
    task,
    data: act === 'turn' && seat in COGNITION_OF ? { cognition: COGNITION_OF[seat as Debater] } : {},
  };
}

/** What is asked for by a number or a probability is the case, whatever anybody does about it. */
function decisionTask({ opinions }: State): string {
  const kind = opinions?.question.answer;
  return kind === 'number' || kind === 'probability' ? 'conclude' : 'decide';
}

/** The topic may hold its answers without anybody having been asked for them. */
const OPEN =
  ' If the topic asks for yes or no, or names its possible answers, take these one by one. Else open two to four options that exclude one another, with doing nothing or removing something among them where that can be: if someone could do two of them next week without conflict, they are one option.';

/** What a strict debate refuses a turn for. */
const STRICT: Readonly<Record<Debater, string>> = {
  wind: ' Your turn needs a list of options and a question.',
  wall: ' Your turn needs two parts, headed `Evidence:` and `Verdict:`, in English whatever language you write in.',
  door: ' Your turn needs numbered lines.',
};

/** Wind opens alternatives only where nobody has said which there are. */
function describeShape({ opinions, options }: State, seat: Debater): string {
  const strict = options.strictCognition ? STRICT[seat] : '';
  if (seat !== 'wind') return strict;
  return `${describeOptions(opinions)}${strict}`;
}

function describeOptions(opinions: OpinionState | undefined): string {
  return opinions !== undefined && isClosed(opinions.question)
    ? ' The possible answers are given: take them one by one, and open no others.'
    : OPEN;
}

export function requestTurn(state: State, seat: Debater): StepRequest {
  const turn = state.turns + 1;
  const round = roundOf(turn);
  const rounds = state.options.rounds ?? state.options.maxRounds;
  const decides = seat === 'door' && isLast(state, turn);
  return createStep(seat, 'turn', decides ? decisionTask(state) : 'speak', {
    id: `turn-${turn}`,
    label: decides ? 'Door decides' : `${LABELS[seat]} speaks`,
    values: {
      seat: LABELS[seat] as string,
      round: String(round),
      rounds: String(rounds),
      open_claims: listUnanswered(state.numberedClaims ?? NO_CLAIMS, seat, (each) => LABELS[each] ?? each),
      ...(decides ? { answer_line: describeAnswerLine(state) } : { shape: describeShape(state, seat) }),
    },
  });
}

export function requestPick(state: State): StepRequest {
  const seats = DEBATERS.map((seat) => `${seat} (has spoken ${state.spoken[seat]} times)`).join(', ');
  return createStep('mediator', 'pick', 'pick', {
    id: `pick-${state.turns + 1}`,
    label: 'Mediator picks the next speaker',
    values: { seats },
  });
}

export function requestVotes(state: State, voters: readonly Voter[]): StepRequest[] {
  return voters
    .filter((seat) => state.ballot[seat] === undefined)
    .map((seat) =>
      createStep(seat, 'vote', 'vote', {
        id: `vote-${state.refinements + 1}-${seat}`,
        label: `${LABELS[seat]} votes`,
        values: { seat: LABELS[seat] as string },
      }),
    );
}

/** Whether a decision has to say which of the possible answers it gives. */
export function needsAnswerLine({ opinions, options }: State): boolean {
  return options.ballot && opinions !== undefined && isClosed(opinions.question);
}

function describeAnswerLine(state: State): string {
  if (!needsAnswerLine(state) || state.opinions === undefined) return '';
  return `The very last line is \`ANSWER: …\` with the answer that you decide for: ${describeForm(state.opinions.question)}.\n`;
}

/** Door writes the decision for the answer that the seats came to. */
export function requestCarryingOut({ question }: OpinionState, answer: Answer): StepRequest {
  return createStep('door', 'revision', 'carry-out', {
    id: 'carry-out',
    label: "Door writes the decision for the panel's answer",
    values: { answer: formatAnswer(question, answer) },
  });
}

export function requestRevision(state: State): StepRequest {
  return createStep('door', 'revision', 'refine', {
    id: `revision-${state.refinements + 1}`,
    label: 'Door revises the decision',
    values: {
      refinement: String(state.refinements + 1),
      max_refinements: String(state.options.maxRefinements),
      answer_line: describeAnswerLine(state),
    },
  });
}
