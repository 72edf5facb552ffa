// The life of a debate that all formats share: its status, seats and totals, and how each event changes them.
import { addUsage, toCall } from './calls.ts';
import { defined } from './defined.ts';
import { type AgentRef, OPEN_SEAT, type Usage } from './event-parts.ts';
import { type EventData, type EventOf, type EventType, isEvent, type LedgerEvent } from './events.ts';
import { type DEBATE_STATUSES, isDecision } from './outcomes.ts';
import { readText } from './sealed/sealed.ts';

/** open: turns may come; exhausted: a limit is reached, it can still be closed; closed and force-closed: final. */
export type DebateStatus = (typeof DEBATE_STATUSES)[number];

interface SeatRecord {
  readonly agent: AgentRef;
  readonly standIn?: AgentRef;
  readonly perspective?: string;
  /** Contributions of every kind that are recorded for this seat. */
  readonly contributions: number;
  readonly replaced: boolean;
  /** The last thing that happened to this seat was a failure that nothing has made good since. */
  readonly failing: boolean;
  /** Why the debate continues without this seat. */
  readonly left?: string;
  /** SHA-256 of the key that whoever speaks for the seat has to give. */
  readonly keySha256?: string;
}

/** One stretch of running, by the times of its first event and of the last one that the run itself wrote. */
interface RunSpan {
  readonly from: string;
  readonly to: string;
  readonly ended: boolean;
}

export interface Debate {
  readonly opened: EventData<'debate-opened'>;
  readonly status: DebateStatus;
  /** The `seq` that the next event gets. */
  readonly nextSeq: number;
  readonly head: string;
  readonly openedAt: string;
  readonly limits: EventData<'debate-opened'>['limits'];
  /** How many pictures stand behind the opening. */
  readonly pictures: number;
  readonly seats: Readonly<Record<string, SeatRecord>>;
  /** What every call together has used, rejected answers and failures included. */
  readonly usage: Usage;
  readonly runs: readonly RunSpan[];
  readonly limitReached?: EventData<'limit-reached'>;
  /** There exactly if the debate is closed. */
  readonly closed?: EventData<'debate-closed'>;
  readonly linked?: EventData<'thread-linked'>;
  /** What was recorded last of how the decision turned out. */
  readonly hindsight?: EventOf<'outcome-recorded'>;
  /** The question that was asked last after the end; absent once nobody owes an answer to it any more. */
  readonly followUp?: FollowUp;
}

export interface FollowUp {
  /** Number of the event that asks. */
  readonly question: number;
  /** Seats that have neither answered nor failed. */
  readonly waiting: readonly string[];
}

/** The state after event 0. */
export function startDebate(event: LedgerEvent): Debate {
  if (!isEvent(event, 'debate-opened')) throw new TypeError('A ledger begins with "debate-opened".');
  const seats = event.data.seats.map(({ seat, ...filled }): [string, SeatRecord] => [
    seat,
    { ...defined(filled), ...UNSEATED },
  ]);
  return {
    opened: event.data,
    status: 'open',
    nextSeq: 1,
    head: event.hash,
    openedAt: event.at,
    limits: event.data.limits,
    pictures: 0,
    seats: Object.fromEntries(seats),
    usage: {},
    runs: [],
  };
}

/** Whether somebody may still be asked: for a turn, or for an answer to a question after the end. */
export const asksSomebody = ({ status, followUp }: Debate): boolean => status === 'open' || followUp !== undefined;

const hasLeft = ({ seats }: Pick<Debate, 'seats'>, seat: string): boolean => seats[seat]?.left !== undefined;

/** Without those that the debate continues without, of which nobody is asked for anything. */
export const listPresentSeats = ({ seats }: Pick<Debate, 'seats'>): readonly (readonly [string, SeatRecord])[] =>
  Object.entries(seats).filter(([, { left }]) => left === undefined);

const UNSEATED: Omit<SeatRecord, 'agent'> = { contributions: 0, replaced: false, failing: false };

function withSeat(debate: Debate, seat: string, change: Partial<SeatRecord>): Debate['seats'] {
  const record = debate.seats[seat];
  return record === undefined
    ? debate.seats
    : Object.assign({ ...debate.seats }, { [seat]: Object.assign({ ...record }, change) });
}

/** What only a run writes; everything else may come from a person long after a run was killed. */
function isRunEvent(event: LedgerEvent): boolean {
  switch (event.type) {
    case 'turn-recorded':
      return event.data.by.agent.kind !== OPEN_SEAT.kind;
    case 'answer-rejected':
    case 'seat-failed':
    case 'limit-reached':
    case 'run-paused':
      return true;
    default:
      return false;
  }
}

const RUN_ENDS: readonly EventType[] = ['run-paused', 'limit-reached', 'debate-closed', 'debate-force-closed'];

function advanceRuns(debate: Debate, event: LedgerEvent): readonly RunSpan[] {
  if (event.type === 'run-started') return [...debate.runs, { from: event.at, to: event.at, ended: false }];
  const last = debate.runs.at(-1);
  if (last === undefined || last.ended) return debate.runs;
  const to = isRunEvent(event) ? event.at : last.to;
  return [...debate.runs.slice(0, -1), { ...last, to, ended: RUN_ENDS.includes(event.type) }];
}

/** The debate once the seat owes no answer any more. */
function withoutWaiting({ followUp, ...debate }: Debate, seat: string): Debate {
  const waiting = followUp?.waiting.filter((each) => each !== seat) ?? [];
  return followUp === undefined || waiting.length === 0 ? debate : { ...debate, followUp: { ...followUp, waiting } };
}

/** Where nothing was decided, nothing can have been right or wrong; earlier versions recorded that all the same. */
const isOfDecision = ({ closed }: Debate, { turnedOut }: EventData<'outcome-recorded'>): boolean =>
  'answer' in turnedOut || (closed !== undefined && isDecision(closed));

/** The state after one more event; constant time, however long the debate is. */
export function applyToDebate(debate: Debate, event: LedgerEvent): Debate {
  // Assigned to a copy: a literal that spreads an object and then overrides it takes twice as long, for every event of a ledger.
  const next: Debate = Object.assign(
    { ...debate },
    {
      nextSeq: event.seq + 1,
      head: event.hash,
      usage: addUsage(debate.usage, toCall(event)?.usage),
      runs: advanceRuns(debate, event),
    },
  );
  switch (event.type) {
    case 'picture-given':
      return { ...next, pictures: debate.pictures + 1 };
    case 'turn-recorded': {
      const record = debate.seats[event.data.seat];
      return Object.assign(next, {
        seats: withSeat(debate, event.data.seat, { contributions: (record?.contributions ?? 0) + 1, failing: false }),
      });
    }
    case 'seat-failed':
      // A call that began before its seat left may end later.
      return { ...next, seats: withSeat(debate, event.data.seat, { failing: !hasLeft(debate, event.data.seat) }) };
    case 'seat-replaced': {
      // Whoever claimed the seat holds it no longer: the agent that takes over has no key.
      const { keySha256: _, ...left } = debate.seats[event.data.seat] ?? UNSEATED;
      const seat: SeatRecord = { ...left, agent: event.data.to, replaced: true, failing: false };
      return { ...next, seats: { ...debate.seats, [event.data.seat]: seat } };
    }
    case 'seat-taken': {
      const { seat, agent, keySha256 } = event.data;
      const before = debate.seats[seat] ?? UNSEATED;
      const taken = { ...before, agent, ...defined({ keySha256 }) };
      return { ...next, seats: { ...debate.seats, [seat]: taken } };
    }
    case 'seat-left':
      return {
        ...next,
        seats: withSeat(debate, event.data.seat, { left: readText(event.data.reason), failing: false }),
      };
    case 'debate-extended': {
      // What turned out, and what was asked, was about a decision that is open again.
      const {
        closed: _closed,
        limitReached: _limitReached,
        hindsight: _hindsight,
        followUp: _followUp,
        ...rest
      } = next;
      return { ...rest, status: 'open' };
    }
    case 'limit-reached':
      return { ...next, status: 'exhausted', limitReached: event.data };
    case 'limits-raised': {
      const { limitReached: _, ...rest } = next;
      return { ...rest, status: 'open', limits: event.data.limits };
    }
    case 'debate-closed':
      return { ...next, status: 'closed', closed: event.data };
    case 'debate-force-closed': {
      // What was decided no longer stands, nor what turned out of it.
      const { closed: _closed, followUp: _followUp, hindsight: _hindsight, ...rest } = next;
      return { ...rest, status: 'force-closed' };
    }
    case 'follow-up-asked':
      return { ...next, followUp: { question: event.seq, waiting: event.data.seats } };
    case 'follow-up-answered':
    case 'follow-up-failed':
      return withoutWaiting(next, event.data.seat);
    case 'thread-linked':
      return { ...next, linked: event.data };
    case 'outcome-recorded':
      return isOfDecision(next, event.data) ? { ...next, hindsight: event } : next;
    default:
      return next;
  }
}
