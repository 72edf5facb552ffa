// Wall on the worksheet: a verdict, what it rests on, a pre-mortem with ranks, and what would change the verdict.
import { optionsFor } from './options.ts';
import { askedByDoor, draw, namesIn, pointsOf, quoted, type Sheet, unhedged } from './sheet.ts';
import type { Topic } from './topic.ts';

interface Risk {
  readonly name: string;
  readonly likelihood: 'high' | 'medium' | 'low';
  readonly damage: 'fatal' | 'serious' | 'annoying';
  readonly sign: string;
  /** What would remove it; without it, the risk is a constraint. */
  readonly build?: string;
}

function risksFor(topic: Topic): readonly Risk[] {
  const [first, second = first] = topic.terms;
  return [
    {
      name: 'No owner after the start',
      likelihood: 'high',
      damage: 'serious',
      sign: 'in week three two people each believe that the other one does it',
      build: 'one role that may stop it, written on the first page',
    },
    {
      name: `Nobody measured “${first}” before`,
      likelihood: 'high',
      damage: 'serious',
      sign: 'success is announced and no earlier number exists to compare with',
      build: 'one measurement today, however rough, kept with its date',
    },
    {
      name: 'Two states for ever',
      likelihood: 'medium',
      damage: 'serious',
      sign: 'the second deadline for ending the old way passes without a new date',
      build: 'an end date that costs something when it is missed',
    },
    {
      name: `The one who knows “${second}” leaves`,
      likelihood: 'medium',
      damage: 'fatal',
      sign: 'a question waits for a single person for more than two days',
      build: 'a second person who has done it once alone',
    },
    {
      name: 'The way back is never used',
      likelihood: 'medium',
      damage: 'fatal',
      sign: 'going back is described, and nobody has ever done it',
      build: 'one rehearsed return, timed',
    },
    {
      name: 'Attention does not stretch',
      likelihood: 'high',
      damage: 'annoying',
      sign: 'promises made before this question start to slip',
    },
    {
      name: 'Those who pay are not those who gain',
      likelihood: 'medium',
      damage: 'serious',
      sign: `agreement in the meeting about “${first}” and silence afterwards`,
      build: 'a word with the ones who pay, before and not after',
    },
    {
      name: 'The date was set before the work was known',
      likelihood: 'low',
      damage: 'fatal',
      sign: 'scope shrinks each week while the date stays',
    },
    {
      name: `Success of the trial proves too little about “${second}”`,
      likelihood: 'medium',
      damage: 'annoying',
      sign: 'the case that was tried was the easiest one',
      build: 'a case that its critics choose',
    },
  ];
}

const written = ({ name, likelihood, damage, sign, build }: Risk): string =>
  `**${name}** (likelihood ${likelihood}, damage ${damage}). First sign: ${sign}. ${
    build === undefined ? 'A constraint: plan inside it.' : `An opportunity: it goes away with ${build}.`
  }`;

const RANK = { high: 3, medium: 2, low: 1, fatal: 3, serious: 2, annoying: 1 } as const;
const weight = (risk: Risk): number => RANK[risk.likelihood] * RANK[risk.damage];

/** Names that Wind gave its options, or the topic itself when there are none. */
export function optionNames(sheet: Sheet, topic: Topic): readonly [string, ...string[]] {
  const named = sheet.request.transcript
    .filter(({ seat }) => seat === 'wind')
    .flatMap(({ text }) => pointsOf(text))
    .filter(({ text }) => /^\*\*|New: \*\*/.test(text))
    .map(({ name, text }) => (text.startsWith('New: **') ? quoted(/\*\*(.+?)\*\*/.exec(text)?.[1] ?? name, 60) : name));
  const names = [...new Set(named)].filter((name) => name !== '');
  return names.length === 0 ? [topic.action] : (names as [string, ...string[]]);
}

export function wallSpeaks(sheet: Sheet, topic: Topic): string {
  const text = sheet.spoken('wall') === 0 ? opening(sheet, topic) : later(sheet, topic);
  return unhedged(text);
}

function opening(sheet: Sheet, topic: Topic): string {
  const names = optionNames(sheet, topic);
  const { seed } = sheet.request;
  const blocked = draw(`${seed}|blocked`, 2) === 0;
  const ranked = [...risksFor(topic)]
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, 6)
    .filter((_, index) => index % 2 === draw(`${seed}|risks`, 2))
    .map(written);
  return [
    blocked
      ? `[VERDICT] BLOCKED - “${quoted(names[0], 40)}” has no evidence behind it yet, and a way to get some exists.`
      : `[VERDICT] CONDITIONAL - no option is tested, and at least one can be tested cheaply.`,
    ...(blocked
      ? [
          'BLOCK_NATURE:: opportunity',
          `REMEDIATION_REQUEST:: one measurement of “${topic.terms[0]}” as it is today, and a way back that was used once.`,
        ]
      : []),
    '',
    '[EVIDENCE]',
    `- given: the wording “${topic.question}”, and ${names.length === 1 ? 'one option' : `the ${names.length} options`} that Wind put up. Nothing else lies on the table.`,
    '- known: steps that can be undone are cheaper to be wrong about than steps that can not.',
    `- assumed: somebody is harmed while “${topic.terms[0]}” stays undecided. Check: name one, with a date. (A rehearsal has no knowledge of its own.)`,
    '',
    'Option by option, at its best and then at its edge:',
    ...names.slice(0, 4).map((name, index) => `${index + 1}. “${name}”: ${edge(sheet, topic, name, index)}`),
    '',
    'Pre-mortem: a year has passed and it went wrong. Why, most pressing first?',
    ...ranked.map((risk) => `- ${risk}`),
    '',
    `What would change this verdict: a number for “${topic.terms[0]}” from before, a name for whoever stops it, and one critic who picked the test case.`,
  ].join('\n');
}

/** Where an option is strong and where it breaks; one that can be undone breaks elsewhere than one that can not. */
function edge(sheet: Sheet, topic: Topic, name: string, index: number): string {
  const [first, second = first] = topic.terms;
  const undo = optionsFor(topic).find((option) => quoted(option.name, 60) === name)?.undo ?? index % 2 === 1;
  const edges = undo
    ? [
        'at its best it produces evidence. It breaks when no result can end it. Opportunity: write the ending before the beginning.',
        'at its best little is at stake. It breaks when the part that comes first was the easy part. Opportunity: a critic chooses the part.',
        `at its best it costs nothing today. It breaks when “${second}” gets worse unseen. Constraint: waiting has a price, and nobody here has named it.`,
      ]
    : [
        `at its best it ends the dispute. It breaks where “${first}” touches what others own. Opportunity: write down every such place; if the list fits on one page, it is passable.`,
        'at its best everybody knows what holds. It breaks with the first exception that somebody grants. Opportunity: name the exceptions now, and who grants them.',
        `at its best it removes work about “${second}”. It breaks because there is no second try. Constraint: what is gone stays gone.`,
      ];
  return sheet.fresh(`edge-${undo}`, edges);
}

function later(sheet: Sheet, topic: Topic): string {
  const asked = askedByDoor(sheet, 'wall');
  const names = optionNames(sheet, topic);
  const newest = names.at(-1) ?? names[0];
  const target = names[(sheet.round + 1) % names.length] ?? names[0];
  const said = sheet.latest('wind');
  const move = quoted(/New: \*\*([^*\n]+)\*\*/.exec(said ?? '')?.[1] ?? namesIn(said)[0] ?? newest, 60);
  const term = topic.terms[sheet.round % topic.terms.length] ?? topic.terms[0];
  const last = sheet.round >= Number(sheet.request.values['rounds'] ?? Number.POSITIVE_INFINITY);
  return [
    last
      ? `[VERDICT] SOUND - for a step about “${term}” that ends by itself; nothing larger has passed in round ${sheet.round}.`
      : sheet.fresh('verdict', [
          `[VERDICT] CONDITIONAL - “${quoted(newest, 40)}” moves the dispute, and one condition is still open.`,
          `[VERDICT] CONDITIONAL - the small step on “${term}” holds; the large one has gained nothing.`,
          `[VERDICT] CONDITIONAL - two objections are met, and the answer to a third one was a wish.`,
        ]),
    '',
    '[EVIDENCE]',
    ...sheet
      .several(
        'evidence',
        [
          `given: Wind's “${move}”. It is the first thing said here that a stranger would be able to check.`,
          `given: all seats use the word “${term}”, and no two of them have said what it covers.`,
          `given: after ${sheet.request.transcript.length} turns there is still no figure about “${term}”. That absence counts.`,
          `known: whoever runs a test wants it to succeed, so the measure for “${term}” has to be written by somebody else.`,
          `known: a trial that touches “${term}” and has no cost for missing its date has no date.`,
          `assumed: the people behind “${term}” are willing to be measured. Check: ask one of them before anything starts.`,
          `assumed: the way back from “${quoted(target, 40)}” takes less than a day. Check: do it once with a watch.`,
        ],
        2,
      )
      .map((line) => `- ${line}`),
    '',
    sheet.fresh('answer', [
      `1. To Wind's strongest point, “${move}”: accepted as a first step, refused as proof. It shows that something is possible, not that it lasts.`,
      `1. Wind says “${move}”. It holds if the person who may stop it is not the one who proposed it; until then the objection stands.`,
      `1. “${move}” meets my objection about size. I drop that one. It does not meet the one about who pays.`,
      `1. Against “${move}”: the ending is described by a date and not by a result. With a result in it I withdraw the objection.`,
    ]),
    sheet.fresh('second', [
      `2. “${quoted(target, 48)}” still lacks the thing that any outsider would ask first: what was “${term}” like before?`,
      `2. “${quoted(target, 48)}” loses its advantage once two people have to agree before it can be stopped.`,
      `2. I no longer hold anything against “${quoted(target, 48)}” as an experiment; as a decision it stays out.`,
      `2. “${quoted(target, 48)}” is cheap only while “${term}” stays small. Say at which size it ends.`,
    ]),
    ...(asked === undefined
      ? []
      : [
          sheet.fresh('door', [
            `3. Door asks: “${asked}”? A fact is missing there, not the will; it takes an hour to get. That makes it an opportunity.`,
            `3. To Door's “${asked}”: it is a question of values. No evidence settles it; somebody has to own it.`,
            `3. Door's question, “${asked}”, has a short answer: the one that a critic writes down and I can not change afterwards.`,
          ]),
        ]),
    '',
    `A risk that the last turn created: ${sheet.fresh('risk', risksFor(topic).map(written))}`,
    '',
    `What would change this verdict: ${sheet.fresh('change', [
      `one person outside this debate who would bet their own week on “${term}”.`,
      `the first probe carried out, whatever its result, and written down the same day.`,
      `a sentence from those who pay for “${term}” that says what they want in return.`,
      `a return to the present state, done once and timed.`,
      `the second case, chosen after the first one worked, and chosen by a critic.`,
    ])}`,
  ].join('\n');
}
