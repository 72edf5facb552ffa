// Door on the worksheet: it narrows while rounds remain, then decides for what can be undone, and refines on objection.
import { type Option, optionsFor } from './options.ts';
import { draw, namesIn, pointsOf, quoted, type Sheet } from './sheet.ts';
import type { Topic } from './topic.ts';
import { optionNames } from './wall.ts';

interface Ground {
  readonly chosen: string;
  readonly option: Option;
  readonly others: readonly string[];
  readonly risk: string;
  readonly term: string;
}

/** The option that is ahead: the reversible experiment under Wind's name for it, since nothing is known. */
function groundOf(sheet: Sheet, topic: Topic): Ground {
  const options = optionsFor(topic);
  const option = options[3];
  const names = optionNames(sheet, topic);
  const small = names.find((name) =>
    /\b(trial|try|pilot|experiment|probe|slice|part|first|small|few|test)\b/i.test(name),
  );
  const chosen: string = names.find((name) => name === quoted(option.name, 60)) ?? small ?? names[0];
  const said = sheet.latest('wall');
  const risk = /\*\*([^*\n]+)\*\* \(likelihood/.exec(said ?? '')?.[1];
  const term = topic.terms[sheet.round % topic.terms.length] ?? topic.terms[0];
  return {
    chosen,
    option,
    others: names.filter((name) => name !== chosen).slice(0, 4),
    risk: quoted(risk ?? namesIn(said)[0] ?? `no owner for ${term}`, 60),
    term,
  };
}

export function doorNarrows(sheet: Sheet, topic: Topic): string {
  const { chosen, others, risk, term } = groundOf(sheet, topic);
  const other = others[sheet.round % Math.max(1, others.length)] ?? topic.action;
  const lines = [
    sheet.fresh('tension', [
      `The tension: Wind wants to learn by doing, Wall wants to know before doing. “${chosen}” and “${risk}” are the two ends of it.`,
      `What is left of the tension after this round is one question: who may stop it, and by which number?`,
      `The tension has moved. It is no longer about whether, but about how small “${chosen}” can be and still answer anything.`,
      `Under the tension about “${term}” lies one about time: Wind counts what waiting costs, Wall what haste costs. Neither figure is known.`,
    ]),
    sheet.fresh('settled', [
      `Settled: nothing that can not be undone is done first. Nobody has spoken against that.`,
      `Settled: “${quoted(other, 48)}” has found no defender beyond the one who named it, and comes back only with a new argument.`,
      `Settled: “${term}” is measured before anything is changed about it.`,
      `Settled: whoever proposed the step does not judge it.`,
    ]),
    sheet.fresh('open', [
      `Open, and about facts: what “${term}” is like today. A count of one hour would settle it.`,
      `Open, and about values: whether those who carry the cost of “${term}” may refuse.`,
      `Open: whether “${risk}” is worse than leaving “${topic.terms[0]}” as it is. Both have been asserted, neither shown.`,
      `Open: which result would end it early. Without one, the date is decoration.`,
    ]),
    sheet.fresh('ahead', [
      `Ahead: “${chosen}”, because it is the only one that answers Wall's strongest point, “${risk}”, by running into it at a price we choose.`,
      `Still ahead: “${chosen}”. “${quoted(other, 48)}” would need everything that it needs, and the way back in addition.`,
      `“${chosen}” stays ahead by less: Wall is right that a success on easy ground proves little.`,
      `Nothing has overtaken “${chosen}”. I now look only for the reason that would stop it.`,
    ]),
    `To Wind: ${sheet.fresh('to-wind', [
      `what is the smallest form of “${chosen}” in which you would still believe the result?`,
      `which result about “${term}” would make you give up “${chosen}”?`,
      `if only one of your probes is ever carried out, which one?`,
      `what would you cut from “${chosen}” first, if it had to be over in half the time?`,
    ])}`,
    `To Wall: ${sheet.fresh('to-wall', [
      `if “${risk}” were covered, would you still object, and to what?`,
      `which number about “${term}” would you accept from somebody you do not trust?`,
      `what does not deciding about “${term}” cost per month, by your own standard?`,
      `of your risks, which one would still be there if “${chosen}” never took place?`,
    ])}`,
  ];
  return numbered(
    sheet.spoken('door') === 0
      ? [
          ...lines,
          'Nothing is decided yet. As a rehearsal I weigh the form of the arguments; their content needs somebody who knows it.',
        ]
      : lines,
  );
}

const numbered = (lines: readonly string[]): string => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');

export function doorDecides(sheet: Sheet, topic: Topic): string {
  return numbered(decision(sheet, topic, 0));
}

export function doorRefines(sheet: Sheet, topic: Topic): string {
  const refinement = Number(sheet.request.values['refinement'] ?? 1) || 1;
  const rejections = sheet.request.transcript.filter(({ text }) => text?.startsWith('VOTE: REJECT')).slice(-2);
  const objections = rejections.flatMap(({ seat, text }) =>
    pointsOf(text)
      .slice(0, 2)
      .map((point) => ({ seat, ...point, change: changeAskedIn(point.text) })),
  );
  const answers = objections.map(
    ({ seat, name, change }) =>
      `${seat === 'wind' ? 'Wind' : 'Wall'} objects: “${name}”. ${
        change === undefined
          ? 'Accepted in part: the limits below are tighter.'
          : `Accepted: “${change}” stands in the decision.`
      }`,
  );
  const changes = objections.flatMap(({ change }) => (change === undefined ? [] : [`“${change}”`]));
  return [
    `Answers to the objections, refinement ${refinement}:`,
    numbered(
      answers.length === 0
        ? [`No objection was legible in round ${sheet.round}; the limits below are tightened all the same.`]
        : answers,
    ),
    '',
    `The decision, complete, version ${refinement + 1}:`,
    numbered(decision(sheet, topic, refinement, changes)),
  ].join('\n');
}

/** What a rejection says would make the decision acceptable. */
function changeAskedIn(text: string): string | undefined {
  const change = /change:\s*(.+)/i.exec(text)?.[1];
  return change === undefined ? undefined : quoted(change.replace(/[.?!]\s.*$/u, ''), 80);
}

/** The eight points; every version says them in other words, with smaller limits. */
function decision(sheet: Sheet, topic: Topic, version: number, changes: readonly string[] = []): string[] {
  const { chosen, option, others, risk, term } = groundOf(sheet, topic);
  const { seed } = sheet.request;
  const first = topic.terms[0];
  const weeks = Math.max(1, 4 - version - draw(`${seed}|weeks`, 2));
  const limit = `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`;
  const again = version === 0 ? '' : ` (version ${version + 1})`;
  return [
    `**Decision${again}.** ${sheet.fresh('decision', [
      `Therefore “${chosen}”, for ${limit} and not a day longer: ${option.what}.`,
      `“${chosen}” it is: ${option.what}; it ends after ${limit}, whatever it has shown.`,
      `Do “${chosen}” within ${limit}, with the measure written first: ${option.what}.`,
      `Choose “${chosen}” and set its end at ${limit}: ${option.what}.`,
    ])} This is a rehearsal's decision${again}: it follows from the form of the debate, not from knowledge of “${term}”.${changes.length === 0 ? '' : ` Taken over from the objections: ${changes.join('; ')}.`}`,
    `**Tension resolved.** ${sheet.fresh('resolved', [
      `Learning by doing against knowing before doing. What tipped it: an answer to “${risk}” exists only in what “${chosen}” would show. Strongest against it: an easy success misleads.`,
      `The tension between starting and proving ends where the start is small enough to be the proof. Against it stands “${risk}”; it weighs less once somebody may stop the step.`,
      `Wind's tension with Wall was about the price of being wrong. A fixed end caps that price; “${risk}” is what it does not cap.`,
      `Both wanted evidence; the tension was about who pays for it. The step pays, up to its limit, and “${risk}” stays on the list.`,
    ])}`,
    `**Rejected.** ${
      others.length === 0
        ? `No other option was named${again}; leaving “${first}” unsettled is rejected because nobody put a price on it.`
        : others.map((other, index) => `“${other}”: ${reason(index + version * 2)}`).join(' ')
    }`,
    `**It rests on.** ${sheet.fresh('rests', [
      `Given: the topic's own words and the turns above. Assumption: “${first}” can be measured at all; check it by measuring once. Assumption: somebody may stop the step; check by asking who.`,
      `Assumption: the case that is tried resembles the others; check by letting a critic pick it. Assumption: “${term}” has not changed while we spoke; check tomorrow. Nothing else is given.`,
      `No fact was brought, so everything here is an assumption: that “${first}” matters (ask who would miss it), that it can wait ${limit} (ask what falls due), that a way back exists (use it).`,
      `Only the debate is given. Assumed, and cheap to check: one owner, one earlier figure for “${first}”, one critic with a veto on the test case.`,
    ])}`,
    `**Constraints kept, obstacles removed.** ${sheet.fresh('kept', [
      `Kept: attention is limited, so one thing that is under way is put down for ${limit}. Removed: “${risk}”, when the person who may stop it is written down.`,
      `The step stays inside what one person can do in ${limit}. To be built first: the way back, used once; the sign is a note with the minutes that it took.`,
      `Limit: nothing about “${first}” that others own is touched. Built: a before-figure; it is there when a stranger can read it.`,
      `Inside: the present promises. Built: a card with measure, end and owner of “${term}”; seen when both critics have signed it.`,
    ])}`,
    `**When to reverse it.** ${sheet.fresh('reverse', [
      `On the last day, if the measure did not move. On any day, if the way back takes longer than a day. At half time, if nobody has looked at the figure: then stop, and say that it was not important.`,
      `When the first sign that Wall named shows: that day. When ${limit} are over without a result: back to the present state. When a second person has to be persuaded to go on: pause and ask again.`,
      `If the critic's test case fails: at once. If the before-figure turns out to be wrong: start again or stop, not go on. If the end is moved once: it has failed.`,
      `After ${limit} at the latest, unless the measure says otherwise in the words agreed on the card; earlier, if someone who pays for “${term}” says stop.`,
    ])}`,
    `**Next steps.** ${sheet.fresh('steps', [
      `Tomorrow: ${option.probe}, and write down the result. Then: one figure for “${first}” from before. Then: the card with measure, end and owner. Then start; look on the last day.`,
      `Tomorrow, one hour: measure “${first}” as it is and put the figure where all can see it. Next: the way back, once. Next: the critic picks the case. Next: begin.`,
      `Tomorrow: one page with the sentence that would end the step early. After that: a reader who disagrees signs it. After that: ${option.probe}. Last: the date in every calendar concerned.`,
      `Tomorrow: ask the one who lives with “${term}” what would be noticed first. Then write measure and end. Then use the way back once. Then begin, and stop on time.`,
    ])}`,
    `**Open dissent.** ${sheet.fresh('dissent', [
      `Wind would say: too small to inspire anybody. Wall would say: a success on chosen ground is not yet proof.`,
      `Wind: half of the point is lost by going back each time. Wall: “${risk}” is postponed and not removed.`,
      `Wall keeps its doubt about who pays. Wind keeps the larger option in mind and will ask after ${limit}.`,
      `Wind still thinks the size timid; Wall still misses a figure. Both can say so again when the measure is read.`,
    ])}`,
  ];
}

function reason(index: number): string {
  const reasons = [
    'it can not be taken back, and nothing known justifies that.',
    'its result would not tell us what to do next.',
    'nobody has put a figure on what it costs; it returns when someone does.',
    'it needs agreement from people who were not asked; it returns once they are.',
    'it decides by habit what a probe would decide by result.',
    'its first step is as large as its last.',
    'its friends named no result that would end it.',
    'it solves a neighbouring question, which can be opened by itself.',
  ];
  return reasons[index % reasons.length] as string;
}
