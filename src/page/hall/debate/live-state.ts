// What the seats of a debate are doing now, folded from the live events of a run.
import { defined } from '../../../domain/defined.ts';
import type { TimedLiveEvent } from '../../../domain/hall-page/stream.ts';
import { joinClauses } from '../../../domain/words/sentence.ts';

export type SeatDoing = 'thinking' | 'speaking' | 'answered' | 'waiting' | 'failed' | 'left';

export interface SeatActivity {
  readonly seat: string;
  readonly step: string;
  /** "Door decides"; "Door" for a seat that this run has not asked, such as one whose turn was copied. */
  readonly label: string;
  readonly doing: SeatDoing;
  /** When it began, as the run has times; absent where that is not known. */
  readonly since?: string;
  /** What it has said so far. */
  readonly text: string;
  /** Nobody may see what it says before the phase ends. */
  readonly isBlind: boolean;
  /** What it looked at, the latest last. */
  readonly looks: readonly string[];
  /** What stands in its way: a retry, a rejected answer, a failure. */
  readonly trouble?: string;
}

export interface LiveDebate {
  readonly round?: { readonly at: string; readonly of?: string };
  readonly seats: ReadonlyMap<string, SeatActivity>;
  /** What people call each seat of the run. */
  readonly names: ReadonlyMap<string, string>;
  /** The latest thing worth saying aloud. */
  readonly news?: string;
}

export const NOTHING_LIVE: LiveDebate = { seats: new Map(), names: new Map() };

/** Looks that are shown. */
const LOOKS = 6;
/** Characters of a speech that are kept: whoever reads along reads its end, and the whole is in the record soon. */
const LONGEST = 6_000;

const VERBS: Readonly<Record<string, string>> = {
  list_files: 'listed files',
  search_text: 'searched',
  read_file: 'read',
  git_log: 'listed commits',
  git_show: 'read a commit',
  git_blame: 'traced',
  read_document: 'read',
  find_decisions: 'read earlier decisions',
};

function describeLook({ tool, seen, refused, withheld }: Extract<TimedLiveEvent, { type: 'looked-up' }>): string {
  if (withheld === true) return 'looked something up';
  const verb = VERBS[tool] ?? 'looked up';
  return `${verb} ${refused === true ? 'without success' : seen.join(', ')}`.trim();
}

function withSeat(live: LiveDebate, seat: string, change: Partial<SeatActivity>): LiveDebate {
  const known = live.seats.get(seat) ?? {
    ...{
      seat,
      step: '',
      label: live.names.get(seat) ?? seat,
      doing: 'thinking' as const,
      text: '',
      isBlind: false,
      looks: [],
    },
  };
  return { ...live, seats: new Map(live.seats).set(seat, { ...known, ...change }) };
}

const at = ({ at: time }: TimedLiveEvent) => defined({ since: time });

function begin(live: LiveDebate, event: Extract<TimedLiveEvent, { type: 'seat-started' }>): LiveDebate {
  const { seat, step, label, round, rounds, blind } = event;
  const known = live.seats.get(seat);
  const isSame = known?.step === step;
  const next = withSeat(live, seat, {
    ...{ step, label, doing: 'thinking', text: '', isBlind: blind === true, looks: isSame ? known.looks : [] },
    ...at(event),
  });
  if (round === undefined) return next;
  return { ...next, round: { at: round, ...defined({ of: rounds }) } };
}

function describeStart({ resumed, followUp }: Extract<TimedLiveEvent, { type: 'run-started' }>): string {
  if (followUp === true) return 'The seats answer one more question.';
  return resumed ? 'The debate was resumed.' : 'The debate begins.';
}

function describeEnd({
  outcome,
  reason,
  followUp,
}: Extract<TimedLiveEvent, { type: 'run-ended' }>): string | undefined {
  if (followUp === true) return reason === 'closed' ? 'The follow-up is over.' : 'The follow-up was stopped.';
  return outcome === null ? undefined : 'The debate has ended.';
}

export function applyLive(live: LiveDebate, event: TimedLiveEvent): LiveDebate {
  switch (event.type) {
    case 'run-started':
      return {
        ...NOTHING_LIVE,
        names: new Map(event.seats.map(({ seat, label }) => [seat, label])),
        news: describeStart(event),
      };
    case 'seat-started':
      return begin(live, event);
    case 'waiting-for-person': {
      const { seat, step, label } = event;
      const waiting = withSeat(live, seat, { step, label, doing: 'waiting', text: '', looks: [], ...at(event) });
      return { ...waiting, news: `${label}: waiting for a person.` };
    }
    case 'text-delta': {
      const text = `${live.seats.get(event.seat)?.text ?? ''}${event.text}`;
      return withSeat(live, event.seat, { step: event.step, doing: 'speaking', text: text.slice(-LONGEST) });
    }
    case 'looked-up': {
      const looks = [...(live.seats.get(event.seat)?.looks ?? []), describeLook(event)];
      return withSeat(live, event.seat, { looks: looks.slice(-LOOKS) });
    }
    case 'turn-recorded':
    case 'turn-taken': {
      const isBlind = event.withheld === true;
      const done = withSeat(live, event.seat, { doing: 'answered', text: event.text.slice(-LONGEST), isBlind });
      return { ...done, news: isBlind ? `${event.title}: answered, withheld for now.` : `${event.title}: answered.` };
    }
    case 'turn-revealed':
      return withSeat(live, event.seat, { text: event.text.slice(-LONGEST), isBlind: false });
    case 'answer-rejected':
      return withSeat(live, event.seat, { trouble: `The answer cannot be used: ${joinClauses(event.issues)}` });
    case 'retrying':
      return withSeat(live, event.seat, { trouble: `${event.failure.message} Trying again.`, text: '' });
    case 'seat-failed': {
      const failed = withSeat(live, event.seat, { doing: 'failed', trouble: event.failure.message });
      return { ...failed, news: `${failed.seats.get(event.seat)?.label}: failed.` };
    }
    case 'seat-left':
      return withSeat(live, event.seat, { doing: 'left', trouble: event.reason });
    case 'seat-replaced':
      return withSeat(live, event.seat, { trouble: `Taken over by ${event.to}: ${event.reason}` });
    case 'interjection':
      return { ...live, news: `${event.author} interjects.` };
    case 'phase-ended':
      return { ...live, news: event.message };
    case 'run-ended':
      return { ...NOTHING_LIVE, ...defined({ news: describeEnd(event) }) };
    default:
      return live;
  }
}
