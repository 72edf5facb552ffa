// A panel of equals: blind openings, claims that each seat concedes, rebuts or refines, a blind ballot that decides, a writer who sat on
// no side, and a report of each seat in the minority.
import { defineFormat } from '../define-format.ts';
import { decision } from './acts/decision.ts';
import { minorityReport } from './acts/minority-report.ts';
import { listReplyWords, reply } from './acts/reply.ts';
import { expendable, isBallotDue, next } from './next.ts';
import { MIN_SEATS, type Options, optionsSchema, recipes } from './options.ts';
import { addRounds } from './result.ts';
import { markRound, roundOf } from './rounds.ts';
import { listPanelists, nameSpeakers, PANELISTS, seatsOf, WRITER } from './seats.ts';
import { initial, type ReplyData, type State } from './state.ts';
import { listMinority } from './verdict.ts';
import { view } from './view.ts';

export const format = defineFormat<Options, State>({
  id: 'panel',
  title: 'Panel',
  summary: 'Equals answer blind, then each other claim by claim; a blind ballot decides, and a writer writes it down.',
  options: optionsSchema,
  recipes,
  prompts: ['panelist', WRITER, 'reply', 'write', 'write-open', 'draft', 'revise', 'minority-report'],
  panel: { option: 'seats', seats: PANELISTS, fewest: MIN_SEATS },
  seats: seatsOf,
  readerNames: nameSpeakers,
  acts: { reply, decision, 'minority-report': minorityReport },
  opinions: {
    seats: listPanelists,
    votes: 'open-questions',
    isBallotDue,
    maxBallots: ({ maxRefinements }) => maxRefinements + 1,
    dissents: true,
  },
  claims: {
    wordsOf: (text, { data, by }) => listReplyWords(text, data as unknown as ReplyData, by.author !== undefined),
    roundOf,
    couldReply: ({ data: { act, data } }, { round }) => act === 'reply' && (round ?? 0) < Number(data['round']),
  },
  /** Without openings and ballots. */
  calls: ({ seats, rounds, maxRefinements }) => ({
    ...{ atLeast: seats + 1, atMost: seats * rounds + 1 + maxRefinements + seats },
  }),
  sampleAct: () => 'decision',
  initial,
  evolve: (state, event) => markRound(state.since === '' ? { ...state, since: event.at } : state, event),
  next,
  view,
  blindSince: ({ roundFrom }) => roundFrom,
  expendable,
  /** In its own words where a seat has written them. */
  dissent(_, state, known) {
    const written = listMinority(state).filter((seat) => state.reports[seat] !== undefined);
    const covered = new Set(written.map((seat) => state.opinions.ballotSeqs[seat]));
    const ballots = known.filter((each) => typeof each !== 'number' || !covered.has(each));
    return [...ballots, ...written.flatMap((seat) => state.reports[seat] ?? [])];
  },
  extendResult: addRounds,
});
