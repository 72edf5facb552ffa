// The words and numbers that the requests are filled with.
import type { LANGUAGES, Options } from './options.ts';
import { labelOf, roleOf } from './seats.ts';
import { isNeutral, nameTarget } from './speakers.ts';
import type { State } from './state.ts';

const LANGUAGE_NAMES: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: 'English',
  ja: 'Japanese (日本語)',
  ko: 'Korean (한국어)',
  zh: 'Chinese (中文)',
};

export function languageOf({ language }: Options): string {
  return LANGUAGE_NAMES[language];
}

/** Words at most that are asked for, and points at most in one reply. */
const BUDGETS = {
  low: { position: 150, summary: 80, challenge: 150, points: 3, synthesis: 150 },
  medium: { position: 300, summary: 150, challenge: 300, points: 5, synthesis: 300 },
  high: { position: 600, summary: 250, challenge: 500, points: 8, synthesis: 500 },
  max: { position: 1_200, summary: 400, challenge: 1_000, points: 12, synthesis: 900 },
} as const;

export function budgetOf({ effort }: Options) {
  return BUDGETS[effort];
}

export function positionWords(options: Options): string {
  return String(budgetOf(options).position);
}

const DELIVERY_TEXTS = {
  none: 'saw nothing from the experienced side',
  passive: 'got a summary of the experienced side before the question',
  active: 'got the question first and a summary of the experienced side after it',
  selective: 'saw only what the experienced side is unsure of',
} as const;

function describeKnowledge({ options, documents }: State, seat: string): string {
  const given = documents > 0 && options.contextPct > 0;
  if (options.joining)
    return { experienced: 'brings what it knows', fresh: 'brings nothing', 'semi-fresh': 'got a summary' }[
      roleOf(seat) ?? 'fresh'
    ];
  switch (roleOf(seat)) {
    case 'experienced':
      return given ? 'had documents on the subject' : 'had no documents';
    case 'semi-fresh':
      return `had the question, and ${DELIVERY_TEXTS[options.delivery]}`;
    default:
      return 'had only the question';
  }
}

/** Whose positions there are; under the first rules also what they were written from. */
export function formatTargets(state: State, seats: readonly string[]): string {
  if (isNeutral(state)) {
    const names = seats.map((seat) => nameTarget(state, seat));
    return names
      .toSorted()
      .map((name) => `- \`${name}\``)
      .join('\n');
  }
  return seats
    .map((seat) => `- \`${seat}\` (${labelOf(state.options, seat)}) ${describeKnowledge(state, seat)}`)
    .join('\n');
}
