// Reads the points of a challenge: each one a move of its own. What an agent means stands in its answer alone; a person may
// write plain words and say outright what kind of move they are.
import type { RuleData } from '../../../domain/events.ts';
import { type AnsweredPoint, actionOf, readChallenge } from '../answers.ts';
import { ACTIONS, type Action } from '../convergence.ts';
import { findSpeaker, nameTarget } from '../speakers.ts';
import type { State } from '../state.ts';

type ReadPoints =
  | {
      readonly ok: true;
      readonly moves: readonly { readonly action: Action; readonly target: string | null }[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly string[] };

/** More than anyone reads, and few enough for a record. */
const MOST_POINTS = 50;

interface ExplicitMove {
  readonly action: Action;
  readonly target: string | null;
}

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

function readAnsweredPoints(state: State, said: readonly AnsweredPoint[], allowed: Allowed): ReadPoints {
  const issues = said.flatMap(({ point, target }, index) => [
    ...(point.trim() === '' ? [`Point ${index + 1} says nothing.`] : []),
    ...[target === null ? undefined : checkTarget(state, target, allowed)].flatMap((issue) =>
      issue === undefined ? [] : [`Point ${index + 1}: ${issue}`],
    ),
  ]);
  if (said.length === 0) issues.push('There are no points; answer at least one, even if only to concede it.');
  if (said.length > MOST_POINTS) issues.push(`There are ${said.length} points; at most ${MOST_POINTS} are taken.`);
  if (issues.length > 0) return { ok: false, issues };
  const moves = said.map((point) => ({
    action: actionOf(point),
    target: point.target === null ? null : (findSpeaker(state, point.target) ?? null),
  }));
  return { ok: true, moves, warnings: [] };
}

function isAction(value: unknown): value is Action {
  return (ACTIONS as readonly unknown[]).includes(value);
}

/** The one move that plain words are, as it is said beside them; recorded data says it in the list. */
function readExplicitMove(data: RuleData): ExplicitMove | { readonly issue: string } {
  const [recorded] = Array.isArray(data['points']) ? data['points'] : [];
  const given = (typeof recorded === 'object' && recorded !== null ? recorded : data) as RuleData;
  const { action, target = null } = given;
  if (!isAction(action)) {
    const known = ACTIONS.join(', ');
    return {
      issue:
        action === undefined
          ? `Plain text needs an action: one of ${known}.`
          : `Unknown action "${String(action)}"; choose from ${known}.`,
    };
  }
  if (target !== null && typeof target !== 'string') return { issue: 'A target must be the name of a seat.' };
  return { action, target };
}

/** `allowed`: seats whose positions can be answered. */
export function readPoints(
  state: State,
  { text, data, byHand, allowed: seats }: { text: string; data: RuleData; byHand: boolean; allowed: readonly string[] },
): ReadPoints {
  const allowed = { seats, names: byHand ? seats : seats.map((seat) => nameTarget(state, seat)) };
  const answer = readChallenge(text);
  if (answer.ok) {
    const read = readAnsweredPoints(state, answer.value.points, allowed);
    return read.ok ? { ...read, warnings: answer.repairs } : read;
  }
  if (!byHand) return { ok: false, issues: answer.issues };
  const named = readExplicitMove(data);
  if ('issue' in named) return { ok: false, issues: [named.issue] };
  const issue = named.target === null ? undefined : checkTarget(state, named.target, allowed);
  if (issue !== undefined) return { ok: false, issues: [issue] };
  const target = named.target === null ? null : (findSpeaker(state, named.target) ?? null);
  return { ok: true, moves: [{ action: named.action, target }], warnings: [] };
}
