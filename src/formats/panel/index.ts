// A panel of equals: blind openings, claims that each seat concedes, rebuts or refines, a blind ballot that decides, a writer who sat on
// no side, and a report of each seat in the minority.
import { isClosed } from '../../domain/question/question.ts';
import { ask } from '../common/admission.ts';
import { closeByRules } from '../common/closing.ts';
import { settleOpinions } from '../common/opinions/settlement.ts';
import { listRejections, listUnballoted } from '../common/opinions/state.ts';
import type { ActEntry } from '../common/transcript.ts';
import type { ActContext } from '../define-act.ts';
import { defineFormat } from '../define-format.ts';
import type { Ask, Due, Expendable, Step } from '../format.ts';
import { decision } from './acts/decision.ts';
import { minorityReport } from './acts/minority-report.ts';
import { reply } from './acts/reply.ts';
import { listReplyWords } from './replies.ts';
import { addRounds, listMinority } from './result.ts';
import { getRound, isDebated, listAwaited, markRound } from './rounds.ts';
import {
  listPanelists,
  listSeats,
  MIN_SEATS,
  nameSpeakers,
  type Options,
  optionsSchema,
  PANELISTS,
  recipes,
  WRITER,
} from './setup.ts';
import { initial, type ReplyData, type State } from './state.ts';

/** An answer in words is put to the vote as a decision, so there the writer comes before the ballot. */
function isBallotDue(state: State): boolean {
  return isDebated(state) && (isClosed(state.opinions.question) || state.decision !== undefined);
}

export function next(state: State): Due {
  const awaited = listAwaited(state);
  if (awaited.length > 0) return ask('reply', awaited);
  const { opinions, refinements, options } = state;
  const isRejected = listUnballoted(opinions).length === 0 && listRejections(opinions).length > 0;
  if (state.decision === undefined || (isRejected && refinements < options.maxRefinements))
    return ask('decision', [WRITER]);
  const isThere = (seat: string) => opinions.seats.includes(seat);
  const reports = listMinority(state).filter((seat) => isThere(seat) && state.reports[seat] === undefined);
  if (reports.length > 0) return ask('minority-report', reports);
  return closeByRules(settleOpinions(state).label, state.decision.seq);
}

/** Seats that have not given their final answer; from then on their voice counts, so nobody is left behind. */
function expendable({ opinions: { seats }, since }: State, asked: readonly Ask[]): readonly Expendable[] {
  if (seats.length <= MIN_SEATS) return [];
  const awaited = asked.filter(({ seat, act }) => seats.includes(seat) && act !== 'minority-report');
  return awaited.map(({ seat }) => ({ seat, since, deadlineMs: null }));
}

/** The blind phase in which something was said: its entries stand in the order of the speakers, not in that of the ledger. */
const namePhase = ({ act, round }: ActEntry): string | undefined => (act === 'reply' ? `round ${round}` : act);

/** A round is blind, and a minority report answers the decision and no other report. */
function view(
  entries: readonly ActEntry[],
  { act, data }: Pick<Step, 'act' | 'data'>,
  { name }: Pick<ActContext<never>, 'name'>,
): readonly ActEntry[] {
  const seen = entries.filter(
    ({ act: of, round }) =>
      of !== 'minority-report' && !(of === 'reply' && act === 'reply' && (round ?? 0) >= Number(data['round'])),
  );
  const firsts = new Map(seen.toReversed().map((entry) => [namePhase(entry), entry.seq]));
  const findStart = (entry: ActEntry) =>
    entry.act === undefined ? entry.seq : (firsts.get(namePhase(entry)) ?? entry.seq);
  const findName = ({ seat = '' }: ActEntry) => name(seat);
  return seen.toSorted(
    (one, other) =>
      findStart(one) - findStart(other) || findName(one).localeCompare(findName(other), 'en') || one.seq - other.seq,
  );
}

export const format = defineFormat<Options, State>({
  id: 'panel',
  title: 'Panel',
  summary: 'Equals answer blind, then each other claim by claim; a blind ballot decides, and a writer writes it down.',
  options: optionsSchema,
  recipes,
  prompts: ['panelist', WRITER, 'reply', 'write', 'write-open', 'draft', 'revise', 'minority-report'],
  panel: { option: 'seats', seats: PANELISTS },
  seats: listSeats,
  readerNames: nameSpeakers,
  acts: { reply, decision, 'minority-report': minorityReport },
  opinions: {
    seats: listPanelists,
    votes: 'open-questions',
    isBallotDue,
    ballots: ({ maxRefinements }) => ({ atLeast: 1, atMost: maxRefinements + 1 }),
    dissents: true,
  },
  claims: {
    readWords: (text, { data, by }) => listReplyWords(text, data as unknown as ReplyData, by.author !== undefined),
    getRound,
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
    const covered = new Set(written.map((seat) => state.opinions.ballot[seat]?.seq));
    const ballots = known.filter((each) => typeof each !== 'number' || !covered.has(each));
    return [...ballots, ...written.flatMap((seat) => state.reports[seat] ?? [])];
  },
  extendResult: addRounds,
});
