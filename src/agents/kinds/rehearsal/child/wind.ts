// Wind on the worksheet: premises, alternatives that exclude one another, and what each turn changes about them.
import { type Option, optionsFor } from './options.ts';
import { askedByDoor, draw, namesIn, quoted, type Sheet } from './sheet.ts';
import type { Topic } from './topic.ts';

/** The risk that Wall ranks highest; without a Wall turn, something that can always be asked. */
function strongestOf(sheet: Sheet, topic: Topic): string {
  const said = sheet.latest('wall');
  const ranked = /\*\*([^*\n]+)\*\* \(likelihood/.exec(said ?? '')?.[1];
  return ranked === undefined ? (namesIn(said)[0] ?? `nobody has tested “${topic.terms[0]}” yet`) : quoted(ranked, 60);
}

function written(option: Option, number: number): string {
  return `${number}. **${option.name}**: ${option.what}. Opens: ${option.opens}. Costs: ${option.costs}. First probe: ${option.probe}; it dies if ${option.kill}.`;
}

export function windSpeaks(sheet: Sheet, topic: Topic): string {
  const options = optionsFor(topic);
  const { seed } = sheet.request;
  return sheet.spoken('wind') === 0 ? opening(sheet, topic, options, seed) : later(sheet, topic, options, seed);
}

function betOf(options: readonly Option[], seed: string): Option {
  return options[draw(`${seed}|bet`, 3) + 1] as Option;
}

function opening(sheet: Sheet, topic: Topic, options: readonly Option[], seed: string): string {
  const shown = options.slice(0, 4);
  const turned = draw(`${seed}|order`, 2) === 0 ? shown : [...shown.slice(1), ...shown.slice(0, 1)];
  const bet = betOf(options, seed);
  return [
    `Rehearsal, no model: what follows is a facilitator's worksheet on “${topic.question}”. It knows nothing of the subject; it asks.`,
    '',
    'What if the wording already holds part of the answer? Premises to check first:',
    ...topic.premises.slice(0, 3).map((premise) => `- ${premise}`),
    '',
    'What if these were the real alternatives? No two can be chosen together:',
    ...turned.map((option, index) => written(option, index + 1)),
    '',
    `My bet without knowledge: **${bet.name}**, because its probe is the cheapest way of being wrong.`,
    sheet.fresh('opening-question', [
      `Which of these would you choose if “${topic.terms[0]}” had to be settled by tonight, and what would you be ashamed of in a year?`,
      `Who would be relieved if “${topic.terms[0]}” were never mentioned again, and what does that person know?`,
      `If money and blame were no matter, which of these would you still not do to “${topic.terms[0]}”?`,
    ]),
  ].join('\n');
}

function later(sheet: Sheet, topic: Topic, options: readonly Option[], seed: string): string {
  const against = strongestOf(sheet, topic);
  const kept = options[3] as Option;
  const dropped = (
    draw(`${seed}|drop`, 2) === 0 || betOf(options, seed) === options[2] ? options[0] : options[2]
  ) as Option;
  const turn = sheet.spoken('wind');
  const asked = askedByDoor(sheet, 'wind');
  const term = topic.terms[turn % topic.terms.length] ?? topic.terms[0];
  const moves = [
    `1. I withdraw **${dropped.name}**. Wall did not refute it, but its probe asks for more trust than anybody here has offered.\n2. New: **${(options[4] as Option).name}**: ${(options[4] as Option).what}. It opens something the others rule out: ${(options[4] as Option).opens}. It costs ${(options[4] as Option).costs}. Probe: ${(options[4] as Option).probe}; it dies if ${(options[4] as Option).kill}.`,
    `1. **${kept.name}**, sharper: one measure, one date, one person who may stop it. If it runs past its date, it counts as failed, whatever it has shown.\n2. Whose voice is missing? Somebody lives with “${term}” every day and is not at this table. One conversation of half an hour, before the next step.`,
    `1. The regret test for **${kept.name}**: in ten days nobody remembers the effort, in ten months they ask what was learned, in ten years they ask why it took so long to try.\n2. The same test for **${dropped.name}**: in ten days applause, in ten months the bill. I leave it on the list of things not done.`,
    `1. **${kept.name}** at half its size: half the time, one person, and only the question about “${term}”. What can not be learned at that size was not the question.\n2. What I give up by it: the appeal of ${options[0]?.name ?? 'the large step'}, and the story one could have told about it.`,
  ];
  return [
    sheet.fresh('concession', [
      `Wall's strongest point is “${against}”. I concede it for every option that can not be undone; it does not touch one that ends by itself.`,
      `I take “${against}” from Wall seriously: it is the reason for making the first step smaller, not for making none.`,
      `To “${against}”: true, and true of the present state as well. Wall has not shown that waiting makes it less likely.`,
      `What would “${against}” look like from the other side? As the first thing a trial would bring to light, at a price we choose.`,
      `Half of “${against}” goes away when the step can be taken back within a day. The other half stands, and I stop arguing with it.`,
    ]),
    ...(asked === undefined
      ? []
      : [
          sheet.fresh('door', [
            `Door asks me: “${asked}”? The one that could prove me wrong by tomorrow; it is in the lines below.`,
            `To Door's question, “${asked}”: whatever can not be shown to somebody who was not here. The lines below go by that.`,
            `Door wants to know: “${asked}”? I answer with a change and not with a defence.`,
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
            `What if “${term}” is not the problem but the place where the problem is seen?`,
            `What if the opposite of “${term}” were already happening somewhere, quietly, and worked?`,
            `What if the answer differs for the first tenth and for the rest of “${term}”?`,
            `What if nobody decided: who would start, with which part of “${topic.action}”, by themselves?`,
          ]),
        1,
      )
      .map((line) => `- ${line}`),
    sheet.fresh('closing-question', [
      `Which result of the probe for ${kept.name} would make Wall say yes without another condition?`,
      `What is the smallest thing about “${term}” that Wall would let pass today?`,
      `If Door could only forbid one option and not choose any, which one would it be, and why that one?`,
      `Who could start on “${term}” tomorrow without asking anyone?`,
      `What would we try with “${topic.terms[0]}” if we knew that it would be forgotten in a month?`,
    ]),
  ].join('\n');
}
