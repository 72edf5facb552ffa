// Who gave an answer: the agent that was called, or the person who wrote it, whatever seat it was for.
import { sameAgent } from './contradictions.ts';
import type { Provenance } from './event-parts.ts';

export type Speaker = Pick<Provenance, 'agent' | 'author'>;

/** One person writes their name in several ways. */
const toPerson = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

export const isSamePerson = (one: string, other: string): boolean => toPerson(one) === toPerson(other);

/** A person is one whatever fills the seat in their hands; an agent is another one with other settings. */
export function isSameSpeaker(one: Speaker, other: Speaker): boolean {
  if (one.author === undefined || other.author === undefined)
    return one.author === other.author && sameAgent(one.agent, other.agent);
  return isSamePerson(one.author, other.author);
}
