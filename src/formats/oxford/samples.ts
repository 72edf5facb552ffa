// Answers that a rehearsal gives: they fit the request, differ by seat and exchange, and say that they are rehearsed.
import type { Targets } from './admit/arguments.ts';
import type { Judgment } from './answers.ts';
import { type Argument, ATTACK_TYPES, DEFENSE_TYPES } from './answers.ts';
import type { JudgeBallot } from './judging/ballot.ts';
import { argumentsDue } from './options.ts';
import { UNIT } from './scoring.ts';
import type { Side } from './seats.ts';

const THEMES: Readonly<Record<Side, readonly (readonly [string, string])[]>> = {
  proposition: [
    ['Waiting has a price of its own', 'Every month without the change costs more than the change itself.'],
    ['The step can be undone', 'A first step that can be undone needs less proof than a final one.'],
    ['Those concerned gain first', 'The people who carry the work gain from it before anyone else does.'],
  ],
  opposition: [
    ['Nobody has measured the need', 'The need is asserted, and no figure for it stands on the table.'],
    ['Changing over is never free', 'The cost of changing over falls due at once, the gain later if at all.'],
    ['A smaller remedy would do', 'What is wrong can be mended without giving up what works.'],
  ],
};

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

function createArgument(side: Side, index: number, targets: Targets): Argument {
  const [title, claim] = pick(THEMES[side], index);
  const [opposing, own] = [targets.opposing.at(-1 - (index % 2)), targets.own.at(0)];
  return {
    title,
    claim,
    grounds: [
      {
        source: 'Rehearsal',
        content: `A rehearsed ground for the ${side}; a model would name evidence here.`,
        relevance: 'It shows where evidence stands in an argument.',
      },
    ],
    warrant: 'What is shown of the part holds for the whole, as nothing sets it apart.',
    backing: null,
    qualifier: index === 0 ? null : 'Unless the figures say otherwise',
    attacks:
      opposing === undefined
        ? null
        : [
            {
              target_id: opposing,
              attack_type: pick(ATTACK_TYPES, index),
              content: 'It rests on what it set out to show.',
            },
          ],
    defends:
      own === undefined
        ? null
        : [
            {
              target_id: own,
              defense_type: pick(DEFENSE_TYPES, index),
              content: 'The objection leaves its ground untouched.',
            },
          ],
  };
}

export function sampleArguments(side: Side, exchange: number, targets: Targets): string {
  const given = Array.from({ length: argumentsDue(exchange) }, (_, index) =>
    createArgument(side, exchange + index, targets),
  );
  return JSON.stringify({ arguments: given }, null, 2);
}

/** What a rehearsed judge thinks of the proposition's arguments, in thousandths, by exchange and place in the answer. */
const MERITS = [120, -40, 200, -160];

/** How far it leans towards whoever stands first, so that a rehearsal shows what position sensitivity looks like. */
const LEAN = 30;

/** The side that stands second gets the opposite at each place, so that the scores sum to zero. */
export function sampleJudgment(seat: string, exchange: number, { due, nameOf, first }: JudgeBallot): string {
  const among = argumentsDue(exchange);
  const side = first === 'proposition' ? 1 : -1;
  const judgment: Judgment = {
    scores: due.map((id, index) => {
      const merit = pick(MERITS, exchange + (index % among)) + 10 * seat.length;
      const score = (side * merit + LEAN) / UNIT;
      const reasoning = 'A rehearsed score; a model would give its reason here.';
      return { argument_id: nameOf(id), score: index < among ? score : -score, reasoning };
    }),
    rescores: [],
  };
  return JSON.stringify(judgment, null, 2);
}
