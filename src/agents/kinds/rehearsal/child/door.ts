// Door on the worksheet: it narrows while rounds remain, then decides for what can be undone, and refines on objection.
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { optionsFor } from './options.ts';
import { drawNumber, type EarlierTurn, namesIn, quoteText, readPoints, type Sheet } from './sheet.ts';
import type { Topic } from './topic.ts';
import { optionNames } from './wall.ts';

/** The option that is ahead: the reversible experiment under Wind's name for it, since nothing is known. */
function findGround(sheet: Sheet, topic: Topic) {
  const option = optionsFor(topic)[3];
  const names = optionNames(sheet, topic);
  const small = names.find((name) =>
    /\b(trial|try|pilot|experiment|probe|slice|part|first|small|few|test)\b/i.test(name),
  );
  const chosen: string = names.find((name) => name === quoteText(option.name, 60)) ?? small ?? names[0];
  const statement = sheet.latest('wall');
  const risk = /\*\*([^*\n]+)\*\* \(likelihood/.exec(statement ?? '')?.[1];
  return {
    chosen,
    option,
    others: names.filter((name) => name !== chosen).slice(0, 4),
    risk: quoteText(risk ?? namesIn(statement)[0] ?? `no owner for ${topic.subject}`, 60),
  };
}

export function doorNarrows(sheet: Sheet, topic: Topic): string {
  const { chosen, others, risk } = findGround(sheet, topic);
  const { subject } = topic;
  const other = quoteText(others[sheet.round % Math.max(1, others.length)] ?? topic.action, 48);
  const lines = [
    sheet.fresh('tension', [
      `The tension: Wind wants to learn by doing, Wall wants to know before doing. “${chosen}” and “${risk}” are its two ends.`,
      `The tension now comes down to one question: who may stop it, and at which number?`,
      `The tension has moved. It is no longer whether, but how small “${chosen}” can be and still tell us something.`,
      `Behind the tension about ${subject} is one about time: Wind counts the cost of waiting, Wall the cost of haste. Nobody has either number.`,
    ]),
    sheet.fresh('settled', [
      `Settled: nothing irreversible comes first. Nobody objected.`,
      `Settled: “${other}” has no supporter but its author, and comes back only with a new argument.`,
      `Settled: no change to ${subject} before there is a baseline.`,
      `Settled: whoever proposed the step does not judge it.`,
    ]),
    sheet.fresh('open', [
      `Open, a fact: where ${subject} stands today. An hour of counting settles it.`,
      `Open, a value: may the people who bear the cost of ${subject} refuse?`,
      `Open: is “${risk}” worse than leaving ${subject} alone? Both were claimed, neither shown.`,
      `Open: which result about ${subject} ends it early? Without one, the date is decoration.`,
    ]),
    sheet.fresh('ahead', [
      `Ahead: “${chosen}”. It meets Wall's strongest point, “${risk}”, at a price we choose.`,
      `Still ahead: “${chosen}”. “${other}” needs everything it needs, plus a way back.`,
      `“${chosen}” leads by less: Wall is right that success on easy ground proves little.`,
      `Nothing has overtaken “${chosen}”. From here I only look for a reason to stop it.`,
    ]),
    `To Wind: ${sheet.fresh('to-wind', [
      `what is the smallest version of “${chosen}” whose result you would believe?`,
      `which result about ${subject} would make you give up “${chosen}”?`,
      `if only one of your tests is ever run, which one?`,
      `what would you cut from “${chosen}” to halve the time?`,
    ])}`,
    `To Wall: ${sheet.fresh('to-wall', [
      `if “${risk}” were covered, what would you still object to?`,
      `which number about ${subject} would you accept from someone you do not trust?`,
      `what does it cost per month to leave ${subject} undecided?`,
      `which of your risks would remain without “${chosen}”?`,
    ])}`,
  ];
  return numbered(
    sheet.spoken('door') === 0
      ? [
          ...lines,
          'Nothing is decided yet. A rehearsal weighs the form of the arguments; their content needs someone who knows the subject.',
        ]
      : lines,
  );
}

const numbered = (lines: readonly string[]): string => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');

/** `answer`: the line that names the answer, where the question is closed, or nothing. */
export function doorDecides(sheet: Sheet, topic: Topic, answer: string): string {
  const points = numbered(writeDecision(sheet, topic, { version: 0, isAnswered: answer !== '' }));
  return `${answer}${points}\n${writeSearchLine(sheet, topic)}`;
}

interface Refined {
  readonly answer: string;
  /** Of ballots; votes are in the transcript. */
  readonly objections: readonly EarlierTurn[];
}

export function doorRefines(sheet: Sheet, topic: Topic, { answer, objections: ofBallots }: Refined): string {
  const refinement = Number(sheet.request.values['refinement'] ?? 1) || 1;
  const votes = sheet.request.transcript.filter(({ text }) => text?.startsWith('VOTE: REJECT'));
  const rejections = [
    ...votes,
    ...ofBallots.map(({ text = '', ...rest }) => ({
      ...rest,
      text: `- ${text.replace('Rejects the decision: ', '')}`,
    })),
  ].slice(-2);
  const objections = rejections.flatMap(({ seat, text }) =>
    readPoints(text)
      .slice(0, 2)
      .map((point) => ({ seat, ...point, change: changeAskedIn(point.text) })),
  );
  const answers = objections.map(
    ({ seat, name, change }) =>
      `${seat === 'wind' ? 'Wind' : 'Wall'} objects: “${name}”. ${
        change === undefined
          ? 'Accepted in part: the limits below are tighter.'
          : `Accepted: “${change}” is now in the decision.`
      }`,
  );
  const changes = objections.flatMap(({ change }) => (change === undefined ? [] : [`“${change}”`]));
  const lines = [
    `Answers to the objections, refinement ${refinement}:`,
    numbered(
      answers.length === 0
        ? [`No objection could be read in round ${sheet.round}; the limits below are tighter anyway.`]
        : answers,
    ),
    '',
    `The complete decision, version ${refinement + 1}:`,
    numbered(writeDecision(sheet, topic, { version: refinement, isAnswered: answer !== '' }, changes)),
    writeSearchLine(sheet, topic),
  ];
  return answer + lines.join('\n');
}

const writeSearchLine = (sheet: Sheet, { subject }: Topic) =>
  sheet.fresh('search', [
    `SEARCH: tryout; What comes next for ${subject}?`,
    `SEARCH: tryout; How do we begin with ${subject}?`,
    `SEARCH: tryout; Who tries ${subject} first?`,
    `SEARCH: tryout; When do we stop with ${subject}?`,
  ]);

/** What a rejection says would make the decision acceptable. */
function changeAskedIn(text: string): string | undefined {
  const change = /change:\s*(.+)/i.exec(text)?.[1];
  return change === undefined ? undefined : quoteText(change.replace(/[.?!]\s.*$/u, ''), 80);
}

/** What the reversible experiment answers to each kind of question. */
const ANSWERS: Readonly<Record<Topic['kind'], string>> = {
  should: 'Not yet. ',
  choice: 'Not for good yet. ',
  safe: 'Only with a way back. ',
  how: '',
  other: '',
};

interface Version {
  readonly version: number;
  /** It begins with a line that names its answer. */
  readonly isAnswered: boolean;
}

/** The eight points; every version says them in other words, with smaller limits. */
function writeDecision(sheet: Sheet, topic: Topic, { version, isAnswered }: Version, changes: readonly string[] = []) {
  const { chosen, option, others, risk } = findGround(sheet, topic);
  const { subject } = topic;
  const { seed } = sheet.request;
  const weeks = Math.max(1, 4 - version - drawNumber(`${seed}|weeks`, 2));
  const limit = countNoun(weeks, 'week');
  const again = version === 0 ? '' : ` (version ${version + 1})`;
  return [
    `**Decision${again}.** ${chosen === option.name && !isAnswered ? ANSWERS[topic.kind] : ''}${sheet.fresh(
      'decision',
      [
        `Choose “${chosen}”, for ${limit} and not a day longer: ${option.what}.`,
        `“${chosen}” it is: ${option.what}. It ends after ${limit}, whatever it shows.`,
        `“${chosen}” comes first: ${option.what}. Stop after ${limit}.`,
        `Go with “${chosen}”, capped at ${limit}: ${option.what}.`,
      ],
    )} This is a rehearsal's decision${again}: it follows from the form of the debate, not from knowledge of ${subject}.${changes.length === 0 ? '' : ` Taken from the objections: ${changes.join('; ')}.`}`,
    `**Tension resolved.** ${sheet.fresh('resolved', [
      `Learn by doing, or know before doing? Only “${chosen}” can tell us about “${risk}”, so doing wins. The strongest point against it: an easy success misleads.`,
      `Start, or prove it first? This start is small enough to be the proof. Against it stands “${risk}”, which weighs less once someone may stop the step.`,
      `Wind and Wall disagree about the price of being wrong. A fixed end caps that price; it does not cap “${risk}”.`,
      `Both want evidence; the question was who pays for it. The step pays, up to its limit, and “${risk}” stays on the list.`,
    ])}`,
    `**Rejected.** ${
      others.length === 0
        ? `No other option was named${again}. Leaving ${subject} open is rejected because nobody put a price on it.`
        : others.map((other, index) => `“${other}”: ${writeReason(index + version * 2)}`).join(' ')
    }`,
    `**It rests on.** ${sheet.fresh('rests', [
      `Given: the question and the turns above. Assumed: ${subject} can be measured (try it once), and someone may stop the step (ask who).`,
      `Assumed: the case we try is typical (let a critic pick it), and ${subject} has not changed while we talked (check tomorrow). Nothing else is given.`,
      `Nobody brought facts, so all of it is assumed: that ${subject} matters (ask who would miss it), that it can wait ${limit} (ask what falls due), that there is a way back (use it).`,
      `Only the debate is given. Assumed, and cheap to check: one owner, one baseline for ${subject}, one critic who may veto the test case.`,
    ])}`,
    `**Constraints kept, obstacles removed.** ${sheet.fresh('kept', [
      `Kept: attention is limited, so one running project pauses for ${limit}. Removed: “${risk}”, once it is written down who may stop the step.`,
      `Kept: no more than one person can do in ${limit}. Built first: the way back, used once, with the minutes it took.`,
      `Kept: nothing around ${subject} that others own. Built: a baseline that a stranger can read.`,
      `Kept: every promise already made. Built: a card with the measure, the end and the owner for ${subject}, signed by both critics.`,
    ])}`,
    `**When to reverse it.** ${sheet.fresh('reverse', [
      `On the last day, if the measure has not moved. On any day, if going back takes longer than a day. At half time, if nobody has looked at the number: it was not important.`,
      `On the day that Wall's first sign shows. After ${limit} without a result: go back. If a second person needs persuading to continue: pause and ask again.`,
      `If the critic's test case fails: at once. If the baseline proves wrong: start over or stop. If the end date moves once: it failed.`,
      `After ${limit} at the latest, unless the agreed measure says otherwise. Earlier, if someone who pays for ${subject} says stop.`,
    ])}`,
    `**Next steps.** ${sheet.fresh('steps', [
      `Tomorrow: ${option.test}. Then: a baseline for ${subject}. Then: name who may stop the step. Then start, and review on the last day.`,
      `Tomorrow, one hour: take one number about ${subject} and post it where everyone sees it. Next: use the way back once. Next: a critic picks the case. Then start.`,
      `Tomorrow: write on one page what would end the step early. Then: a reader who disagrees signs it. Then: ${option.test}. Last: put the end date in every calendar.`,
      `Tomorrow: ask someone who lives with ${subject} what they would notice first. Then: write down the measure and the end. Then: use the way back once. Then start, and stop on time.`,
    ])}`,
    `**Open dissent.** ${sheet.fresh('dissent', [
      `Wind: too small to inspire anyone. Wall: success on chosen ground is not proof.`,
      `Wind: going back each time loses half the point. Wall: “${risk}” is postponed, not removed.`,
      `Wall still asks who pays. Wind still prefers the larger option and will ask again after ${limit}.`,
      `Wind finds it timid; Wall misses a number. Both may say so again when the measure is read.`,
    ])}`,
  ];
}

function writeReason(index: number): string {
  const reasons = [
    'nobody put a number on its cost; it returns when someone does.',
    'its result would not tell us what to do next.',
    'it needs people who were not asked; it returns once they agree.',
    'it settles by habit what a test settles by result.',
    'its supporters named no result that would end it.',
    'its best argument speaks for the choice above, too.',
    'nothing said here shows that it works.',
    'it answers a neighbouring question, better asked on its own.',
  ];
  return reasons[index % reasons.length] as string;
}
