// Tables of where time, tokens and money went; what was not reported is shown as "–" or "unknown", and never as 0.
import { addTotals, sumExpenses, type Totals } from '../../../domain/calls.ts';
import { describeUnreadable } from '../../../domain/failures/unreadable.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { describeReaders } from '../../../domain/words/describe-reading.ts';
import {
  countNoun,
  formatCount,
  formatDollars,
  formatDuration,
  listTroubles,
} from '../../../domain/words/format-figures.ts';
import {
  type Compared,
  describeWhoWasRight,
  type VoteComparison,
} from '../../../hall/operations/debate/check/blind-vote.ts';
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import type {
  CallInput,
  CallStats,
  DebateStats,
  HallStats,
  LookingStats,
} from '../../../hall/operations/records/statistics/debate-stats.ts';
import { type Column, type Paper, renderTable, UNKNOWN } from './layout/table.ts';

const TOPIC_WIDTH = 100;
const AT_LEAST = '≥ ';

const FIGURES: readonly Column[] = [
  { title: 'START-UP', figures: true, detail: true },
  { title: 'FIRST TEXT', figures: true, detail: true },
  { title: 'TIME', figures: true },
  { title: 'INPUT', figures: true },
  { title: 'CACHED', figures: true, detail: true },
  { title: 'OUTPUT', figures: true },
  { title: 'COST', figures: true },
];

const formatTime = (ms: number | undefined) => (ms === undefined ? UNKNOWN : formatDuration(ms));

function costCell(costMicroUsd: number | undefined, isPartial: boolean): string {
  if (costMicroUsd === undefined || (costMicroUsd === 0 && isPartial)) return 'unknown';
  return costMicroUsd === 0 ? 'none' : `${isPartial ? AT_LEAST : ''}${formatDollars(costMicroUsd)}`;
}

/** The cells below `FIGURES`. No call takes no time at all: where the sum is 0, nobody knows it. */
function figureCells(totals: Totals, durationMs = totals.durationMs): string[] {
  const { startUpMs, firstTextMs, usage, calls, callsWithoutTokens, callsWithoutCost } = totals;
  if (calls === 0) return FIGURES.map(() => UNKNOWN);
  const mark = callsWithoutTokens > 0 && (calls > 1 || usage.atLeast === true) ? AT_LEAST : '';
  const tokens = (count: number | undefined) => (count === undefined ? UNKNOWN : `${mark}${formatCount(count)}`);
  return [
    formatTime(startUpMs),
    formatTime(firstTextMs),
    durationMs === 0 ? UNKNOWN : formatDuration(durationMs),
    tokens(usage.inputTokens),
    tokens(usage.cachedInputTokens),
    tokens(usage.outputTokens),
    costCell(usage.costMicroUsd, callsWithoutCost > 0),
  ];
}

function callRow(call: CallStats): string[] {
  const { seq, seat, agent, title, attempts, result, sessionTurn } = call;
  const notes = [
    ...(attempts > 1 ? [`${attempts} tries`] : []),
    ...(result === 'answered' ? [] : [result === 'rejected' ? 'answer rejected' : result]),
  ];
  return [
    `#${seq}`,
    title,
    agent.agent,
    agent.model ?? '',
    sessionTurn === undefined ? '' : `${sessionTurn}`,
    ...figureCells(sumExpenses([{ seat, agent, seq, call }]), call.durationMs),
    notes.join(', '),
  ];
}

const CALL_COLUMNS: readonly Column[] = [
  { title: 'EVENT', figures: true },
  { title: 'TURN' },
  { title: 'AGENT' },
  { title: 'MODEL' },
  { title: 'QUESTION', figures: true },
  ...FIGURES,
  { title: 'NOTES' },
];

/** Columns of names, and what `totalCells` fills. */
const totalColumns = (...names: readonly Column[]): readonly Column[] => [
  ...names,
  { title: 'CALLS', figures: true },
  ...FIGURES,
  { title: 'NOTES' },
];

const SEAT_COLUMNS = totalColumns({ title: 'SEAT' }, { title: 'AGENT' });

const AGENT_COLUMNS = totalColumns(
  { title: 'AGENT' },
  { title: 'KIND', detail: true },
  { title: 'MODEL' },
  { title: 'DEBATES', figures: true },
);

const COMPARED_COLUMNS = totalColumns({ title: 'DEBATE AND VOTE' }, { title: 'ANSWER' });

const totalCells = (totals: Totals) => [
  formatCount(totals.calls),
  ...figureCells(totals),
  listTroubles(totals).join(', '),
];

/** Explains the mark for lower bounds, and a sum of times that is longer than the run. */
function withLegend(lines: readonly string[], { durationMs }: Totals, runningMs: number): string[] {
  const isMarked = lines.some((line) => line.includes(AT_LEAST));
  const isLonger = durationMs > runningMs && formatDuration(durationMs) !== formatDuration(runningMs);
  const legend = [
    ...(isMarked ? ['≥: at least; some calls did not report it.'] : []),
    ...(isLonger ? ['TIME adds up calls, also those that ran at the same time.'] : []),
  ];
  return legend.length === 0 ? [...lines] : [...lines, '', ...legend];
}

export function debateStatsLines(
  { calls, seats, reading, looking, total, ...debate }: DebateStats,
  paper: Paper,
): string[] {
  const { colours } = paper;
  const { threadId, topic, status, outcome, runningMs } = debate;
  return [
    colours.bold(topicLine(topic, TOPIC_WIDTH)),
    colours.dim(
      `${threadId} · ${outcome === null ? status : OUTCOME_WORDS[outcome].title.toLowerCase()} · ran ${formatDuration(runningMs)} · ${countNoun(total.calls, 'call')}`,
    ),
    '',
    ...(calls.length === 0 ? [] : [...renderTable(CALL_COLUMNS, calls.map(callRow), paper), '']),
    ...withLegend(
      renderTable(
        SEAT_COLUMNS,
        [
          ...seats.map((seat) => [seat.label, seat.agent.agent, ...totalCells(seat)]),
          ['All', '', ...totalCells(total)],
        ],
        paper,
      ),
      total,
      runningMs,
    ),
    ...(reading === undefined ? [] : ['', `Read: ${describeReaders(reading, seats)}`, ...lookingLines(looking)]),
  ];
}

/** "For what was read: about 58 tokens, each time it is sent. Input of a call, median: 1,400 tokens with looks (2 calls), 900 without (1 call)" */
function lookingLines(looking: LookingStats | undefined): string[] {
  if (looking === undefined) return [];
  const { estimatedTokens, withLooks, withoutLooks } = looking;
  const input = ({ calls, inputTokens }: CallInput, words: string) =>
    `${inputTokens === null ? UNKNOWN : countNoun(inputTokens, 'token')} ${words} (${countNoun(calls, 'call')})`;
  const compared = [
    input(withLooks, 'with looks'),
    ...(withoutLooks.calls > 0 ? [input(withoutLooks, 'without')] : []),
  ];
  return [
    `What was read is about ${countNoun(estimatedTokens, 'token')} (4 bytes each), every time it is sent.`,
    ...(withLooks.calls > 0 ? [`Median input of a call: ${compared.join(', ')}.`] : []),
  ];
}

const sumTotals = (all: readonly Compared[]) => addTotals(all.map(({ total }) => total));

/** Debates beside the votes that they were compared with. */
function comparisonLines(comparisons: readonly VoteComparison[], paper: Paper): string[] {
  if (comparisons.length === 0) return [];
  const differing = comparisons.filter(({ isSame }) => isSame === false).length;
  const row = (name: string, answer: string, total: Totals) => [name, answer, ...totalCells(total)];
  const describeAnswer = ({ answer, verdict }: Compared) =>
    `${answer ?? UNKNOWN}${verdict === null ? '' : ` (${verdict})`}`;
  return [
    '',
    `${countNoun(comparisons.length, 'debate')} compared with a vote of blind answers; ${formatCount(differing)} gave another answer`,
    ...describeWhoWasRight(comparisons),
    '',
    ...renderTable(
      COMPARED_COLUMNS,
      [
        ...comparisons.flatMap(({ debate, vote }) => [
          row(debate.threadId, describeAnswer(debate), debate.total),
          row(`  vote of ${vote.answers}`, describeAnswer(vote), vote.total),
        ]),
        row('All debates', '', sumTotals(comparisons.map(({ debate }) => debate))),
        row('All votes', '', sumTotals(comparisons.map(({ vote }) => vote))),
      ],
      paper,
    ),
  ];
}

export function hallStatsLines(
  { debates, runningMs, agents, total, reading, looking, comparisons, unreadable }: HallStats,
  paper: Paper,
): string[] {
  const { colours } = paper;
  const left = unreadable.length === 0 ? '' : `; ${formatCount(unreadable.length)} cannot be read, not counted`;
  return [
    `${countNoun(debates, 'debate')}, ran ${formatDuration(runningMs)} in all${left}`,
    '',
    ...withLegend(
      renderTable(
        AGENT_COLUMNS,
        [
          ...agents.map((each) => {
            const { agent, kind, model } = each;
            return [agent, kind === agent ? '' : kind, model ?? '', formatCount(each.debates), ...totalCells(each)];
          }),
          ['All', '', '', formatCount(debates), ...totalCells(total)],
        ],
        paper,
      ),
      total,
      runningMs,
    ),
    ...(reading.looks === 0
      ? []
      : [
          '',
          `Read: ${countNoun(reading.looks, 'look')}, ${countNoun(reading.bytes, 'byte')}`,
          ...lookingLines(looking),
        ]),
    ...comparisonLines(comparisons, paper),
    ...(unreadable.length === 0
      ? []
      : [
          '',
          ...unreadable.map(
            (row) => `${colours.red(describeUnreadable(row.code))}  ${row.threadId}: ${row.unreadable}`,
          ),
        ]),
  ];
}
