import { isClosed } from '../../domain/question/question.ts';
import { settlePoints } from '../../domain/question/settle.ts';
import { closeByRules } from '../common/closing.ts';
import { settle } from '../common/opinions/settlement.ts';
import type { DueSteps, StepRequest } from '../define-format.ts';
import type { Expendable } from '../format.ts';
import type { Options } from './options.ts';
import {
  countPoints,
  requestChallenge,
  requestPosition,
  requestReview,
  requestSummary,
  requestSynthesis,
} from './requests.ts';
import { CONVERGENCE, REVIEWER, roleOf, seatsOf } from './seats.ts';
import {
  findRejection,
  hasAllChallenges,
  hasAllPositions,
  initial,
  isPausedBefore,
  listPresent,
  type Participant,
  type State,
} from './state.ts';

const MINUTE_MS = 60_000;

/** Whether all experienced seats that are there have given their positions. */
function hasExperiencedPositions(state: State): boolean {
  return listPresent(state).every(([, { side, position }]) => side === 'fresh' || position !== undefined);
}

function findSummariser(state: State): string | undefined {
  return listPresent(state).find(([, { side, position }]) => side === 'experienced' && position !== undefined)?.[0];
}

/** A name that whoever joins next can take. */
function findFreeSeat({ options, participants }: State): string | undefined {
  return seatsOf(options).find(({ id, joinable }) => joinable === true && participants[id] === undefined)?.id;
}

function requestPositions(state: State): readonly StepRequest[] {
  const { joining } = state.options;
  const open = listPresent(state)
    .filter(([, { late, position }]) => !late && position === undefined)
    .map(([seat]) => seat);
  const isSummarized = joining || state.summary !== undefined;
  const semiFresh = open.filter((seat) => roleOf(seat) === 'semi-fresh');
  const ready = open
    .filter((seat) => isSummarized || !semiFresh.includes(seat))
    .map((seat) => requestPosition(state, seat));
  if (!isSummarized && semiFresh.length > 0 && hasExperiencedPositions(state)) {
    const seat = findSummariser(state);
    return seat === undefined ? ready : [...ready, requestSummary(state, seat)];
  }
  const place = ready.length === 0 && joining ? findFreeSeat(state) : undefined;
  return place === undefined ? ready : [requestPosition(state, place)];
}

function requestChallenges(state: State): readonly StepRequest[] {
  const open = listPresent(state).filter(([, { challenged }]) => !challenged);
  const steps = open.map(([seat]) => requestChallenge(state, seat));
  return state.options.joining ? [...steps, requestSynthesis(state)] : steps;
}

/** A synthesis describes the disagreement and does not end it. Words cannot be compared, so for them the points count. */
function closeByFigures(state: State): DueSteps {
  const { opinions, converged } = state;
  const synthesis = converged?.written === true ? converged.seq : undefined;
  const hasBallot = opinions?.options.ballot === true;
  const isCompared = hasBallot && isClosed(opinions.question);
  const outcome = isCompared ? settle({ ...state, opinions }).label : settlePoints(countPoints(state), hasBallot);
  return closeByRules(outcome, synthesis);
}

export function next(state: State): DueSteps {
  if (state.ended !== undefined) return { kind: 'over' };
  const rejected = findRejection(state);
  if (rejected !== undefined) return closeByRules('stable-disagreement', rejected.seq);
  const ask = (steps: readonly StepRequest[]): DueSteps => ({ kind: 'ask', steps });
  if (!hasAllPositions(state)) {
    const steps = requestPositions(state);
    // A side has gone, and nobody can come in its place.
    const gone = steps.length === 0 || !listPresent(state).some(([, { side }]) => side === 'experienced');
    return gone ? closeByRules('stopped-by-limit') : ask(steps);
  }
  if (isPausedBefore(state, 'challenge')) return ask([requestReview(state, 'challenge')]);
  if (!hasAllChallenges(state)) return ask(requestChallenges(state));
  if (isPausedBefore(state, 'convergence')) return ask([requestReview(state, 'convergence')]);
  const { synthesis } = state.options;
  if (synthesis && state.converged === undefined && !state.convergenceLeft) return ask([requestSynthesis(state)]);
  return closeByFigures(state);
}

export function isDue(state: State, seat: string, act: string): boolean {
  const due = next(state);
  return due.kind === 'ask' && due.steps.some((each) => each.seat === seat && each.act === act);
}

function canLeave(state: State, seat: string, { side }: Participant): boolean {
  if (state.options.joining) return true;
  return listPresent(state).some(([other, each]) => other !== seat && each.side === side);
}

function pickLater(one: string, other: string): string {
  return one > other ? one : other;
}

/** Every seat that is due, where its side has another one or others may still join; the synthesis can always be missed. */
export function expendable(state: State): readonly Expendable[] {
  const due = next(state);
  if (due.kind !== 'ask') return [];
  const { joining, deadlineMinutes } = state.options;
  return due.steps.flatMap(({ seat }): Expendable[] => {
    if (seat === CONVERGENCE) return joining ? [] : [{ seat, since: state.phaseSince.at, deadlineMs: null }];
    const participant = state.participants[seat];
    if (participant === undefined || !canLeave(state, seat, participant)) return [];
    const since = pickLater(participant.since, state.phaseSince.at);
    return [{ seat, since, deadlineMs: deadlineMinutes === null ? null : deadlineMinutes * MINUTE_MS }];
  });
}

/** A reviewer may end the debate at the pause; a review counts as a call, as an agent may be asked for it by name. */
export function calls({ deepN, freshN, freshRole, synthesis, pauseAt, joining }: Options) {
  const seats = joining ? 2 : deepN + freshN;
  const positions = seats + (freshRole === 'semi-fresh' && !joining ? 1 : 0);
  const review = pauseAt === null ? 0 : 1;
  const atMost = positions + seats + review + (synthesis ? 1 : 0);
  if (pauseAt === null) return { atLeast: atMost, atMost };
  return { atLeast: positions + review + (pauseAt === 'convergence' ? seats : 0), atMost };
}

export function sampleStep(options: Options, seat: string): StepRequest {
  const start = initial(options);
  if (seat === REVIEWER) return requestReview(start, options.pauseAt ?? 'challenge');
  return seat === CONVERGENCE ? requestSynthesis(start) : requestPosition(start, seat);
}
