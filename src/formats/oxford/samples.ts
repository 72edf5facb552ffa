// Answers that a rehearsal gives: they fit the request, name the subject, differ by seat and exchange, and say that they are rehearsed.
import type { Targets } from './admit/arguments.ts';
import { type Argument, type Assessment, ATTACK_TYPES, DEFENSE_TYPES, type Judgment } from './answers.ts';
import type { JudgeBallot } from './judging/ballot.ts';
import { argumentsDue } from './options.ts';
import { UNIT } from './scoring.ts';
import type { Side } from './seats.ts';

const SUBJECT = 'the subject';

type Theme = readonly [title: string, claim: (subject: string) => string];

const THEMES: Readonly<Record<Side, readonly Theme[]>> = {
  proposition: [
    ['Waiting has a price', (subject) => `Every month without a change to ${subject} costs more than the change.`],
    [
      'The first step can be undone',
      (subject) => `We can undo a first step on ${subject}, so it needs less proof than a final one.`,
    ],
    ['Those affected gain first', (subject) => `The people who live with ${subject} gain before anyone else does.`],
  ],
  opposition: [
    ['Nobody measured the need', (subject) => `The need is asserted; there is no number about ${subject} behind it.`],
    [
      'Switching is never free',
      (subject) => `The cost of changing ${subject} comes at once, the gain later, if at all.`,
    ],
    ['A smaller fix would do', (subject) => `We can fix what is wrong with ${subject} and keep what works.`],
  ],
};

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

function createArgument(side: Side, index: number, targets: Targets, subject: string): Argument {
  const [title, claim] = pick(THEMES[side], index);
  const [opposing, own] = [targets.opposing.at(-1 - (index % 2)), targets.own.at(0)];
  return {
    title,
    claim: claim(subject),
    grounds: [
      {
        source: 'Rehearsal',
        content: `Rehearsed: a model would name its evidence for the ${side} here.`,
        relevance: 'It shows where evidence goes in an argument.',
      },
    ],
    warrant: 'What holds for the part holds for the whole, because nothing sets it apart.',
    backing: null,
    qualifier: index === 0 ? null : 'Unless the numbers say otherwise',
    attacks:
      opposing === undefined
        ? null
        : [
            {
              target_id: opposing,
              attack_type: pick(ATTACK_TYPES, index),
              content: 'It assumes what it sets out to show.',
            },
          ],
    defends:
      own === undefined
        ? null
        : [
            {
              target_id: own,
              defense_type: pick(DEFENSE_TYPES, index),
              content: 'The objection does not touch its grounds.',
            },
          ],
  };
}

export function sampleArguments(side: Side, exchange: number, targets: Targets, subject = SUBJECT): string {
  const given = Array.from({ length: argumentsDue(exchange) }, (_, index) =>
    createArgument(side, exchange + index, targets, subject),
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
      const reasoning = 'Rehearsed: a model would give its reason here.';
      return { argument_id: nameOf(id), score: index < among ? score : -score, reasoning };
    }),
    rescores: [],
  };
  return JSON.stringify(judgment, null, 2);
}

/** Marks of a rehearsed judge: the proposition's by exchange and place, one more for the side that stands first. */
const SOUNDNESS = [7, 5, 8, 4];

export function sampleAssessment(seat: string, exchange: number, { due, nameOf, first }: JudgeBallot): string {
  const among = argumentsDue(exchange);
  const assessment: Assessment = {
    scores: due.map((id, index) => {
      const isFirst = index < among;
      const isFor = isFirst === (first === 'proposition');
      const merit = pick(SOUNDNESS, exchange + (index % among) + seat.length);
      return {
        argument_id: nameOf(id),
        soundness: isFor ? merit : 5,
        evidence: 5,
        responsiveness: 5,
        clarity: isFirst ? 6 : 5,
        reasoning: 'Rehearsed: a model would give its reason here.',
      };
    }),
    rescores: [],
  };
  return JSON.stringify(assessment, null, 2);
}
