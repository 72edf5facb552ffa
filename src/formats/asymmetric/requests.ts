// What each seat is asked for: a position, a summary, challenges, a review, the synthesis.
import { listUnanswered } from '../common/claims/unanswered.ts';
import type { StepRequest } from '../define-format.ts';
import { CHALLENGE_SCHEMA, REPLIES_SCHEMA, SYNTHESIS_SCHEMA } from './answers.ts';
import type { Stage } from './data.ts';
import { budgetOf, formatTargets, languageOf, positionWords } from './placeholders.ts';
import { sampleChallenge, samplePosition, sampleSummary, sampleSynthesis } from './samples.ts';
import { CONVERGENCE, labelOf, REVIEWER, roleOf, sideOf } from './seats.ts';
import { nameSpeaker, nameTarget } from './speakers.ts';
import { listKnownClaims, type State } from './state.ts';

type Rest = Pick<StepRequest, 'id' | 'act' | 'task' | 'label'> & Partial<StepRequest>;

export function requestPosition(state: State, seat: string): StepRequest {
  const { options } = state;
  const role = roleOf(seat);
  const label = labelOf(options, seat);
  const active = role === 'semi-fresh' && options.delivery === 'active';
  return createStep(state, seat, {
    id: `position-${seat}`,
    act: 'position',
    task: role === 'semi-fresh' ? `position-${options.delivery === 'none' ? 'passive' : options.delivery}` : 'position',
    label: `${label} takes a position`,
    values: { words: positionWords(options) },
    ...(active ? { saidLast: true } : {}),
    sample: (subject) => samplePosition(label, role, subject),
  });
}

export function requestSummary(state: State, seat: string): StepRequest {
  const { options } = state;
  const selective = options.delivery === 'selective';
  return createStep(state, seat, {
    id: `summary-${seat}`,
    act: 'summary',
    task: selective ? 'summary-selective' : 'summary',
    label: `${labelOf(options, seat)} writes a summary for the semi-fresh side`,
    values: { words: String(budgetOf(options).summary) },
    sample: (subject) => sampleSummary(selective, subject),
  });
}

/** Seats whose positions can be challenged by this one. */
export function listTargets({ participants }: State, seat: string): readonly string[] {
  return Object.keys(participants).filter((each) => each !== seat && participants[each]?.position !== undefined);
}

export function requestChallenge(state: State, seat: string): StepRequest {
  const { options } = state;
  const label = labelOf(options, seat);
  const others = listTargets(state, seat);
  const opponent = others.find((each) => sideOf(each) !== sideOf(seat)) ?? others[0] ?? seat;
  return createStep(state, seat, {
    id: `challenge-${seat}`,
    act: 'challenge',
    task: 'challenge',
    label: `${label} answers the other positions`,
    values: {
      targets: formatTargets(state, others),
      example_target: nameTarget(state, opponent),
      points: String(budgetOf(options).points),
      words: String(budgetOf(options).challenge),
      open_claims: listUnanswered(listKnownClaims(state), seat, (each) => nameSpeaker(state, each)),
    },
    schema: state.numberedClaims === undefined ? CHALLENGE_SCHEMA : REPLIES_SCHEMA,
    sample: () => sampleChallenge(label, opponent, sideOf(seat)),
  });
}

export function requestReview(state: State, stage: Stage): StepRequest {
  return createStep(state, REVIEWER, {
    id: `review-${stage}`,
    act: 'review',
    task: 'review',
    label: `Reviewer reviews the ${stage === 'challenge' ? 'positions' : 'challenges'}`,
    data: { stage },
    values: { what: stage === 'challenge' ? 'positions' : 'challenges', next: stage },
    sample: () => 'APPROVE\n\nRehearsal: no model read this.',
  });
}

export function requestSynthesis(state: State): StepRequest {
  const { points } = countPoints(state);
  return createStep(state, CONVERGENCE, {
    id: 'converge',
    act: 'converge',
    task: 'converge',
    label: 'The convergence seat writes the synthesis',
    values: { points: String(points), words: String(budgetOf(state.options).synthesis) },
    schema: SYNTHESIS_SCHEMA,
    sample: (subject) => sampleSynthesis(points, subject),
  });
}

/** Points that count, on both sides. */
export function countPoints({ points }: State): { readonly points: number; readonly agreements: number } {
  const { experienced, fresh } = points;
  return { points: experienced.points + fresh.points, agreements: experienced.agreements + fresh.agreements };
}

export function createStep(state: State, seat: string, { values = {}, ...rest }: Rest): StepRequest {
  return {
    ...rest,
    seat,
    values: { language: languageOf(state.options), ...values },
  };
}
