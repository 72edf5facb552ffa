// Answers that a rehearsal gives: seats differ at first, so that there is something to debate.
import { type Answer, formatAnswer } from '../../../domain/question/answer.ts';
import type { OpinionState } from './state.ts';

const REHEARSED = 'Rehearsal: no model thought about this.';

function sampleAnswer({ question }: OpinionState, place: number, subject: string): string {
  const { answer, options } = question;
  const count = options.length;
  const turned = options.map((_, index) => ((index + place) % count) + 1);
  const samples: Readonly<Record<typeof answer, () => Answer>> = {
    'yes-no': () => ({ kind: 'option', option: (place % 2) + 1 }),
    choice: () => ({ kind: 'option', option: (place % count) + 1 }),
    ranking: () => ({ kind: 'ranking', order: turned }),
    number: () => ({ kind: 'number', value: String(10 + place), range: { low: '5', high: '20' } }),
    probability: () => ({ kind: 'probability', percent: 30 + 20 * (place % 3) }),
    text: () => ({ kind: 'text' }),
  };
  const made = samples[answer]();
  return made.kind === 'text' ? `Try one part of ${subject} first. ${REHEARSED}` : formatAnswer(question, made);
}

export function sampleOpening(state: OpinionState, seat: string, subject = 'the topic'): string {
  const place = state.seats.indexOf(seat);
  return JSON.stringify({
    answer: sampleAnswer(state, place, subject),
    confidence: 60 + 5 * place,
    claims: [`${subject} can be tried in one place first. ${REHEARSED}`],
    change_mind: 'A measurement that shows the opposite.',
  });
}

/** Everybody ends with what the last seat had said at first. */
export function sampleBallot(state: OpinionState, seat: string, votes: boolean, subject = 'the topic'): string {
  const last = state.seats.length - 1;
  const claims = state.seats.slice(0, -1).reduce((sum, each) => sum + (state.openings[each]?.claims ?? 0), 0);
  return JSON.stringify({
    answer: sampleAnswer(state, last, subject),
    confidence: 70,
    moved_by: seat === state.seats[last] || state.openings[seat] === undefined ? null : `C${claims + 1}`,
    reason: REHEARSED,
    ...(votes ? { vote: seat === state.seats[last] ? 'own' : 'accept', objection: null } : {}),
  });
}

export function sampleChallenge(): string {
  return JSON.stringify({ stands: false, case: REHEARSED });
}
