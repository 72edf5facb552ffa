// From a request to the answer of its seat: which worksheet it is, opinions and votes, and the mediator's pick.
import { capitalize } from '../../../../domain/words/sentence.ts';
import { doorDecides, doorNarrows, doorRefines } from './door.ts';
import {
  drawNumber,
  type EarlierTurn,
  nested,
  openSheet,
  quoteText,
  type Request,
  readPoints,
  type Sheet,
} from './sheet.ts';
import { readTopic, type Topic } from './topic.ts';
import { wallSpeaks } from './wall.ts';
import { windSpeaks } from './wind.ts';

const OPINION = /^(?:Opening|Final answer|Objection|Challenge of the agreement), /;

/** The same request with the turns of the debate alone, which is what turns answer. */
function withoutOpinions(request: Request): Request {
  return { ...request, transcript: request.transcript.filter(({ title }) => !OPINION.test(title)) };
}

/** Rejections of the ballots so far, the oldest first. */
function listObjections({ transcript }: Request): readonly EarlierTurn[] {
  return transcript.filter(({ title }) => title.startsWith('Objection, '));
}

/** The line that a decision on a closed question begins with; empty where none is asked for. */
function answerLine({ values, transcript, seat }: Request): string {
  if (values['answer'] !== undefined) return `ANSWER: ${values['answer']}\n\n`;
  if ((values['answer_line'] ?? '') === '') return '';
  const opening = transcript.find(({ title, seat: by }) => by === seat && title.startsWith('Opening, '));
  const answer = /^\*\*(.+?)\*\*/.exec(opening?.text ?? '')?.[1];
  return `ANSWER: ${answer ?? 'not enough to say'}\n\n`;
}

/** Whether this seat rejects the decision now: as set, or by seed once by Wall in every second topic. */
function doesReject(request: Request, rejectedBefore: number): boolean {
  const { vote, seat, seed } = request;
  const bySeed = vote === 'by-seed' && seat === 'wall' && drawNumber(`${seed}|vote`, 2) === 0;
  return vote === 'reject' || (rejectedBefore === 0 && (vote === 'reject-once' || bySeed));
}

/** The answer that the format has ready, with an objection where this seat rejects the decision, unless it is its own. */
function ballot(sheet: Sheet, { subject }: Topic, sample: string): string {
  const { request } = sheet;
  const ready = JSON.parse(sample) as { readonly vote?: string };
  const before = listObjections(request).filter(({ seat }) => seat === request.seat).length;
  if (ready.vote === undefined || ready.vote === 'own' || !doesReject(request, before)) return sample;
  const objection = sheet.fresh('objection', [
    `When to reverse it: no number about ${subject} is named. Change: “measured before the start, by someone else”.`,
    'Next steps: nobody may stop it. Change: “first, write down who may stop it”.',
    'Decision: it ends on a date only. Change: “ends on the date or at the first sign, whichever comes first”.',
    'It rests on: the test case is ours. Change: “a critic picks the case”.',
  ]);
  const again = before === 0 ? '' : `${capitalize(request.seat)} rejects version ${before + 1} as well. `;
  return JSON.stringify({ ...ready, vote: 'reject', objection: `${again}${objection}` });
}

const MOST_ANSWERED = 2;

const ANSWERS: readonly ((subject: string) => string)[] = [
  (subject) => `concede: it holds for ${subject}, as far as a trial goes.`,
  (subject) => `rebut: nobody has shown that for ${subject}.`,
  (subject) => `refine: It holds for the first part of ${subject}, and nobody knows about the rest.`,
];

/** Lines below the turn; empty where the request lists no claims. */
function answerClaims({ values, seed, seat }: Request, { subject }: Topic): string {
  const open = [...(values['open_claims'] ?? '').matchAll(/\bC\d+\b/g)].map(([name]) => name);
  const lines = open.slice(0, MOST_ANSWERED).map((name) => {
    const answer = ANSWERS[drawNumber(`${seed}|${seat}|${name}`, ANSWERS.length)] as (typeof ANSWERS)[number];
    return `- ${name} ${answer(subject)}`;
  });
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
}

const SEATS = ['wind', 'wall', 'door'] as const;

/** Deterministic: the same request gives the same answer, on every machine. */
export function compose(whole: Request): string {
  const topic = readTopic(whole.topic);
  if (whole.sample !== undefined) {
    return whole.task === 'ballot-and-vote' ? ballot(openSheet(whole), topic, whole.sample) : whole.sample;
  }
  const request = withoutOpinions(whole);
  const sheet = openSheet(request);
  const { task } = request;
  switch (task) {
    case 'vote':
      return vote(sheet, topic);
    case 'pick':
      return pickSpeaker(sheet);
    case 'decide':
    case 'carry-out':
      return `${doorDecides(sheet, topic, answerLine(whole))}${answerClaims(whole, topic)}`;
    case 'refine':
      return doorRefines(sheet, topic, { answer: answerLine(whole), objections: listObjections(whole) });
    default:
      return `${speak(sheet, topic)}${answerClaims(whole, topic)}`;
  }
}

/** A seat of another format opens when nobody has spoken yet and tests what is there otherwise. */
function speak(sheet: Sheet, topic: Topic): string {
  const { seat, transcript } = sheet.request;
  if (seat === 'door') return doorNarrows(sheet, topic);
  if (seat === 'wind' || (seat !== 'wall' && transcript.length === 0)) return windSpeaks(sheet, topic);
  return wallSpeaks(sheet, topic);
}

function vote(sheet: Sheet, topic: Topic): string {
  const { request } = sheet;
  const rejected = request.transcript.filter(
    ({ seat, text }) => seat === request.seat && text?.startsWith('VOTE: REJECT'),
  ).length;
  return doesReject(request, rejected) ? writeRejection(sheet, topic, rejected) : writeApproval(sheet, topic, rejected);
}

function writeApproval(sheet: Sheet, topic: Topic, rejected: number): string {
  const points = readPoints(sheet.latest('door'));
  const decision = points.find(({ text }) => /^\*\*Decision/.test(text)) ?? points[0];
  const chosen = quoteText(nested(decision?.text.replace(/^\*\*.*?\*\*/, '') ?? topic.action), 80);
  const seat = capitalize(sheet.request.seat);
  const met =
    rejected === 0 ? '' : ` The tighter limit answers my ${rejected === 1 ? 'objection' : `${rejected} objections`}.`;
  return [
    'VOTE: APPROVE',
    '',
    `${seat} votes on: “${chosen}”.${met}`,
    `- ${sheet.fresh('approve', [
      `Enough for ${seat}: the step on ${topic.subject} has an end date and can be stopped.`,
      `${seat} can defend this to whoever loses: the loss on ${topic.subject} is capped.`,
      `${seat} asked for a baseline, an end and a way back for ${topic.subject}. All three are in it.`,
    ])}`,
    `- The strongest reason against, which ${seat} accepts: ${sheet.fresh('despite', [
      'a small success will be told as a big one. Who will correct that?',
      'the easy case gets tried first. Who picks the second?',
      `nobody here knows ${topic.subject}. Has someone who does read this?`,
    ])}`,
  ].join('\n');
}

function writeRejection(sheet: Sheet, topic: Topic, rejected: number): string {
  const count = rejected + 1;
  return [
    'VOTE: REJECT',
    '',
    `${capitalize(sheet.request.seat)} read version ${count} of the decision on ${topic.subject}.`,
    `- ${sheet.fresh('fault', [
      `When to reverse it: no number is named. Change: “measured before the start, by someone else”.`,
      `Next steps: nobody may stop it. Change: “first, write down who may stop it”.`,
      `Decision: it ends on a date only. Change: “ends on the date or at the first sign, whichever comes first”.`,
      `It rests on: the test case is ours. Change: “a critic picks the case”.`,
    ])}`,
    `- ${sheet.fresh('limit', [
      `Time limit: too long for what it can show. Change: one week less. What would only the last week show?`,
      `Constraints kept: nothing is given up in return. Change: name what waits. What would nobody miss?`,
      `Rejected: one option was dismissed in half a sentence. Change: one reason that its supporters would accept. Which one?`,
    ])}`,
  ].join('\n');
}

/** Whoever has spoken least, in the order of the seats; enough when all have spoken twice and Door was last. */
function pickSpeaker(sheet: Sheet): string {
  const counts = SEATS.map((seat) => sheet.spoken(seat));
  const fewest = Math.min(...counts);
  const last = sheet.request.transcript.findLast(({ seat }) => SEATS.some((known) => known === seat))?.seat;
  const turn = counts.reduce((sum, count) => sum + count, 1);
  if (fewest >= 2 && last === 'door') {
    return `NEXT: close\nAll three have spoken at least ${fewest} times and Door spoke last. Turn ${turn} would only repeat.`;
  }
  const seat =
    SEATS.find((known, at) => counts[at] === fewest && known !== last) ??
    SEATS.find((known) => known !== last) ??
    'wind';
  return `NEXT: ${seat}\nTurn ${turn} goes to ${capitalize(seat)}, who has something to answer (turns so far: ${sheet.spoken(seat)}).`;
}
