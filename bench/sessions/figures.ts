// The figures of all debates of a run, from what was measured; nothing here measures or prints.
import { seatOf } from '../../test/model-server/opinion-answers.ts';
import { median, percentile, type Times, timesOf } from '../measure.ts';
import { addSent, nothingSent, type Sent, sentBy } from './blocks.ts';
import { type Measured, PANEL, SEATS, type Seat, type Transport, type Turn, type Variant } from './debate.ts';

interface SeatFigures {
  readonly program: string;
  readonly sent: Sent;
  /** Medians of the rounds. */
  readonly firstTurnMs: number;
  readonly laterTurnMs: number;
}

export interface Figures {
  readonly rounds: number;
  /** Opening the debate included. */
  readonly wholeMs: Times;
  readonly runMs: Times;
  /** Of the hall and of everything that it started. */
  readonly cpuMs: Times;
  readonly hallCpuMs: Times;
  /** Programs that the last round started. */
  readonly started: Measured['started'];
  /** The most of all rounds. */
  readonly peakBytes: number;
  readonly peakHallBytes: number;
  /** Of the last round: they do not vary but for dates. */
  readonly sent: Sent;
  readonly seats: Readonly<Record<Seat, SeatFigures>>;
}

export interface Compared {
  readonly variant: Variant;
  readonly transports: Readonly<Record<Transport, Figures>>;
}

export const newCharacters = (sent: Sent): number => sent.characters - sent.repeated;

export function figuresOf(rounds: readonly Measured[]): Figures {
  const last = rounds.at(-1) as Measured;
  const seat = (id: Seat): SeatFigures => {
    const own = rounds.map((round) => round.turns.filter((turn) => turn.seat === id));
    return {
      program: PANEL[id].program,
      sent: sentBy(last.requests.filter((request) => seatOf(request) === id)),
      firstTurnMs: median(own.map((list) => (list[0] as Turn).wallMs)),
      laterTurnMs: median(own.flatMap((list) => list.slice(1).map(({ wallMs }) => wallMs))),
    };
  };
  const seats = Object.fromEntries(SEATS.map((id) => [id, seat(id)])) as Record<Seat, SeatFigures>;
  const sent = SEATS.reduce((sum, id) => addSent(sum, seats[id].sent), nothingSent());
  if (sent.requests !== last.requests.length) throw new Error('There were requests of no seat.');
  return {
    rounds: rounds.length,
    wholeMs: timesOf(rounds.map(({ openMs, runMs }) => openMs + runMs)),
    runMs: timesOf(rounds.map(({ runMs }) => runMs)),
    cpuMs: timesOf(rounds.map(({ cpuMs }) => cpuMs.hall + cpuMs.started)),
    hallCpuMs: timesOf(rounds.map(({ cpuMs }) => cpuMs.hall)),
    started: last.started,
    peakBytes: Math.max(...rounds.map(({ memory }) => memory.bytes)),
    peakHallBytes: Math.max(...rounds.map(({ memory }) => memory.rootBytes)),
    sent,
    seats,
  };
}

/** Programs that no session was ever held with, so that both sides start one for every question. */
export function neverStayed(sessions: readonly Measured[]): string[] {
  const turns = sessions.flatMap((round) => round.turns);
  const programs = SEATS.map((seat) => PANEL[seat].program);
  return programs.filter((name) => !turns.some(({ program, sessionTurn }) => program === name && sessionTurn !== null));
}

export interface Overhead {
  readonly program: string;
  readonly turns: number;
  /** Medians, but for `slowest`, which is that of 95 in 100. */
  readonly wallMs: number;
  readonly outsideMs: number;
  readonly oursMs: number;
  readonly slowestMs: number;
  /** The same with the ledger's own time of the answer in the place of what was seen at the program's streams. */
  readonly oursByLedgerMs: number;
}

/** What the hall adds to the later questions of a session: the wall time of a turn without the time of the program. */
export function overheadOf(measured: readonly Measured[], seat: Seat | undefined): Overhead | undefined {
  const warm = measured
    .flatMap((round) => round.turns)
    .filter((turn) => (seat === undefined || turn.seat === seat) && (turn.sessionTurn ?? 0) > 1)
    .filter((turn): turn is Turn & { outsideMs: number } => turn.outsideMs !== null);
  if (warm.length === 0) return undefined;
  const ours = warm.map(({ wallMs, outsideMs }) => wallMs - outsideMs);
  return {
    program: seat === undefined ? 'all' : PANEL[seat].program,
    turns: warm.length,
    wallMs: median(warm.map(({ wallMs }) => wallMs)),
    outsideMs: median(warm.map(({ outsideMs }) => outsideMs)),
    oursMs: median(ours),
    slowestMs: percentile(ours, 0.95),
    oursByLedgerMs: median(warm.map(({ wallMs, ledgerMs }) => wallMs - ledgerMs)),
  };
}
