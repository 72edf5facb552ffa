// Gives each debating seat without a point of view the one that has the most to say about the words of the question: a fixed rule
// without a call, so that it costs nothing and says the same every time.
import { isForPeople, type SeatAssignment } from '../../../../domain/event-parts.ts';
import { FILLERS } from '../../../../domain/memory/related-words.ts';
import type { SeatSpec } from '../../../../formats/format.ts';
import type { Perspective } from '../../../../material/prompts/perspectives.ts';

/**
 * Words of questions that a point of view has something to say about. The order is that of what fits nearly any question: so they are
 * given where no word tells, as in most other languages.
 */
const MATTERS: Readonly<Record<string, string>> = {
  operator:
    'deploy release rollout rollback operate monitor alert incident outage downtime kubernetes docker cluster server cloud backup queue region migrate',
  customer:
    'customer user people product feature checkout page app mobile onboarding pricing price support usability design screen',
  'question-sceptic': 'rewrite replace adopt switch framework microservices best right really always',
  maintainer:
    'maintain legacy refactor dependency upgrade library monorepo repository module api schema language typescript rust code architecture',
  cost: 'cost price budget pay money licence license vendor contract hire salary buy cheap expensive quota subscription',
  tester: 'test flaky coverage quality bug regression release ci verify acceptance edge',
  security:
    'security secret password token key vault login auth authentication oauth sso encryption attack breach vulnerability permission public trust',
  newcomer: 'documentation docs onboarding hire junior convention naming guide readme learn team process',
  performance: 'performance fast slow latency speed throughput cache redis index memory scale load query batch',
  regulator:
    'privacy personal data delete retention gdpr law legal compliance audit consent licence licence export medical bank',
};

const wordsIn = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu))];

/** "passwords" and "password", "migrating" and "migrate" begin alike. */
const stemWord = (word: string) => (word.length > 6 ? word.slice(0, -3) : word.length > 4 ? word.slice(0, -1) : word);
const isAlike = (one: string, other: string) => one.startsWith(stemWord(other)) && other.startsWith(stemWord(one));

interface Chosen {
  readonly name: string;
  /** Words of the question that speak for it. */
  readonly words: readonly string[];
}

/** In the order in which seats get them. Of one's own texts all words count but those that say nothing. */
export function rankPerspectives(
  topic: string,
  known: readonly Pick<Perspective, 'name' | 'text'>[],
): readonly Chosen[] {
  const asked = wordsIn(topic).filter((word) => !FILLERS.has(word));
  const usual = Object.keys(MATTERS);
  const rankName = (name: string) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return known
    .map(({ name, text }): Chosen => {
      const matters = wordsIn(MATTERS[name] ?? text).filter((word) => !FILLERS.has(word));
      return { name, words: asked.filter((word) => matters.some((matter) => isAlike(word, matter))) };
    })
    .sort((one, other) => other.words.length - one.words.length || rankName(one.name) - rankName(other.name));
}

export interface Viewed {
  readonly seats: SeatAssignment[];
  /** Which seat got which and why, a sentence each. */
  readonly notes: readonly string[];
}

/** Seats that judge, write or are asked only where needed get none, nor do people; what somebody chose stays. */
export function choosePerspectives(
  topic: string,
  known: readonly Perspective[],
  specs: readonly SeatSpec[],
  seats: readonly SeatAssignment[],
): Viewed {
  const taken = new Set(seats.flatMap(({ perspective }) => perspective ?? []));
  const free = [...rankPerspectives(topic, known)].filter(({ name }) => !taken.has(name));
  const summaries = new Map(known.map(({ name, summary }) => [name, summary]));
  const notes: string[] = [];
  const viewed = seats.map((assignment): SeatAssignment => {
    const spec = specs.find(({ id }) => id === assignment.seat);
    const isAside = spec?.judges === true || spec?.writes === true || spec?.ifNeeded === true;
    if (spec === undefined || isAside || isForPeople(assignment.agent) || assignment.perspective !== undefined)
      return assignment;
    const chosen = free.shift();
    if (chosen === undefined) return assignment;
    const { name, words } = chosen;
    const why = words.length === 0 ? 'next in the usual order' : `the question says ${words.join(', ')}`;
    notes.push(`${spec.label} gets the perspective ${name} (${why}): ${summaries.get(name) ?? ''}`);
    return { ...assignment, perspective: name };
  });
  return { seats: viewed, notes };
}
