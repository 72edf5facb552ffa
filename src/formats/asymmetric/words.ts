// The words and numbers that the requests are filled with.
import type { ActContext } from '../define-act.ts';
import { getOverview } from './overview.ts';
import { type LANGUAGES, type Options, REVIEWER } from './setup.ts';
import { nameTarget } from './speakers.ts';
import type { State } from './state.ts';

const LANGUAGE_NAMES: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: 'English',
  ja: 'Japanese (日本語)',
  ko: 'Korean (한국어)',
  zh: 'Chinese (中文)',
};

export function nameLanguage({ language }: Options): string {
  return LANGUAGE_NAMES[language];
}

/** Words at most that are asked for, and points at most in one reply. */
const BUDGETS = {
  low: { position: 150, summary: 80, challenge: 150, points: 3, synthesis: 150 },
  medium: { position: 300, summary: 150, challenge: 300, points: 5, synthesis: 300 },
  high: { position: 600, summary: 250, challenge: 500, points: 8, synthesis: 500 },
  max: { position: 1_200, summary: 400, challenge: 1_000, points: 12, synthesis: 900 },
} as const;

export function getBudget({ effort }: Options) {
  return BUDGETS[effort];
}

/** Whose positions there are. */
export function formatTargets(state: State, seats: readonly string[]): string {
  return seats
    .map((seat) => nameTarget(state, seat))
    .toSorted()
    .map((name) => `- \`${name}\``)
    .join('\n');
}

// How turns are titled: people, and whoever reviews, read who is who; other seats read neutral names.

export const readsNames = ({ step }: Pick<ActContext<State>, 'step'>): boolean =>
  step === undefined || step.seat === REVIEWER;

/** With a remark where a review or a later turn has taken its place. */
export function nameReplaced(title: string, seq: number, history: Pick<ActContext<State>, 'step' | 'log'>): string {
  if (!readsNames(history)) return title;
  const { positions, points } = getOverview(history);
  return [...positions, ...points].some((each) => each.seq === seq) ? title : `${title} (replaced)`;
}
