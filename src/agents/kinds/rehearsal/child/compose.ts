// From a request to the answer of its seat: which worksheet it is, the votes, and the mediator's pick.
import { doorDecides, doorNarrows, doorRefines } from './door.ts';
import { draw, openSheet, pointsOf, quoted, type Request, type Sheet, unhedged } from './sheet.ts';
import { readTopic, type Topic } from './topic.ts';
import { wallSpeaks } from './wall.ts';
import { windSpeaks } from './wind.ts';

const SEATS = ['wind', 'wall', 'door'] as const;

/** Deterministic: the same request gives the same answer, on every machine. */
export function compose(request: Request): string {
  if (request.sample !== undefined) return request.sample;
  const sheet = openSheet(request);
  const topic = readTopic(request.topic);
  switch (request.task) {
    case 'vote':
      return vote(sheet, topic);
    case 'pick':
      return pick(sheet);
    case 'decide':
      return doorDecides(sheet, topic);
    case 'refine':
      return doorRefines(sheet, topic);
    default:
      return speak(sheet, topic);
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
  const bySeed = request.seat === 'wall' && draw(`${request.seed}|vote`, 2) === 0;
  const rejects =
    request.vote === 'reject' ||
    (rejected === 0 && (request.vote === 'reject-once' || (request.vote === 'by-seed' && bySeed)));
  const text = rejects ? rejection(sheet, topic, rejected) : approval(sheet, topic, rejected);
  return request.seat === 'wall' ? unhedged(text) : text;
}

function heading(sheet: Sheet, verdict: string, basis: string): string[] {
  return sheet.request.seat === 'wall' ? [`[VERDICT] ${verdict}`, `[EVIDENCE] ${basis}`] : [basis];
}

function approval(sheet: Sheet, topic: Topic, rejected: number): string {
  const points = pointsOf(sheet.latest('door'));
  const decision = points.find(({ text }) => /^\*\*Decision/.test(text)) ?? points[0];
  const chosen = quoted(decision?.text.replace(/^\*\*.*?\*\*/, '') ?? topic.action, 80);
  const seat = sheet.request.seat;
  const met =
    rejected === 0
      ? ''
      : ` My ${rejected === 1 ? 'objection is' : `${rejected} objections are`} answered by the tighter limit.`;
  return [
    'VOTE: APPROVE',
    '',
    ...heading(sheet, 'SOUND - as a step that ends by itself.', `Read by ${seat}: “${chosen}”.${met}`),
    `- ${sheet.fresh('approve', [
      `For ${seat} it is enough that the step on “${topic.terms[0]}” can be stopped and has a date.`,
      `${seat} can defend this to whoever loses by it: the loss about “${topic.terms[0]}” is capped.`,
      `What was asked of “${topic.terms[0]}” is in it: a measure before, an end, a way back. So says ${seat}.`,
    ])}`,
    `- Strongest reason against, accepted by ${seat}: ${sheet.fresh('despite', [
      'a small success will be told as a large one. Who will tell it otherwise?',
      'the easy case will be tried first. Who picks the second one?',
      `nobody here knows “${topic.terms[0]}” itself. Who that does has read this?`,
    ])}`,
  ].join('\n');
}

function rejection(sheet: Sheet, topic: Topic, rejected: number): string {
  const seat = sheet.request.seat;
  const count = rejected + 1;
  return [
    'VOTE: REJECT',
    '',
    ...heading(
      sheet,
      `CONDITIONAL - rejected for the ${count === 1 ? 'first' : `${count}th`} time; one change each makes it pass.`,
      `The latest decision, read by ${seat} for version ${count}.`,
    ),
    `- ${sheet.fresh('fault', [
      `When to reverse it: no figure is named for “${topic.terms[0]}”. Change: “measured before the start, by someone else”.`,
      `Next steps: the one who may stop it is missing. Change: “first, write down who may stop it”.`,
      `Decision: the end is a date only. Change: “ends at the date or at the first sign, whichever comes first”.`,
      `It rests on: the test case is ours. Change: “a critic of “${topic.terms[0]}” picks the case”.`,
    ])}`,
    `- ${sheet.fresh('limit', [
      `The limit of time: too long for what it can show. Change: one week less. Is there anything that the last week alone would show?`,
      `Constraints kept: nothing is put down in exchange. Change: name what waits. What would nobody miss?`,
      `Rejected: one option was waved away in half a sentence. Change: one reason that its friend would accept. Which one would that be?`,
    ])}`,
  ].join('\n');
}

/** Whoever has spoken least, in the order of the seats; enough when all have spoken twice and Door was last. */
function pick(sheet: Sheet): string {
  const counts = SEATS.map((seat) => sheet.spoken(seat));
  const fewest = Math.min(...counts);
  const last = sheet.request.transcript.findLast(({ seat }) => SEATS.some((known) => known === seat))?.seat;
  const turn = counts.reduce((sum, count) => sum + count, 1);
  if (fewest >= 2 && last === 'door') {
    return `NEXT: close\nAll three have spoken at least ${fewest} times and Door spoke last; turn ${turn} would repeat.`;
  }
  const seat =
    SEATS.find((known, at) => counts[at] === fewest && known !== last) ??
    SEATS.find((known) => known !== last) ??
    'wind';
  return `NEXT: ${seat}\nTurn ${turn} goes to ${seat}, who has spoken ${sheet.spoken(seat)} times so far and has something to answer.`;
}
