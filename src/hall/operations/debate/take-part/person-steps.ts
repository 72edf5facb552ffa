// What only a person can do next: the steps of seats that no program fills, and how they are answered.
import { defined } from '../../../../domain/defined.ts';
import { isForPeople } from '../../../../domain/event-parts.ts';
import { isEvent } from '../../../../domain/events.ts';
import type { AnyFormat, Step } from '../../../../formats/format.ts';
import { listDueSteps, type Snapshot } from '../../../../ledger/engine/snapshot.ts';

export function listPersonSteps(snapshot: Snapshot): readonly Step[] {
  const { seats } = snapshot.debate;
  return listDueSteps(snapshot).filter(({ seat }) => isForPeople(seats[seat]?.agent));
}

/** Nothing has happened since the last run paused for people. */
export function isPausedForPeople({ log }: Snapshot): boolean {
  const last = log.at(-1);
  return last !== undefined && isEvent(last, 'run-paused') && last.data.reason === 'waiting-for-person';
}

/** How a step approves or rejects a decision: a vote, or a review that says what to do; `undefined` for all other steps. */
export function findJudgment(
  { outright = {} }: Pick<AnyFormat, 'outright'>,
  act: string,
): 'vote' | 'review' | undefined {
  if (act === 'vote' && outright['vote']?.includes('vote')) return 'vote';
  return act === 'review' && outright['review']?.includes('action') ? 'review' : undefined;
}

interface NamedClaim {
  /** "C2" */
  readonly name: string;
  /** Whose it is, as the seat knows them; many steps keep it from the seat. */
  readonly owner?: string;
}

/** "C1, C2 (Wind), C4 (Door)" */
const NAMED = /((?:C\d+, )*C\d+)(?: \(([^)]*)\))?/g;

/** The claims that a step names: those that can have moved the seat of a ballot, those that a turn answers; `undefined` for other steps. */
export function listNamedClaims({ act, values }: Step): readonly NamedClaim[] | undefined {
  const named =
    act === 'turn' || act === 'challenge'
      ? values['open_claims']
      : act === 'ballot' || act === 'reply'
        ? (values['claims'] ?? '')
        : undefined;
  if (named === undefined) return undefined;
  return [...named.matchAll(NAMED)].flatMap(([, names = '', owner]) =>
    names.split(', ').map((name) => ({ name, ...defined({ owner }) })),
  );
}
