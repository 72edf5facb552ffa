// A panel of equals: blind openings, claims that each seat concedes, rebuts or refines, a blind ballot that decides, a writer who sat on
// no side, and a report of each seat in the minority.

import { listClaimWords } from '../common/claims/prose.ts';
import { withOpinions } from '../common/opinions/with-opinions.ts';
import { defineFormat } from '../define-format.ts';
import type { Format } from '../format.ts';
import { admit } from './admit.ts';
import { isPlain, listEntryWords } from './answers.ts';
import { dataOf } from './data.ts';
import { evolve } from './evolve.ts';
import { calls, expendable, isBallotDue, next } from './next.ts';
import { MIN_SEATS, type Options, optionsSchema, recipes } from './options.ts';
import { requestDecision } from './requests.ts';
import { addRounds } from './result.ts';
import { roundOf } from './rounds.ts';
import { findDissenter } from './samples.ts';
import { listPanelists, PANELISTS, seatsOf, WRITER } from './seats.ts';
import { nameSpeakers } from './speakers.ts';
import { initial, type State } from './state.ts';
import { orderBySpeaker, transcript, view } from './transcript.ts';
import { listMinority } from './verdict.ts';

const debate = withOpinions<Options, State>(
  defineFormat<Options, State>({
    id: 'panel',
    title: 'Panel',
    summary:
      'Equals answer blind, then each other claim by claim; a blind ballot decides, and a writer writes it down.',
    options: optionsSchema,
    recipes,
    prompts: ['panelist', WRITER, 'reply', 'write', 'write-open', 'draft', 'revise', 'minority-report'],
    panel: { option: 'seats', seats: PANELISTS, fewest: MIN_SEATS },
    seats: seatsOf,
    calls,
    initial,
    evolve: (state) => state,
    next,
    admit,
    transcript,
    view,
    blindSince: ({ roundFrom }) => roundFrom,
    expendable,
    sampleStep: (options, seat) => ({ ...requestDecision({ ...initial(options) } as State), seat }),
  }),
  {
    seats: listPanelists,
    votes: 'open-questions',
    isBallotDue,
    ballotNumber: ({ refinements }) => refinements + 1,
    maxBallots: ({ maxRefinements }) => maxRefinements + 1,
    readerNames: nameSpeakers,
    findRehearsedDissenter: findDissenter,
    evolve,
    claims: {
      wordsOf: (text, { data, by }) => {
        const { claims } = dataOf('reply', data);
        return isPlain(text, by.author !== undefined) ? listClaimWords(text, claims) : listEntryWords(text, claims);
      },
      roundOf,
      couldReply: ({ data: { act, data } }, { round }) => act === 'reply' && (round ?? 0) < dataOf('reply', data).round,
    },
  },
);

export const format: Format<Options, State> = {
  ...debate,
  view: (log, step) => orderBySpeaker(log, debate.view(log, step)),
  /** In its own words where a seat has written them. */
  dissent(log, state) {
    const written = listMinority(state).filter((seat) => state.reports[seat] !== undefined);
    const covered = new Set(written.map((seat) => state.opinions?.ballotSeqs[seat]));
    const ballots = (debate.dissent?.(log, state) ?? []).filter(
      (each) => typeof each !== 'number' || !covered.has(each),
    );
    return [...ballots, ...written.flatMap((seat) => state.reports[seat] ?? [])];
  },
  result(log, state) {
    const opinions = debate.result?.(log, state);
    return opinions === undefined ? undefined : addRounds(opinions, log, state);
  },
};
