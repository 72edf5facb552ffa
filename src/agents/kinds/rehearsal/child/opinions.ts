// Openings and ballots on a worksheet: kept apart from the turns of the debate, with the vote that the settings ask for.
import { type Contribution, capitalize, drawNumber, type Request, type Sheet } from './sheet.ts';
import type { Topic } from './topic.ts';

const OPINION = /^(?:Opening|Final answer|Objection|Challenge of the agreement), /;

/** The same request with the turns of the debate alone, which is what turns answer. */
export function withoutOpinions(request: Request): Request {
  return { ...request, transcript: request.transcript.filter(({ title }) => !OPINION.test(title)) };
}

/** Rejections of the ballots so far, the oldest first. */
export function listObjections({ transcript }: Request): readonly Contribution[] {
  return transcript.filter(({ title }) => title.startsWith('Objection, '));
}

/** The line that a decision on a closed question begins with; empty where none is asked for. */
export function answerLine({ values, transcript, seat }: Request): string {
  if (values['answer'] !== undefined) return `ANSWER: ${values['answer']}\n\n`;
  if ((values['answer_line'] ?? '') === '') return '';
  const opening = transcript.find(({ title, seat: by }) => by === seat && title.startsWith('Opening, '));
  const answer = /^\*\*(.+?)\*\*/.exec(opening?.text ?? '')?.[1];
  return `ANSWER: ${answer ?? 'not enough to say'}\n\n`;
}

/** Whether this seat rejects the decision now: as set, or by seed once by Wall in every second topic. */
export function doesReject(request: Request, rejectedBefore: number): boolean {
  const { vote, seat, seed } = request;
  const bySeed = vote === 'by-seed' && seat === 'wall' && drawNumber(`${seed}|vote`, 2) === 0;
  return vote === 'reject' || (rejectedBefore === 0 && (vote === 'reject-once' || bySeed));
}

/** The answer that the format has ready, with an objection where this seat rejects the decision, unless it is its own. */
export function ballot(sheet: Sheet, { subject }: Topic, sample: string): string {
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
