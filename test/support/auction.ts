// A format that uses everything of the contract that Wind/Wall/Door does not: bidders bid blind, a late one may join, one
// that fails or stays silent is left out, a judge is asked twice in sessions of its own, and there may be more rounds.
import { z } from 'zod';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { Problem } from '../../src/domain/failures/errors.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import type { Admission, Format, Step, TranscriptEntry } from '../../src/formats/format.ts';

export const DEADLINE_MS = 60_000;
const BIDDERS = ['ann', 'bob', 'cem'] as const;
const ORDERS = ['up', 'down'] as const;

const optionsSchema = z.strictObject({ rounds: z.number().int().min(1).default(1) });
type Options = z.infer<typeof optionsSchema>;

interface State {
  readonly rounds: number;
  readonly round: number;
  readonly bidders: readonly string[];
  readonly bids: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly best: number;
  /** First event of this round. */
  readonly began: number;
  readonly beganAt: string;
  readonly over: boolean;
}

const refuse = (problem: Problem): Admission => ({ ok: false, problem });
const allBid = ({ bidders, bids }: State) => bidders.every((seat) => bids[seat] !== undefined);
const step = (of: Pick<Step, 'id' | 'seat' | 'act' | 'data'> & Partial<Step>): Step => ({
  ...{ task: of.act, label: `${of.seat}: ${of.act}`, values: {}, corrections: [], sample: () => '7' },
  ...of,
});

function nextRound(state: State, { seq, at }: Pick<LedgerEvent, 'seq' | 'at'>): State {
  return { ...state, round: state.round + 1, bids: {}, verdicts: {}, began: seq + 1, beganAt: at };
}

function evolve(state: State, event: LedgerEvent): State {
  switch (event.type) {
    case 'debate-opened':
      return { ...state, beganAt: event.at };
    case 'seat-taken':
      return state.bidders.includes(event.data.seat)
        ? state
        : { ...state, bidders: [...state.bidders, event.data.seat] };
    case 'seat-left':
      return { ...state, bidders: state.bidders.filter((seat) => seat !== event.data.seat) };
    case 'debate-extended':
      return nextRound({ ...state, rounds: state.rounds + event.data.rounds, over: false }, event);
    case 'turn-recorded': {
      const { seat, act, data } = event.data;
      if (act === 'bid') {
        const bids = { ...state.bids, [seat]: data['bid'] as number };
        return { ...state, bids, best: Math.max(state.best, data['bid'] as number) };
      }
      const verdicts = { ...state.verdicts, [String(data['order'])]: 'given' };
      const judged = { ...state, verdicts };
      const more = ORDERS.every((order) => verdicts[order] !== undefined) && state.round < state.rounds;
      return more ? nextRound(judged, event) : judged;
    }
    case 'debate-closed':
    case 'debate-force-closed':
      return { ...state, over: true };
    default:
      return state;
  }
}

function collect(log: readonly LedgerEvent[]): TranscriptEntry[] {
  return log.flatMap((event): TranscriptEntry[] => {
    if (event.type !== 'turn-recorded') return [];
    const { seat, act, content } = event.data;
    const text = readSealed(content);
    const shown = act === 'bid' && text !== undefined ? `I bid ${text}.` : text;
    return [{ seq: event.seq, title: `${seat}: ${act}`, seat, round: null, text: shown }];
  });
}

export const auction: Format<Options, State> = {
  id: 'auction',
  title: 'Auction',
  summary: 'Sealed bids and a judge.',
  options: optionsSchema,
  recipes: {},
  prompts: ['bidder', 'judge', 'bid', 'verdict'],
  readsEarlierTexts: true,
  seats: () => [
    ...BIDDERS.map((id) => ({
      ...{ id, label: id, role: 'bidder' },
      ...(id === 'cem' ? { joinable: true as const } : {}),
      ...(id === 'ann' ? { aliases: ['first'] } : {}),
    })),
    { id: 'judge', label: 'Judge', role: 'judge' },
  ],
  calls: ({ rounds }) => ({ atLeast: rounds * 4, atMost: rounds * 5 }),
  sampleStep: (_, seat) => step({ id: `bid-1-${seat}`, seat, act: seat === 'judge' ? 'verdict' : 'bid', data: {} }),
  initial: ({ rounds }) => ({
    ...{ rounds, round: 1, bidders: ['ann', 'bob'], bids: {}, verdicts: {}, best: 0 },
    ...{ began: 1, beganAt: '', over: false },
  }),
  evolve,
  next(state) {
    const { round, bidders, bids, verdicts } = state;
    if (state.over) return { kind: 'over' };
    const missing = bidders.filter((seat) => bids[seat] === undefined);
    if (missing.length > 0) {
      const ask = (seat: string) => step({ id: `bid-${round}-${seat}`, seat, act: 'bid', data: {}, saidLast: true });
      return { kind: 'ask', steps: missing.map(ask) };
    }
    const orders = ORDERS.filter((order) => verdicts[order] === undefined);
    const judging = (order: string) =>
      step({ id: `verdict-${round}-${order}`, seat: 'judge', act: 'verdict', data: { order }, alone: true });
    if (orders.length > 0) return { kind: 'ask', steps: orders.map(judging) };
    return { kind: 'close', close: { outcome: 'decided', decision: null, warnings: [], by: 'rules' } };
  },
  admit(state, { seat, act, content, data }) {
    const due = auction.next(state);
    const isDue = due.kind === 'ask' && due.steps.some((each) => each.seat === seat && each.act === act);
    if (!isDue) return refuse({ code: 'not-your-turn', message: `"${seat}" is not due.` });
    if (act === 'verdict') return { ok: true, data, warnings: [] };
    if (content === undefined) return { ok: true, data, warnings: [] };
    const bid = Number(content);
    if (Number.isInteger(bid)) return { ok: true, data: { bid, beats: bid > state.best }, warnings: ['hush'] };
    return refuse({
      code: 'rule-violation',
      message: 'A bid is a whole number.',
      issues: ['A bid is a whole number.'],
    });
  },
  admitClose: () => ({ ok: true, data: {}, warnings: [] }),
  consequences: () => [],
  transcript: collect,
  view: (log, { act }) => (act === 'bid' ? [] : collect(log)),
  blindSince: (state) => (allBid(state) ? undefined : state.began),
  expendable: (state) =>
    state.bidders.length < 2
      ? []
      : state.bidders
          .filter((seat) => state.bids[seat] === undefined)
          .map((seat) => ({ seat, since: state.beganAt, deadlineMs: DEADLINE_MS })),
  admitSeat(state, { seat, data }): Admission {
    const free = seat === 'ann' || (seat === 'cem' && !allBid(state));
    return free
      ? { ok: true, data: data as RuleData, warnings: [] }
      : refuse({ code: 'not-active', message: `"${seat}" cannot be taken now.` });
  },
  admitExtension: (state, rounds) =>
    state.rounds + rounds > 3 ? { code: 'rule-violation', message: 'At most three rounds.' } : undefined,
  briefing: (_, seat, documents) => ({
    place: seat === 'ann' ? 'system' : 'opening',
    heading: 'For your eyes',
    documents: seat === 'bob' ? [] : documents,
  }),
  result: (_, { best }) => ({ data: { best }, headline: `best bid ${best}`, markdown: `Best bid: **${best}**` }),
};
