// The points of a challenge, or of what a review puts in its place: how they are read, and how they read.
import { isBlank } from '../../domain/answers/nothing.ts';
import type { RuleData } from '../../domain/event-parts.ts';
import { ACTIONS, type Action } from '../../domain/results/asymmetric-result.ts';
import { claimName } from '../common/claims/state.ts';
import { inOneParagraph } from '../common/wording.ts';
import type { ActContext, ActReading } from '../define-act.ts';
import { type AnsweredPoint, type ChallengeAnswer, MOVE_OF, readSpokenAction, toAction } from './answers.ts';
import type { Moves } from './data.ts';
import { getOverview, type Overview, type StandingPoint } from './overview.ts';
import { labelSeat } from './setup.ts';
import { findSpeaker, nameSpeaker, nameTarget } from './speakers.ts';
import type { State } from './state.ts';
import { readsNames } from './words.ts';

/** More than anyone reads, and few enough for a record. */
const MOST_POINTS = 50;

const refuse = (...fatal: string[]): ActReading<Moves> => ({ data: [], fatal });

/** `allowed`: the seats, and the names by which whoever answers knows them. */
interface Allowed {
  readonly seats: readonly string[];
  readonly names: readonly string[];
}

function checkTarget(state: State, name: string, { seats, names }: Allowed): string | undefined {
  const seat = findSpeaker(state, name);
  return seat !== undefined && seats.includes(seat)
    ? undefined
    : `This seat cannot answer the position "${name}"; it can answer ${names.join(', ')}.`;
}

function readAnsweredPoints(state: State, said: readonly AnsweredPoint[], allowed: Allowed): ActReading<Moves> {
  const issues = said.flatMap(({ point, target }, index) => [
    ...(isBlank(point) ? [`Point ${index + 1} says nothing.`] : []),
    ...[target === null ? undefined : checkTarget(state, target, allowed)].flatMap((issue) =>
      issue === undefined ? [] : [`Point ${index + 1}: ${issue}`],
    ),
  ]);
  if (said.length === 0) issues.push('There are no points; answer at least one, even if only to concede it.');
  if (said.length > MOST_POINTS) issues.push(`There are ${said.length} points; at most ${MOST_POINTS} are taken.`);
  const moves = said.map((point) => ({
    action: toAction(point),
    target: point.target === null ? null : (findSpeaker(state, point.target) ?? null),
  }));
  return { data: moves, fatal: issues };
}

function isAction(value: unknown): value is Action {
  return (ACTIONS as readonly unknown[]).includes(value);
}

/** The one move that plain words are, as it is said beside them or as they begin; recorded data says it in the list. */
function readExplicitMove(data: RuleData, plain: string): Moves[number] | { readonly issue: string } {
  const [recorded] = Array.isArray(data['points']) ? data['points'] : [];
  const given = (typeof recorded === 'object' && recorded !== null ? recorded : data) as RuleData;
  const { action = readSpokenAction(plain), target = null } = given;
  if (!isAction(action)) {
    const known = ACTIONS.join(', ');
    return {
      issue:
        action === undefined
          ? `Plain text needs an action, one of ${known}: begin with "agree:".`
          : `Unknown action "${String(action)}"; choose from ${known}.`,
    };
  }
  if (target !== null && typeof target !== 'string') return { issue: 'A target must be the name of a seat.' };
  return { action, target };
}

/** `seats`: those whose positions can be answered. */
export function readPoints(
  state: State,
  answer: ChallengeAnswer,
  { data, byHand, seats }: { readonly data: RuleData; readonly byHand: boolean; readonly seats: readonly string[] },
): ActReading<Moves> {
  const allowed = { seats, names: byHand ? seats : seats.map((seat) => nameTarget(state, seat)) };
  if ('points' in answer) return readAnsweredPoints(state, answer.points, allowed);
  const named = readExplicitMove(data, answer.plain);
  if ('issue' in named) return refuse(named.issue);
  const { action, target } = named;
  const issue = target === null ? undefined : checkTarget(state, target, allowed);
  if (issue !== undefined) return refuse(issue);
  return { data: [{ action, target: target === null ? null : (findSpeaker(state, target) ?? null) }] };
}

export function describeTarget({ options }: Overview, { target }: Pick<StandingPoint, 'target'>): string {
  return target === null ? 'the other side' : labelSeat(options, target);
}

/** "propose_alternative" as people read it. */
export function spellOut(name: string): string {
  return name.replaceAll('_', ' ');
}

function formatPointHead(
  account: Overview,
  { index, action, category, target, as, claim }: StandingPoint,
  isNamed: boolean,
): string {
  const name = as === undefined ? '' : ` (${claimName(as)})`;
  const about = claim === undefined ? '' : `, on ${claimName(claim)}`;
  const what = `Point ${index}${name}: ${isNamed ? spellOut(action) : MOVE_OF[action]}${about}`;
  if (isNamed) return `${what}, to ${describeTarget(account, { target })} (${spellOut(category)})`;
  return `${what}, to ${target === null ? 'the other positions' : nameSpeaker(account, target)}`;
}

function formatPoint(account: Overview, point: StandingPoint, isNamed: boolean): string {
  const { said } = point;
  const head = formatPointHead(account, point, isNamed);
  if (said === undefined) return head;
  const { reason, resolution } = said;
  return [
    head,
    inOneParagraph(said.point),
    ...(isBlank(reason) ? [] : [`Reason: ${inOneParagraph(reason)}`]),
    ...(resolution === null || resolution === said.point ? [] : [`Resolution: ${inOneParagraph(resolution)}`]),
  ].join('\n\n');
}

/** Those of this event; `undefined` where none of them stands any more. */
export function formatPoints(seq: number, history: Pick<ActContext<State>, 'log' | 'step'>): string | undefined {
  const account = getOverview(history);
  const points = account.points.filter((point) => point.seq === seq);
  const isNamed = readsNames(history);
  return points.length === 0 ? undefined : points.map((point) => formatPoint(account, point, isNamed)).join('\n\n');
}
