// What bench/sessions.ts found, as tables for the terminal and for the documentation.
import { markdownTable, type Row, tableOf } from '../report.ts';
import { allOf, type Beyond } from './beyond.ts';
import type { Sent } from './blocks.ts';
import { PANEL, SEATS, TRANSPORTS } from './debate.ts';
import { type Compared, type Figures, newCharacters, type Overhead } from './figures.ts';

/** Milliseconds that the hall may add to a later question of a session. */
export const MOST_OVERHEAD_MS = 20;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
const count = (number: number) => number.toLocaleString('en');

function ratioRow(what: string, ours: [number, string], against: [number, string], most?: number): Row {
  const ratio = ours[0] / against[0];
  return {
    what,
    ours: ours[1],
    against: against[1],
    value: ratio.toFixed(3),
    atBest: '–',
    ...(most === undefined ? { target: 'none' } : { target: `≤ ${most.toFixed(3)}`, met: ratio <= most }),
  };
}

function comparison({ variant, transports }: Compared): Row[] {
  const [ours, against] = [transports.session, transports['one-shot']];
  const row = (what: string, of: (figures: Figures) => number, show: (value: number) => string, most?: number) =>
    ratioRow(`${what}, ${variant.name}`, [of(ours), show(of(ours))], [of(against), show(of(against))], most);
  return [
    row('wall time', ({ runMs }) => runMs, seconds, variant.most?.wall),
    row('wall time with opening the debate', ({ openMs, runMs }) => openMs + runMs, seconds),
    row('CPU time', ({ cpuMs }) => cpuMs, seconds),
    row('peak memory', ({ peakBytes }) => peakBytes, megabytes),
    row('requests', ({ sent }) => sent.requests, count),
    row('input characters', ({ sent }) => sent.characters, count),
    row('new input characters', ({ sent }) => newCharacters(sent), count, variant.most?.input),
    row(
      "new input characters without the model's own answers",
      ({ sent }) => newCharacters(sent) - sent.newAnswers,
      count,
    ),
    ratioRow(
      `each seat told everything once, ${variant.name}`,
      [against.sent.longest, count(against.sent.longest)],
      [newCharacters(against.sent), count(newCharacters(against.sent))],
    ),
  ];
}

function sentRow(name: readonly string[], sent: Sent): string[] {
  const { requests, characters, repeated, newAnswers, repeatedFromStart, repeatedCharacters } = sent;
  const figures = [requests, characters, repeated, newCharacters(sent), newAnswers, repeatedFromStart];
  return [...name, ...[...figures, repeatedCharacters].map(count)];
}

function sentTable(compared: readonly Compared[]): string {
  const rows = compared.flatMap(({ variant, transports }) =>
    TRANSPORTS.flatMap((transport) => {
      const { seats, sent } = transports[transport];
      return [
        ...SEATS.map((seat) =>
          sentRow([variant.name, transport, `${seat} (${seats[seat].program})`], seats[seat].sent),
        ),
        sentRow([variant.name, transport, 'all'], sent),
      ];
    }),
  );
  const columns = [
    'debate',
    'transport',
    'seat',
    'requests',
    'characters',
    'repeated',
    'new',
    'start, blocks',
    'start',
  ];
  return markdownTable(columns, rows);
}

function turnTable(compared: readonly Compared[]): string {
  const rows = compared.flatMap(({ variant, transports }) =>
    SEATS.map((seat) => {
      const times = TRANSPORTS.flatMap((transport) => {
        const { firstTurnMs, laterTurnMs } = transports[transport].seats[seat];
        return [firstTurnMs, laterTurnMs].map(milliseconds);
      });
      return [variant.name, `${seat} (${PANEL[seat].program})`, ...times];
    }),
  );
  const columns = TRANSPORTS.flatMap((transport) => [`${transport}: first turn`, `${transport}: later turns`]);
  return markdownTable(['debate', 'seat', ...columns], rows);
}

function overheadTable(overheads: readonly Overhead[]): string {
  const rows = overheads.map((each) => [
    each.program,
    count(each.turns),
    ...[each.wallMs, each.outsideMs, each.oursMs, each.slowestMs, each.oursByLedgerMs].map(milliseconds),
    `≤ ${MOST_OVERHEAD_MS} ms`,
    each.oursMs <= MOST_OVERHEAD_MS ? 'yes' : '**no**',
  ]);
  const columns = ['program', 'turns', 'wall', 'program and model', 'ours', 'ours, 95 of 100', 'ours by the ledger'];
  return markdownTable([...columns, 'target', 'met'], rows);
}

export interface BeyondRow {
  readonly program: string;
  readonly flags: string;
  readonly beyond: Beyond;
}

function beyondTable(rows: readonly BeyondRow[]): string {
  return markdownTable(
    ['program', 'flags', 'models', 'requests', 'tools', 'of tools', 'of system', 'of messages', 'in all'],
    rows.map(({ program, flags, beyond }) => [
      program,
      flags,
      beyond.models.join(', '),
      ...[beyond.requests, beyond.tools, beyond.toolCharacters, beyond.systemCharacters].map(count),
      ...[beyond.messageCharacters, allOf(beyond)].map(count),
    ]),
  );
}

export interface Found {
  readonly machine: string;
  readonly rounds: number;
  /** Programs that cannot stay: both sides start one for every question. */
  readonly neverStay: readonly string[];
  readonly compared: readonly Compared[];
  readonly overheads: readonly Overhead[];
  readonly beyond: readonly BeyondRow[];
}

export function reportOf(found: Found): string {
  const { machine, rounds, neverStay, compared, overheads, beyond } = found;
  return [
    `${machine}; ${rounds} rounds`,
    ...(neverStay.length === 0
      ? []
      : [`One process per turn on both sides, as they cannot stay: ${neverStay.join(', ')}.`]),
    'Sessions ("measured") against one process per turn ("against"):',
    tableOf(compared.flatMap(comparison)),
    'What was sent, in characters:',
    sentTable(compared),
    'Wall time of a turn:',
    turnTable(compared),
    'What the hall adds to a later question of a session:',
    overheadTable(overheads),
    'Characters that a CLI sends on top of the question, first question of a debate and one plain call:',
    beyondTable(beyond),
  ].join('\n\n');
}
