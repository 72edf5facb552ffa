// Answers that a rehearsal gives: seats differ at first, so that there is something to debate, and end with the same answer.
import type { Answer } from '../../../domain/question/answer.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { type OpinionState, tallyOpenings } from './state.ts';

const REHEARSED = '(Rehearsal: no model thought about this.)';

/** By place among the seats, again from the first where there are more. */
const WORDS: readonly ((subject: string) => { readonly answer: string; readonly claims: readonly string[] })[] = [
  (subject) => ({
    answer: `Try one part of ${subject} first, with an end date.`,
    claims: [
      `A small trial of ${subject} can be stopped within a week.`,
      `Waiting teaches nobody anything about ${subject}.`,
    ],
  }),
  (subject) => ({
    answer: `Change nothing about ${subject} until its cost has been measured.`,
    claims: [`Nobody here has a number for what ${subject} costs today.`],
  }),
  (subject) => ({
    answer: `Measure ${subject} for two weeks, then try one part of it.`,
    claims: [`Two weeks are enough for a baseline of ${subject}.`, 'With a baseline, a trial has a result.'],
  }),
];

const wordsOf = (place: number, subject: string) => (WORDS[place % WORDS.length] as (typeof WORDS)[number])(subject);

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
  return made.kind === 'text' ? wordsOf(place, subject).answer : formatAnswer(question, made);
}

const WHERE = 'the topic';

export function sampleOpening(state: OpinionState, seat: string, subject = WHERE): string {
  const place = state.seats.indexOf(seat);
  return JSON.stringify({
    answer: sampleAnswer(state, place, subject),
    confidence: 60 + 5 * place,
    claims: wordsOf(place, subject).claims,
    change_mind: `A measurement of ${subject} that shows the opposite. ${REHEARSED}`,
  });
}

function sampleVote(isOwn: boolean, isAgainst: boolean, subject: string) {
  if (!isAgainst) return { vote: isOwn ? 'own' : 'accept', objection: null };
  const objection = `It begins before anybody has measured ${subject}; put the measurement first and make the rest depend on it.`;
  return { vote: 'reject', objection: `${objection} ${REHEARSED}` };
}

/** Everybody ends with what the last seat had said at first, except one that keeps its own answer. */
export function sampleBallot(
  state: OpinionState,
  seat: string,
  { votes, named, keeps }: { readonly votes: boolean; readonly named: readonly string[]; readonly keeps: boolean },
  subject = WHERE,
): string {
  const last = state.seats.length - 1;
  const answer = sampleAnswer(state, keeps ? state.seats.indexOf(seat) : last, subject);
  const isMoved =
    state.openings[seat] !== undefined && answer !== sampleAnswer(state, state.seats.indexOf(seat), subject);
  const claims = state.holders.slice(0, -1).reduce((sum, each) => sum + (state.openings[each]?.claims ?? 0), 0);
  const name = `C${claims + 1}`;
  const reason = isMoved
    ? `That claim decides it for ${subject}; nobody brought a number against it.`
    : `The strongest point against it: an easy success with ${subject} misleads.`;
  return JSON.stringify({
    answer,
    confidence: 70,
    moved_by: isMoved && named.includes(name) ? name : null,
    reason: `${reason} ${REHEARSED}`,
    ...(votes ? sampleVote(seat === state.seats[last], keeps, subject) : {}),
  });
}

export function sampleChallenge(state: OpinionState, subject = WHERE): string {
  const { majority } = tallyOpenings(state);
  const answer = majority === undefined ? 'the answer' : `“${formatAnswer(state.question, majority)}”`;
  const against = `All seats may take the same thing about ${subject} for granted. To overturn ${answer}, somebody would need a number that none of them has.`;
  return JSON.stringify({ stands: false, case: `${against} ${REHEARSED}` });
}
