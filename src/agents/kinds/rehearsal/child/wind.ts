// Wind on the worksheet: premises, alternatives that exclude one another, and what each turn changes about them.
import { optionsFor, type RehearsedOption } from './options.ts';
import { askedByDoor, drawNumber, namesIn, quoteText, type Sheet } from './sheet.ts';
import type { Topic } from './topic.ts';

/** The risk that Wall ranks highest; without a Wall turn, something that can always be asked. */
function findStrongest(sheet: Sheet, topic: Topic): string {
  const statement = sheet.latest('wall');
  const ranked = /\*\*([^*\n]+)\*\* \(likelihood/.exec(statement ?? '')?.[1];
  return ranked === undefined
    ? (namesIn(statement)[0] ?? `nobody has tested ${topic.terms[0]} yet`)
    : quoteText(ranked, 60);
}

const written = ({ name, what, upside, cost, test, dropIf }: RehearsedOption): string =>
  `**${name}**: ${what}. Upside: ${upside}. Cost: ${cost}. First test: ${test}. Drop it if ${dropIf}.`;

export function windSpeaks(sheet: Sheet, topic: Topic): string {
  const options = optionsFor(topic);
  const { seed } = sheet.request;
  return sheet.spoken('wind') === 0
    ? writeOpening(sheet, topic, options, seed)
    : writeLater(sheet, topic, options, seed);
}

function drawBet(options: readonly RehearsedOption[], seed: string): RehearsedOption {
  return options[drawNumber(`${seed}|bet`, 3) + 1] as RehearsedOption;
}

function writeOpening(
  sheet: Sheet,
  { question, premises, subject }: Topic,
  options: readonly RehearsedOption[],
  seed: string,
): string {
  const shown = options.slice(0, 4);
  const turned = drawNumber(`${seed}|order`, 2) === 0 ? shown : [...shown.slice(1), ...shown.slice(0, 1)];
  return [
    `Rehearsal: no model is called. These are a facilitator's notes on “${question}”. They know nothing about the subject, so they ask.`,
    '',
    'What does the question take for granted?',
    ...premises.slice(0, 3).map((premise) => `- ${premise}`),
    '',
    'What are the real options? No two of them go together:',
    ...turned.map((option, index) => `${index + 1}. ${written(option)}`),
    '',
    `My bet, knowing nothing: **${drawBet(options, seed).name}**. It is the cheapest way to be wrong.`,
    sheet.fresh('opening-question', [
      `If ${subject} had to be settled tonight, which option would you pick, and which would you regret in a year?`,
      `Who would be relieved if nobody ever mentioned ${subject} again, and what do they know?`,
      `If money and blame did not matter, which of these would you still rule out for ${subject}?`,
    ]),
  ].join('\n');
}

function writeLater(sheet: Sheet, topic: Topic, options: readonly RehearsedOption[], seed: string): string {
  const against = findStrongest(sheet, topic);
  const { subject } = topic;
  const [large, , third, kept, fresh] = options as readonly [
    RehearsedOption,
    RehearsedOption,
    RehearsedOption,
    RehearsedOption,
    RehearsedOption,
  ];
  const dropped = drawNumber(`${seed}|drop`, 2) === 0 || drawBet(options, seed) === third ? large : third;
  const turn = sheet.spoken('wind');
  const asked = askedByDoor(sheet, 'wind');
  const moves = [
    `1. I withdraw **${dropped.name}**. Wall did not refute it, but testing it takes more trust than anyone here has offered.\n2. New: ${written(fresh)}`,
    `1. **${kept.name}**, sharper: one measure, one date, one person who may stop it. If it runs past its date, it failed, whatever it showed.\n2. Whose voice on ${subject} is missing? The people who live with the result are not here. Half an hour with one of them comes first.`,
    `1. Regret test for **${kept.name}**: in ten days nobody remembers the effort; in ten months they ask what we learned.\n2. The same test for **${dropped.name}**: applause in ten days, the bill in ten months. It stays on the list of things not done.`,
    `1. **${kept.name}** at half the size: half the time, one person, and only the question about ${subject}. What we cannot learn at that size was not the question.\n2. What that gives up: the appeal of “${large.name}”, and a good story about it.`,
  ];
  return [
    sheet.fresh('concession', [
      `Wall's strongest point is “${against}”. I concede it for anything we cannot undo. It does not touch a step with an end date.`,
      `“${against}” is a reason to make the first step smaller, not a reason to do nothing.`,
      `“${against}” is true, and just as true of today. Wall has not shown that waiting makes it less likely.`,
      `Turn “${against}” around: a trial brings it to light early, at a price we choose.`,
      `Half of “${against}” goes away if we can undo the step within a day. The other half stands, and I stop arguing with it.`,
    ]),
    ...(asked === undefined
      ? []
      : [
          sheet.fresh('door', [
            `Door asks: “${asked}?” My answer is a change, not a defence.`,
            `On Door's question, “${asked}?”: whatever we can show to someone who was not in the room.`,
            `Door wants to know: “${asked}?” The version that could prove me wrong by tomorrow.`,
          ]),
        ]),
    '',
    sheet.fresh(`move-${turn % moves.length}`, [moves[(turn - 1) % moves.length] as string]),
    '',
    ...sheet
      .several(
        'premise',
        topic.premises
          .slice(3)
          .concat([
            `What if ${subject} is not the problem, only the place where it shows?`,
            `What if someone already tried the opposite, quietly, and it worked?`,
            `What if the answer for the first tenth of ${subject} differs from the answer for the rest?`,
            `What if nobody decided? Who would start anyway, and with which part?`,
          ]),
        1,
      )
      .map((line) => `- ${line}`),
    sheet.fresh('closing-question', [
      `Which result about ${subject} would make Wall say yes with no further condition?`,
      `What is the smallest step on ${subject} that Wall would let pass today?`,
      `If Door could only rule out one option for ${subject}, which one should it be?`,
      `Who could start on ${subject} tomorrow without asking anyone?`,
      `What would we try with ${subject} if everyone forgot about it in a month?`,
    ]),
  ].join('\n');
}
