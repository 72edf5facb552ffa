// The pick: the mediator says who speaks next, or that Door is to decide.
import * as z from 'zod';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { findWordLines } from '../../common/own-lines.ts';
import { REHEARSED } from '../../common/rehearsal.ts';
import { defineAct, readWords } from '../../define-act.ts';
import { DEBATERS, type Debater, isDebater, LABELS, PANEL } from '../setup.ts';
import { hasPlannedRounds, type State } from '../state.ts';

type Pick = Debater | 'close';

const data = z.looseObject({ next: z.enum([...DEBATERS, 'close']) });

function readPick(content: string): string | undefined {
  const picks = findWordLines(content, 'next(?: speaker)?[^\\p{L}\\p{N}]+', { explained: 'wind|wall|door|close' });
  const [pick, ...others] = new Set(picks);
  return others.length === 0 ? pick : undefined;
}

const isPick = (value: unknown): value is Pick => typeof value === 'string' && (isDebater(value) || value === 'close');

/** Why the mediator may not end the debate yet. */
function refuseClose(state: State): string | undefined {
  const unheard = hasPlannedRounds(state) ? PANEL.find((seat) => state.spoken[seat] === 0) : undefined;
  if (unheard !== undefined) {
    return `The debate can end only after ${LABELS[unheard]} has spoken; pick ${unheard} first.`;
  }
  const isTooEarly = !hasPlannedRounds(state) && state.last !== 'door';
  return isTooEarly ? 'The debate can end only after Door has spoken; pick door first.' : undefined;
}

const listPicks = (state: State) => (refuseClose(state) === undefined ? [...DEBATERS, 'close'] : DEBATERS);

/** Whoever has spoken least; enough when all have spoken twice and Door was last. */
function sample({ spoken, last, turns }: State): string {
  const others = DEBATERS.filter((seat) => seat !== last);
  const [seat = 'wind'] = others.toSorted((one, other) => spoken[one] - spoken[other]);
  const isEnough = last === 'door' && Math.min(...DEBATERS.map((each) => spoken[each])) > 1;
  return isEnough
    ? `After turn ${turns}, all have spoken twice and Door was last. ${REHEARSED}\n\nNEXT: close`
    : `Turn ${turns + 1} goes to ${LABELS[seat]}, who has spoken least. ${REHEARSED}\n\nNEXT: ${seat}`;
}

export const pick = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  wordless: true,
  data,
  outright: ['next'],
  request: (state) => ({
    id: `pick-${state.turns + 1}`,
    task: 'pick',
    label: 'Mediator picks the next speaker',
    values: {
      seats: DEBATERS.map((seat) => `${seat} (has spoken ${countNoun(state.spoken[seat], 'time')})`).join(', '),
      picks: listPicks(state)
        .map((each) => `NEXT: ${each}`)
        .join('\n'),
    },
    plainForm: `A line such as "NEXT: wall", with ${listPicks(state)
      .join(', ')
      .replace(/, (\w+)$/, ' or $1')}.`,
    sample: () => sample(state),
  }),
  fits: (state, { next }) => next !== 'close' || refuseClose(state) === undefined,
  read(state, text, { data, byHand }) {
    const refuse = (issue: string) => ({ data: { next: 'close' as const }, fatal: [issue] });
    const given = typeof data['next'] === 'string' ? data['next'].toLowerCase() : undefined;
    const read = readPick(text);
    if (byHand && given !== undefined && read !== undefined && read !== given) {
      return refuse(`The pick is set to "${given}", but its text says "${read}".`);
    }
    const next = read ?? (byHand ? given : undefined);
    if (!isPick(next)) {
      const known = `${DEBATERS.join(', ')} or close`;
      return refuse(`Pick one of ${known}; an agent does it with a line such as "NEXT: wall".`);
    }
    const early = next === 'close' ? refuseClose(state) : undefined;
    return early === undefined ? { data: { ...data, next } } : refuse(early);
  },
  apply: (state, { data: { next } }) => ({ ...state, picked: next }),
  title: ({ seat }, { label }) => `${label(seat)}'s pick`,
});
