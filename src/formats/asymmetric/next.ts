// What is due: positions, a summary for semi-fresh seats, challenges, a review, the synthesis; or that it is over.
import type { EventData } from '../../domain/events.ts';
import type { Expendable, Next, Step } from '../format.ts';
import { CHALLENGE_SCHEMA, SYNTHESIS_SCHEMA } from './answers.ts';
import type { Stage } from './data.ts';
import type { Options } from './options.ts';
import { sampleChallenge, samplePosition, sampleSummary, sampleSynthesis } from './samples.ts';
import { CONVERGENCE, labelOf, REVIEWER, roleOf, seatsOf, sideOf } from './seats.ts';
import {
  challengesIn,
  initial,
  type Participant,
  pausedBefore,
  positionsIn,
  present,
  rejection,
  type State,
} from './state.ts';
import { languageOf, positionWords, targetsText, wordsOf } from './wording.ts';

const CLOSED_BY_RULES = 'rules';
const MINUTE_MS = 60_000;

type Rest = Pick<Step, 'id' | 'act' | 'task' | 'label'> & Partial<Step>;

function step(state: State, seat: string, { values = {}, ...rest }: Rest): Step {
  return {
    data: {},
    ...rest,
    seat,
    values: { language: languageOf(state.options), ...values },
    corrections: state.refused[seat] ?? [],
  };
}

function positionStep(state: State, seat: string): Step {
  const { options } = state;
  const role = roleOf(seat);
  const label = labelOf(options, seat);
  const active = role === 'semi-fresh' && options.delivery === 'active';
  return step(state, seat, {
    id: `position-${seat}`,
    act: 'position',
    task: role === 'semi-fresh' ? `position-${options.delivery === 'none' ? 'passive' : options.delivery}` : 'position',
    label: `${label} takes a position`,
    values: { words: positionWords(options) },
    ...(active ? { saidLast: true } : {}),
    sample: (subject) => samplePosition(label, role, subject),
  });
}

function summaryStep(state: State, seat: string): Step {
  const { options } = state;
  const selective = options.delivery === 'selective';
  return step(state, seat, {
    id: `summary-${seat}`,
    act: 'summary',
    task: selective ? 'summary-selective' : 'summary',
    label: `${labelOf(options, seat)} writes a summary for the semi-fresh side`,
    values: { words: String(wordsOf(options).summary) },
    sample: (subject) => sampleSummary(selective, subject),
  });
}

/** Seats whose positions can be challenged by this one. */
export function targetsOf({ participants }: State, seat: string): readonly string[] {
  return Object.keys(participants).filter((each) => each !== seat && participants[each]?.position !== undefined);
}

function challengeStep(state: State, seat: string): Step {
  const { options } = state;
  const label = labelOf(options, seat);
  const others = targetsOf(state, seat);
  const opponent = others.find((each) => sideOf(each) !== sideOf(seat)) ?? others[0] ?? seat;
  return step(state, seat, {
    id: `challenge-${seat}`,
    act: 'challenge',
    task: 'challenge',
    label: `${label} answers the other positions`,
    values: {
      targets: targetsText(state, others),
      example_target: opponent,
      points: String(wordsOf(options).points),
      words: String(wordsOf(options).challenge),
    },
    schema: CHALLENGE_SCHEMA,
    sample: () => sampleChallenge(label, opponent, sideOf(seat)),
  });
}

function reviewStep(state: State, stage: Stage): Step {
  return step(state, REVIEWER, {
    id: `review-${stage}`,
    act: 'review',
    task: 'review',
    label: `Reviewer reviews the ${stage === 'challenge' ? 'positions' : 'challenges'}`,
    data: { stage },
    values: { what: stage === 'challenge' ? 'positions' : 'challenges', next: stage },
    sample: () => 'APPROVE\n\nRehearsal: no model read this.',
  });
}

/** Points that count, on both sides. */
export function pointCount({ points }: State): { readonly points: number; readonly agreements: number } {
  const { experienced, fresh } = points;
  return { points: experienced.points + fresh.points, agreements: experienced.agreements + fresh.agreements };
}

function convergeStep(state: State): Step {
  const { points } = pointCount(state);
  return step(state, CONVERGENCE, {
    id: 'converge',
    act: 'converge',
    task: 'converge',
    label: 'The convergence seat writes the synthesis',
    values: { points: String(points), words: String(wordsOf(state.options).synthesis) },
    schema: SYNTHESIS_SCHEMA,
    sample: (subject) => sampleSynthesis(points, subject),
  });
}

/** Whether all experienced seats that are there have given their positions. */
function experiencedIn(state: State): boolean {
  return present(state).every(([, { side, position }]) => side === 'fresh' || position !== undefined);
}

function summariser(state: State): string | undefined {
  return present(state).find(([, { side, position }]) => side === 'experienced' && position !== undefined)?.[0];
}

/** A name that whoever joins next can take. */
function freePlace({ options, participants }: State): string | undefined {
  return seatsOf(options).find(({ id, joinable }) => joinable === true && participants[id] === undefined)?.id;
}

function positionSteps(state: State): readonly Step[] {
  const { joining } = state.options;
  const open = present(state)
    .filter(([, { late, position }]) => !late && position === undefined)
    .map(([seat]) => seat);
  const told = joining || state.summary !== undefined;
  const semiFresh = open.filter((seat) => roleOf(seat) === 'semi-fresh');
  const ready = open.filter((seat) => told || !semiFresh.includes(seat)).map((seat) => positionStep(state, seat));
  if (!told && semiFresh.length > 0 && experiencedIn(state)) {
    const seat = summariser(state);
    return seat === undefined ? ready : [...ready, summaryStep(state, seat)];
  }
  const place = ready.length === 0 && joining ? freePlace(state) : undefined;
  return place === undefined ? ready : [positionStep(state, place)];
}

function challengeSteps(state: State): readonly Step[] {
  const open = present(state).filter(([, { challenged }]) => !challenged);
  const steps = open.map(([seat]) => challengeStep(state, seat));
  return state.options.joining ? [...steps, convergeStep(state)] : steps;
}

function close(outcome: EventData<'debate-closed'>['outcome'], turn: number | undefined): Next {
  const decision = turn === undefined ? null : { turn };
  return { kind: 'close', close: { outcome, decision, warnings: [], by: CLOSED_BY_RULES } };
}

/** What the figures say; a synthesis describes the disagreement and does not end it. */
function closing(state: State): Next {
  const { points, agreements } = pointCount(state);
  const synthesis = state.converged?.written === true ? state.converged.seq : undefined;
  if (points === 0) return close('decided', synthesis);
  return close(points === agreements ? 'agreed' : 'stable-disagreement', synthesis);
}

export function next(state: State): Next {
  if (state.ended !== undefined) return { kind: 'over' };
  const rejected = rejection(state);
  if (rejected !== undefined) return close('stable-disagreement', rejected.seq);
  const ask = (steps: readonly Step[]): Next => ({ kind: 'ask', steps });
  if (!positionsIn(state)) {
    const steps = positionSteps(state);
    // A side has gone, and nobody can come in its place.
    const gone = steps.length === 0 || !present(state).some(([, { side }]) => side === 'experienced');
    return gone ? close('stopped-by-limit', undefined) : ask(steps);
  }
  if (pausedBefore(state, 'challenge')) return ask([reviewStep(state, 'challenge')]);
  if (!challengesIn(state)) return ask(challengeSteps(state));
  if (pausedBefore(state, 'convergence')) return ask([reviewStep(state, 'convergence')]);
  const { synthesis } = state.options;
  if (synthesis && state.converged === undefined && !state.convergenceLeft) return ask([convergeStep(state)]);
  return closing(state);
}

export function isDue(state: State, seat: string, act: string): boolean {
  const due = next(state);
  return due.kind === 'ask' && due.steps.some((each) => each.seat === seat && each.act === act);
}

function mayLeave(state: State, seat: string, { side }: Participant): boolean {
  if (state.options.joining) return true;
  return present(state).some(([other, each]) => other !== seat && each.side === side);
}

function later(one: string, other: string): string {
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
    if (participant === undefined || !mayLeave(state, seat, participant)) return [];
    const since = later(participant.since, state.phaseSince.at);
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

export function sampleStep(options: Options, seat: string): Step {
  const start = initial(options);
  if (seat === REVIEWER) return reviewStep(start, options.pauseAt ?? 'challenge');
  return seat === CONVERGENCE ? convergeStep(start) : positionStep(start, seat);
}
