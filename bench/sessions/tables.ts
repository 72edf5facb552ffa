// What bench/sessions.ts found, as tables for the terminal and for the documentation.
import type { Times } from '../measure.ts';
import { markdownTable, type Row, tableOf } from '../report.ts';
import { allOf, type Beyond } from './beyond.ts';
import type { Sent } from './blocks.ts';
import { PANEL, SEATS, TRANSPORTS } from './debate.ts';
import { type Compared, type Figures, newCharacters, type Overhead } from './figures.ts';

/** Milliseconds that the hall may add to a later question of a session. */
const MOST_OVERHEAD_MS = 20;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
const count = (number: number) => number.toLocaleString('en');

/** Of one figure, however it is made of those of a side. */
interface Comparison {
  readonly what: string;
  readonly of: (figures: Figures) => number;
  /** The same from the fastest round, for times. */
  readonly atBest?: (figures: Figures) => number;
  readonly show: (value: number) => string;
  readonly most?: number | undefined;
}

function comparison({ variant, transports }: Compared): Row[] {
  const [ours, against] = [transports.session, transports['one-shot']];
  const row = ({ what, of, atBest, show, most }: Comparison): Row => {
    const ratio = of(ours) / of(against);
    return {
      what: `${what}, ${variant.name}`,
      ours: show(of(ours)),
      against: show(of(against)),
      value: ratio.toFixed(3),
      atBest: atBest === undefined ? '–' : (atBest(ours) / atBest(against)).toFixed(3),
      ...(most === undefined ? { target: 'none' } : { target: `≤ ${most.toFixed(3)}`, met: ratio <= most }),
    };
  };
  const time = (what: string, of: (figures: Figures) => Times, most?: number) =>
    row({
      what,
      of: (figures) => of(figures).median,
      atBest: (figures) => of(figures).minimum,
      show: seconds,
      most,
    });
  return [
    time('wall time', ({ runMs }) => runMs, variant.most?.wall),
    time('wall time with opening the debate', ({ wholeMs }) => wholeMs),
    time('CPU time', ({ cpuMs }) => cpuMs),
    row({ what: 'peak memory', of: ({ peakBytes }) => peakBytes, show: megabytes }),
    row({ what: 'programs started to answer', of: ({ started }) => started.questions + started.stays, show: count }),
    row({ what: 'programs started for their version', of: ({ started }) => started.others, show: count }),
    row({ what: 'requests', of: ({ sent }) => sent.requests, show: count }),
    row({ what: 'input characters', of: ({ sent }) => sent.characters, show: count }),
    row({
      what: 'new input characters',
      of: ({ sent }) => newCharacters(sent),
      show: count,
      most: variant.most?.input,
    }),
    leastRow(variant.name, against.sent),
  ];
}

/** How few new characters there could be: the longest request of each seat holds what it has to be told once. */
function leastRow(name: string, sent: Sent): Row {
  return {
    what: `new input characters if every seat heard everything once, ${name}`,
    ours: count(sent.longest),
    against: count(newCharacters(sent)),
    value: (sent.longest / newCharacters(sent)).toFixed(3),
    atBest: '–',
    target: 'none',
  };
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
  const figures = ['requests', 'characters', 'repeated', 'new', 'new own answers', 'same blocks', 'same start'];
  return markdownTable(['debate', 'transport', 'seat', ...figures], rows);
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
    'Characters that a CLI sends in addition to its input:',
    beyondTable(beyond),
  ].join('\n\n');
}
