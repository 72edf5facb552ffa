// Who gave an answer: the agent that was called, or the person who wrote it, whatever seat it was for.
import { sameAgent } from './contradictions.ts';
import type { AgentRef, Provenance } from './event-parts.ts';
import { isEvent, type LedgerEvent } from './events.ts';
import { groupBy } from './group-by.ts';

export type Speaker = Pick<Provenance, 'agent' | 'author'>;

/** Small letters of other alphabets, by the Latin ones that they look like. */
const LOOK_ALIKE = {
  ...{ a: 'аɑα', b: 'вβ', c: 'с', d: 'ԁ', e: 'еε', g: 'ɡ', h: 'нһη', i: 'іıι', j: 'ј', k: 'кκ', m: 'мμ' },
  ...{ o: 'оοօ', p: 'рρ', q: 'ԛ', s: 'ѕ', t: 'тτ', v: 'ν', w: 'ԝ', x: 'хχ', y: 'уυ', z: 'ζ' },
} as const satisfies Readonly<Record<string, string>>;
const LATIN = new Map(
  Object.entries(LOOK_ALIKE).flatMap(([latin, others]) => [...others].map((each) => [each, latin])),
);

/** One person writes their name in several ways, and nobody tells names apart that look alike. */
export const toPerson = (name: string): string =>
  [...name.normalize('NFKC').trim().toLowerCase()].map((letter) => LATIN.get(letter) ?? letter).join('');

/** "claude (opus)". */
export function nameModel({ agent, model }: Pick<AgentRef, 'agent' | 'model'>): string {
  return model === undefined ? agent : `${agent} (${model})`;
}

/** A person is one whatever fills the seat in their hands; an agent is another one with other settings. */
export function isSameSpeaker(one: Speaker, other: Speaker): boolean {
  if (one.author === undefined || other.author === undefined)
    return one.author === other.author && sameAgent(one.agent, other.agent);
  return toPerson(one.author) === toPerson(other.author);
}

/** Seats with whoever spoke for them manually. */
export type ManualSeats = readonly { readonly seat: string; readonly people: readonly string[] }[];

/** People who took turns of each seat, each once, under the first name that they gave. */
export function listPeople(log: readonly LedgerEvent[]): ManualSeats {
  const turns = log.flatMap((event) => (isEvent(event, 'turn-recorded') ? [event.data] : []));
  const taken = turns.flatMap(({ seat, by: { author } }) => (author === undefined ? [] : [{ seat, author }]));
  return [...groupBy(taken, ({ seat }) => seat)].map(([seat, own]) => {
    return { seat, people: [...groupBy(own, ({ author }) => toPerson(author)).values()].map(([{ author }]) => author) };
  });
}

export interface OneSpeaker {
  readonly speaker: string;
  readonly seats: string[];
}

/** Whoever spoke for several of these seats, so that their answers are not independent. */
export function findOneSpeaker(seats: ManualSeats): OneSpeaker[] {
  const taken = seats.flatMap(({ seat, people }) => people.map((speaker) => ({ seat, speaker })));
  return [...groupBy(taken, ({ speaker }) => toPerson(speaker)).values()].flatMap((turns) => {
    const own = [...new Set(turns.map(({ seat }) => seat))];
    return own.length < 2 ? [] : [{ speaker: turns[0].speaker, seats: own }];
  });
}
