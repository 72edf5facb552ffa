// Wall on the worksheet: a verdict, what it rests on, a pre-mortem with ranks, and what would change the verdict.
import { optionsFor } from './options.ts';
import { askedByDoor, drawNumber, namesIn, quoteText, readPoints, type Sheet } from './sheet.ts';
import type { Topic } from './topic.ts';

interface Risk {
  readonly name: string;
  readonly likelihood: 'high' | 'medium' | 'low';
  readonly damage: 'fatal' | 'serious' | 'annoying';
  readonly sign: string;
  /** What would remove it; without it, the risk is a constraint. */
  readonly build?: string;
}

function risksFor({ subject }: Topic): readonly Risk[] {
  return [
    {
      name: 'No owner after the start',
      likelihood: 'high',
      damage: 'serious',
      sign: 'by week three, two people each think the other is on it',
      build: 'one role that may stop it, written on the first page',
    },
    {
      name: `No baseline for ${subject}`,
      likelihood: 'high',
      damage: 'serious',
      sign: 'success is declared with no earlier number to compare',
      build: 'one rough measurement today, with its date',
    },
    {
      name: 'Both ways forever',
      likelihood: 'medium',
      damage: 'serious',
      sign: 'the deadline for retiring the old way slips twice',
      build: 'an end date that hurts to miss',
    },
    {
      name: 'The only expert leaves',
      likelihood: 'medium',
      damage: 'fatal',
      sign: `a question about ${subject} waits two days for one person`,
      build: 'a second person who has done it alone once',
    },
    {
      name: 'An untested way back',
      likelihood: 'medium',
      damage: 'fatal',
      sign: 'everyone can describe going back, and nobody has done it',
      build: 'one timed practice run',
    },
    {
      name: 'Too little attention',
      likelihood: 'high',
      damage: 'annoying',
      sign: 'earlier promises start to slip',
    },
    {
      name: 'Those who pay do not gain',
      likelihood: 'medium',
      damage: 'serious',
      sign: `nods in the meeting about ${subject}, silence afterwards`,
      build: 'a talk with them before, not after',
    },
    {
      name: 'The date came before the scope',
      likelihood: 'low',
      damage: 'fatal',
      sign: 'the scope shrinks every week and the date does not move',
    },
    {
      name: 'The trial proves too little',
      likelihood: 'medium',
      damage: 'annoying',
      sign: `only the easiest part of ${subject} was tried`,
      build: 'a test case that its critics choose',
    },
  ];
}

const written = ({ name, likelihood, damage, sign, build }: Risk): string =>
  `**${name}** (likelihood ${likelihood}, damage ${damage}). First sign: ${sign}. ${
    build === undefined ? 'Constraint: plan around it.' : `Opportunity: fix it with ${build}.`
  }`;

const RANK = { high: 3, medium: 2, low: 1, fatal: 3, serious: 2, annoying: 1 } as const;
const weight = (risk: Risk): number => RANK[risk.likelihood] * RANK[risk.damage];

/** Names that Wind gave its options, or the topic itself when there are none. */
export function optionNames(sheet: Sheet, topic: Topic): readonly [string, ...string[]] {
  const named = sheet.request.transcript
    .filter(({ seat }) => seat === 'wind')
    .flatMap(({ text }) => readPoints(text))
    .filter(({ text }) => /^\*\*|New: \*\*/.test(text))
    .map(({ name, text }) =>
      text.startsWith('New: **') ? quoteText(/\*\*(.+?)\*\*/.exec(text)?.[1] ?? name, 60) : name,
    );
  const names = [...new Set(named)].filter((name) => name !== '');
  return names.length === 0 ? [topic.action] : (names as [string, ...string[]]);
}

export function wallSpeaks(sheet: Sheet, topic: Topic): string {
  return sheet.spoken('wall') === 0 ? writeOpening(sheet, topic) : writeLater(sheet, topic);
}

function writeOpening(sheet: Sheet, topic: Topic): string {
  const names = optionNames(sheet, topic);
  const { seed } = sheet.request;
  const blocked = drawNumber(`${seed}|blocked`, 2) === 0;
  const ranked = [...risksFor(topic)]
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, 6)
    .filter((_, index) => index % 2 === drawNumber(`${seed}|risks`, 2))
    .map(written);
  return [
    blocked
      ? `Verdict: blocked (60%): “${quoteText(names[0], 40)}” has no evidence yet, and there is a cheap way to get some.`
      : `Verdict: conditional (70%): nothing here is tested, and at least one option is cheap to test.`,
    ...(blocked
      ? [
          `An opportunity blocks it: one number about ${topic.subject}, taken today, and a way back that was used once would lift it.`,
        ]
      : []),
    '',
    'Evidence:',
    `- given: the question “${topic.question}” and ${names.length === 1 ? 'one option' : `${names.length} options`} from Wind. Nothing else.`,
    '- known: being wrong is cheaper about a step you can undo.',
    `- assumed: someone is waiting for a decision on ${topic.subject}. Check: name them, with a date.`,
    '',
    'Each option at its best, and where it breaks:',
    ...names.slice(0, 4).map((name, index) => `${index + 1}. “${name}”: ${edge(sheet, topic, name, index)}`),
    '',
    'Pre-mortem: a year later, it failed. Why, worst first?',
    ...ranked.map((risk) => `- ${risk}`),
    '',
    `What would change this verdict: a baseline for ${topic.subject}, a name for whoever may stop it, and a test case that a critic picked.`,
  ].join('\n');
}

/** Where an option is strong and where it breaks; one that can be undone breaks elsewhere than one that cannot. */
function edge(sheet: Sheet, topic: Topic, name: string, index: number): string {
  const { subject } = topic;
  const undo = optionsFor(topic).find((option) => quoteText(option.name, 60) === name)?.undo ?? index % 2 === 1;
  const edges = undo
    ? [
        'it produces evidence. Breaks if no result can end it. Opportunity: write the ending first.',
        'little is at stake. Breaks if the first part was the easy part. Opportunity: let a critic choose the part.',
        `little changes today. Breaks if ${subject} gets worse unseen. Constraint: waiting has a price that nobody has named.`,
      ]
    : [
        `it ends the argument. Breaks where ${subject} touches what others own. Opportunity: list those places; one page of them is passable.`,
        'everyone knows the rule. Breaks at the first exception. Opportunity: name the exceptions now, and who grants them.',
        'it is settled once. Breaks because there is no second try. Constraint: what is gone stays gone.',
      ];
  return sheet.fresh(`edge-${undo}`, edges);
}

function writeLater(sheet: Sheet, topic: Topic): string {
  const asked = askedByDoor(sheet, 'wall');
  const names = optionNames(sheet, topic);
  const newest = names.at(-1) ?? names[0];
  const target = quoteText(names[(sheet.round + 1) % names.length] ?? names[0], 48);
  const statement = sheet.latest('wind');
  const move = quoteText(/New: \*\*([^*\n]+)\*\*/.exec(statement ?? '')?.[1] ?? namesIn(statement)[0] ?? newest, 60);
  const { subject } = topic;
  const term = topic.terms[sheet.round % topic.terms.length] ?? topic.terms[0];
  const last = sheet.round >= Number(sheet.request.values['rounds'] ?? Number.POSITIVE_INFINITY);
  const turns = sheet.request.transcript.length;
  return [
    last
      ? `Verdict: sound (80%): for a step on ${subject} with an end date; nothing larger has passed.`
      : sheet.fresh('verdict', [
          `Verdict: conditional (70%): “${quoteText(newest, 40)}” moves the debate forward; one condition is still open.`,
          `Verdict: conditional (70%): the small step on ${subject} holds; the large one has gained nothing.`,
          `Verdict: conditional (70%): two objections are met; the third got a wish for an answer.`,
        ]),
    '',
    'Evidence:',
    ...sheet
      .several(
        'evidence',
        [
          `given: Wind's “${move}”. It is the first thing said here that a stranger can check.`,
          `given: everyone says “${term}”, and nobody has said what it covers.`,
          `given: after ${turns === 1 ? 'one turn' : `${turns} turns`} there is still no number about ${subject}. That absence counts.`,
          `known: whoever runs a test wants it to pass, so someone else must write the measure for ${subject}.`,
          `known: a trial that costs nothing to overrun has no end date.`,
          `assumed: the people behind ${subject} agree to be measured. Check: ask one of them first.`,
          `assumed: undoing “${target}” takes less than a day. Check: do it once, with a clock.`,
        ],
        2,
      )
      .map((line) => `- ${line}`),
    '',
    sheet.fresh('answer', [
      `1. Wind's strongest point, “${move}”: accepted as a first step, refused as proof. It shows what is possible, not what lasts.`,
      `1. Wind says “${move}”. That holds if the person who may stop it did not propose it. Until then my objection stands.`,
      `1. “${move}” answers my objection about size, so I drop it. It does not answer the one about who pays.`,
      `1. “${move}” ends on a date, not on a result. Add a result that ends it, and I withdraw my objection.`,
    ]),
    sheet.fresh('second', [
      `2. “${target}” still lacks what any outsider asks first: what are the numbers for ${subject} today?`,
      `2. “${target}” loses its advantage once two people have to agree to stop it.`,
      `2. “${target}” is fine as an experiment. As a decision it stays out.`,
      `2. “${target}” is cheap only while ${subject} stays small. Say at what size it ends.`,
    ]),
    ...(asked === undefined
      ? []
      : [
          sheet.fresh('door', [
            `3. Door asks: “${asked}?” That is a missing fact, and an hour gets it. Opportunity.`,
            `3. On Door's question, “${asked}?”: that is about values. No evidence settles it; someone has to own it.`,
            `3. Door's question, “${asked}?”, has a short answer: a number that a critic writes down and I cannot change later.`,
          ]),
        ]),
    '',
    `New risk from the last turn: ${sheet.fresh('risk', risksFor(topic).map(written))}`,
    '',
    `What would change this verdict: ${sheet.fresh('change', [
      `one person outside this debate who would bet a week of their own time on ${subject}.`,
      `the first test on ${subject} done, whatever its result, and written up the same day.`,
      `a sentence from whoever pays for ${subject} about what they want in return.`,
      `one timed return to ${subject} as it is today.`,
      `a second case for ${subject}, chosen by a critic after the first one worked.`,
    ])}`,
  ].join('\n');
}
