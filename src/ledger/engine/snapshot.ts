// A debate as it stands: the shared state, the format's state and the log, folded together one event at a time.
import { admitToDebate } from '../../domain/admit-event.ts';
import { findContradiction } from '../../domain/contradictions.ts';
import { applyToDebate, type Debate, startDebate } from '../../domain/debate.ts';
import { defined } from '../../domain/defined.ts';
import { type EventData, type EventDraft, isEvent, type LedgerEvent } from '../../domain/events.ts';
import type { ErrorCode, Problem } from '../../domain/failures/errors.ts';
import type { Settled } from '../../domain/hindsight/turned-out.ts';
import { readQuestion } from '../../domain/question/question.ts';
import { REDACTED_TEXT, readSealed } from '../../domain/sealed/sealed.ts';
import { findProblems, problemSentence } from '../../domain/values/problems.ts';
import { type LabelSeat, labelSeats } from '../../domain/words/label-seats.ts';
import type {
  Admission,
  AnyFormat,
  Consequence,
  Contribution,
  Next,
  Step,
  TranscriptEntry,
} from '../../formats/format.ts';
import type { Seal } from '../chain/chain.ts';

export interface Snapshot {
  readonly threadId: string;
  readonly debate: Debate;
  readonly format: AnyFormat;
  /** Its options as the format reads them. */
  readonly options: unknown;
  /** The format's own state. */
  readonly state: unknown;
  readonly log: readonly LedgerEvent[];
}

/** Why a debate cannot begin with this opening, if it cannot. */
export function checkOpening(opened: EventData<'debate-opened'>, format: AnyFormat): Problem | undefined {
  const parsed = format.options.safeParse(opened.options, { jitless: true });
  if (parsed.success) return format.admitOpening?.(opened);
  const problems = findProblems(format.options, opened.options, 1).map((problem) => problemSentence(problem, 'they'));
  return { code: 'bad-input', message: `The rules of the debate are invalid: ${problems.join()}.` };
}

/** The state after event 0, whose rules the format must accept. */
export function createSnapshot(event: LedgerEvent, format: AnyFormat, log: LedgerEvent[]): Snapshot {
  const debate = startDebate(event);
  const options = format.options.parse(debate.opened.options, { jitless: true });
  return {
    threadId: debate.opened.threadId,
    debate,
    format,
    options,
    state: format.evolve(format.initial(options), event),
    log,
  };
}

export function applyEvent(snapshot: Snapshot, event: LedgerEvent): Snapshot {
  // Assigned to a copy, as in src/domain/debate.ts.
  return Object.assign(
    { ...snapshot },
    { debate: applyToDebate(snapshot.debate, event), state: snapshot.format.evolve(snapshot.state, event) },
  );
}

/** The debate as it stood after the event `seq`, without what was redacted since. */
export function snapshotAt({ log, format }: Snapshot, seq: number): Snapshot {
  const past = log.filter((event) => event.seq <= seq);
  const [opened, ...rest] = past as [LedgerEvent, ...LedgerEvent[]];
  return rest.reduce(applyEvent, createSnapshot(opened, format, past));
}

/** What is due, or that nothing is: a debate that is not open asks nobody. */
export function getNext(snapshot: Snapshot): Next {
  return snapshot.debate.status === 'open' ? snapshot.format.next(snapshot.state) : { kind: 'over' };
}

export function listDueSteps(snapshot: Snapshot): readonly Step[] {
  const next = getNext(snapshot);
  return next.kind === 'ask' ? next.steps : [];
}

/** Events that the rules demand before anything else may follow. */
export function getConsequences(snapshot: Pick<Snapshot, 'debate' | 'format' | 'state'>): readonly Consequence[] {
  return snapshot.debate.status === 'open' ? snapshot.format.consequences(snapshot.state) : [];
}

export function sealConsequence(due: Consequence, seal: Seal): EventDraft {
  return due.type === 'note-recorded' ? { ...due, data: { ...due.data, message: seal(due.data.message) } } : due;
}

export const listSpecs = ({ format, options }: Pick<Snapshot, 'format' | 'options'>) => format.seats(options);

/** Names of the seats as people read them. */
export function readLabels(snapshot: Pick<Snapshot, 'format' | 'options'>): LabelSeat {
  return labelSeats(listSpecs(snapshot));
}

/** The first event of a phase that is blind and not over; what seats say from there on is shown to nobody. */
export function findBlindStart({ debate, format, state }: Omit<Snapshot, 'log'>): number {
  const isOver = debate.status === 'closed' || debate.status === 'force-closed';
  return (isOver ? undefined : format.blindSince?.(state)) ?? Number.POSITIVE_INFINITY;
}

export function isBlind(snapshot: Snapshot): boolean {
  return findBlindStart(snapshot) !== Number.POSITIVE_INFINITY;
}

export function getWrittenDecision({ debate, log }: Pick<Snapshot, 'debate' | 'log'>): string | undefined {
  const decision = debate.closed?.decision ?? null;
  if (decision === null) return undefined;
  if ('text' in decision) return readSealed(decision.text);
  const turn = log[decision.turn];
  return turn !== undefined && isEvent(turn, 'turn-recorded') ? readSealed(turn.data.content) : undefined;
}

/** The decision that the debate was closed with, in readable form `transcript`: that of the log, if it is known. */
export function getDecisionText(
  { debate, format, log }: Pick<Snapshot, 'debate' | 'format' | 'log'>,
  transcript?: readonly TranscriptEntry[],
): string | undefined {
  const decision = debate.closed?.decision ?? null;
  if (decision === null) return undefined;
  if ('text' in decision) return readSealed(decision.text);
  return (transcript ?? format.transcript(log)).find(({ seq }) => seq === decision.turn)?.text;
}

/** The same for readers, who learn where it was redacted that there was one. */
export const showDecision = (snapshot: Pick<Snapshot, 'debate' | 'format' | 'log'>): string | undefined =>
  getDecisionText(snapshot) ?? ((snapshot.debate.closed?.decision ?? null) === null ? undefined : REDACTED_TEXT);

/** The question of a debate, and the answer of its seats that stands. */
export function getSettled({ debate, format, state }: Pick<Snapshot, 'debate' | 'format' | 'state'>): Settled {
  const { question } = debate.opened;
  return defined({
    question: question === undefined ? undefined : readQuestion(question),
    answer: format.answer?.(state),
  });
}

/** A recorded turn as the format judges it. */
export function toContribution(turn: EventData<'turn-recorded'>): Contribution {
  const { seat, act, content, data, by } = turn;
  return { seat, act, content: readSealed(content), data, byHand: by.author !== undefined };
}

function refuse(code: ErrorCode, message: string): Admission {
  return { ok: false, problem: { code, message } };
}

/** A seat may leave only if the debate can continue without it. */
function admitLeaving({ format, state }: Pick<Snapshot, 'format' | 'state'>, seat: string): Admission {
  const expendable = format.expendable?.(state).some((each) => each.seat === seat) === true;
  return expendable
    ? { ok: true, data: {}, warnings: [] }
    : refuse('rule-violation', `The debate cannot continue without "${seat}".`);
}

/** What the shared rules and the format's rules say to this event; the same check for writing and verifying. */
export function checkAdmission(snapshot: Omit<Snapshot, 'log'>, draft: EventDraft): Admission {
  const { data } = draft;
  const refused = admitToDebate(snapshot.debate, {
    type: draft.type,
    ...('seat' in data && data.seat !== undefined ? { seat: data.seat } : {}),
    ...('target' in data ? { target: data.target } : {}),
    ...(draft.type === 'thread-linked' ? { movedFrom: draft.data.movedFrom } : {}),
    ...(draft.type === 'follow-up-asked' ? { seats: draft.data.seats } : {}),
    ...('question' in data && typeof data.question === 'number' ? { question: data.question } : {}),
  });
  if (refused !== undefined) return { ok: false, problem: refused };
  const contradiction = findContradiction(snapshot.debate, draft);
  if (contradiction !== undefined) return { ok: false, problem: contradiction };
  const { format, state } = snapshot;
  if (draft.type === 'turn-recorded') {
    return format.admit(state, toContribution(draft.data));
  }
  if (draft.type === 'seat-left') return admitLeaving(snapshot, draft.data.seat);
  if (draft.type === 'seat-taken') {
    return format.admitSeat?.(state, draft.data) ?? refuse('not-active', 'Seats in this debate cannot be claimed.');
  }
  if (draft.type === 'debate-extended') {
    const problem = format.admitExtension
      ? format.admitExtension(state, draft.data.rounds)
      : ({
          code: 'not-active',
          message: `The format ${format.id} does not allow more rounds.`,
          hint: `Fork it with another number of rounds: debate-hall fork ${snapshot.threadId} --rounds …`,
        } as const);
    return problem === undefined ? { ok: true, data: {}, warnings: [] } : { ok: false, problem };
  }
  if (draft.type === 'debate-closed') {
    const { decision } = draft.data;
    return format.admitClose(
      state,
      draft.data,
      decision !== null && 'text' in decision ? readSealed(decision.text) : undefined,
    );
  }
  return { ok: true, data: {}, warnings: [] };
}

/** Why this event may not follow, or `undefined` when it may. */
export function findRefusal(snapshot: Snapshot, draft: EventDraft): Problem | undefined {
  const admission = checkAdmission(snapshot, draft);
  return admission.ok ? undefined : admission.problem;
}
