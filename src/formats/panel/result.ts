// What a panel came to beside its opinions and claims: its rounds, what stays disputed, and who is in the minority.
import * as z from 'zod';
import type { LedgerEvent } from '../../domain/events.ts';
import type { Answer } from '../../domain/question/answer.ts';
import type { FormatResult } from '../../domain/record.ts';
import { addDetails } from '../../domain/words/conclusions.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { type Claims, claimName } from '../common/claims/state.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { listUnballoted } from '../common/opinions/state.ts';
import { findOpening } from '../common/transcript.ts';
import { listAwaited, listDisputed, listUnanswered } from './rounds.ts';
import { labelSeat, listPanelists, nameSpeakers } from './setup.ts';
import type { State } from './state.ts';

/** Beside openings, ballot, claims and influence. */
export const panelResultSchema = z.strictObject({
  rounds: z.array(
    z.strictObject({ round: z.number(), moved: z.boolean().describe('Somebody said something new of a claim') }),
  ),
  disputed: z.array(z.string()).describe('Claims that somebody still rebuts or wants to refine'),
  minority: z.array(
    z.strictObject({ seat: z.string(), report: z.number().nullable().describe('The event of its report') }),
  ),
});

/** The answer that stands; `undefined` where the ballot is not in, or nothing is settled. */
export function findStanding(state: State): Answer | undefined {
  return listUnballoted(state.opinions).length === 0 ? settleOpinions(state).answer : undefined;
}

/** Seats that the answer or the decision passed over, also those that have left; nobody where nothing is settled. */
export function listMinority(state: State): readonly string[] {
  if (listUnballoted(state.opinions).length > 0) return [];
  const { label, minority } = settleOpinions(state);
  return label === 'not-settled' ? [] : minority;
}

const listNames = (claims: Claims) => claims.map(({ number }) => claimName(number));

const isRoundDue = (state: State): boolean => state.ended === undefined && listAwaited(state).length > 0;
const nameMoment = (state: State): string => (isRoundDue(state) ? 'so far' : 'in the end');

/** A round in which nobody moves is no agreement, so it is said what is left open. */
function describeRounds(state: State, disputed: readonly string[], unanswered: readonly string[]): string {
  const { rounds, options } = state;
  const held = `The seats answered the claims in ${rounds.length} of at most ${countNoun(options.rounds, 'round')}.`;
  const still = rounds.at(-1) === false ? ` In round ${rounds.length} nobody moved, which is not agreement.` : '';
  const when = nameMoment(state);
  const open = disputed.length === 0 ? `No claim is disputed ${when}.` : `Disputed ${when}: ${disputed.join(', ')}.`;
  const rest = unanswered.length === 0 ? '' : ` Answered by nobody: ${unanswered.join(', ')}.`;
  return `${held}${still} ${open}${rest}`;
}

/** Texts of seats name each other as they know each other. */
function describeSpeakers(options: State['options'], seed: string): string {
  const names = [...nameSpeakers({ options, seed })].toSorted(([, one], [, other]) => (one < other ? -1 : 1));
  return `The seats read each other as ${names.map(([seat, name]) => `${name} (${labelSeat(seat)})`).join(', ')}.`;
}

export function addRounds(base: FormatResult, log: readonly LedgerEvent[], state: State): FormatResult {
  const { rounds, reports, options } = state;
  const disputed = rounds.length === 0 ? [] : listNames(listDisputed(state));
  const unanswered = isRoundDue(state) ? [] : listNames(listUnanswered(state));
  const minority = state.decidedBy === 'seats' ? listMinority(state) : [];
  const data = {
    disputed,
    rounds: rounds.map((moved, index) => ({ round: index + 1, moved })),
    minority: minority.map((seat) => ({ seat, report: reports[seat] ?? null })),
  } satisfies z.infer<typeof panelResultSchema>;
  if (rounds.length === 0) return { ...base, data: { ...base.data, ...data } };
  const facts = [
    `${countNoun(state.numberedClaims?.length ?? 0, 'claim')}, ${disputed.length} disputed ${nameMoment(state)}`,
    ...(unanswered.length === 0 ? [] : [`${unanswered.length} answered by nobody`]),
    ...(minority.length === 0 ? [] : [`${minority.length} of ${listPanelists(options).length} in the minority`]),
  ];
  const page = [
    '### Rounds',
    describeRounds(state, disputed, unanswered),
    describeSpeakers(options, findOpening(log)?.seed ?? ''),
  ];
  const headline = [base.headline, ...facts].join('; ');
  return addDetails({ ...base, data: { ...base.data, ...data }, headline }, page);
}
