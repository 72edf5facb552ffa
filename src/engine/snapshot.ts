// A debate as it stands: the shared state, the format's state and the log, folded together one event at a time.
import { contradiction } from '../domain/contradictions.ts';
import { admit, begin, type Debate, evolve } from '../domain/debate.ts';
import type { Problem } from '../domain/errors.ts';
import type { EventData, EventDraft, LedgerEvent } from '../domain/events.ts';
import { textOf } from '../domain/sealed.ts';
import type { Admission, AnyFormat, Contribution, Next } from '../formats/format.ts';

export interface Snapshot {
  readonly threadId: string;
  readonly debate: Debate;
  readonly format: AnyFormat;
  /** The format's own state. */
  readonly state: unknown;
  /** Every event so far; grows in place, so hold on to a snapshot, not to its log. */
  readonly log: readonly LedgerEvent[];
}

/** Why a debate cannot begin with this opening, if it cannot. */
export function againstOpening({ options }: EventData<'debate-opened'>, format: AnyFormat): Problem | undefined {
  const parsed = format.options.safeParse(options);
  if (parsed.success) return undefined;
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  return { code: 'bad-input', message: `The rules of the debate are wrong at "${place}": ${issue?.message}.` };
}

/** The state after event 0, whose rules the format must accept. */
export function beginSnapshot(event: LedgerEvent, format: AnyFormat, log: LedgerEvent[]): Snapshot {
  const debate = begin(event);
  const options = format.options.parse(debate.opened.options);
  return {
    threadId: debate.opened.threadId,
    debate,
    format,
    state: format.evolve(format.initial(options), event),
    log,
  };
}

export function advance(snapshot: Snapshot, event: LedgerEvent): Snapshot {
  return {
    ...snapshot,
    debate: evolve(snapshot.debate, event),
    state: snapshot.format.evolve(snapshot.state, event),
  };
}

/** What is due, or that nothing is: a debate that is not open asks nobody. */
export function nextOf(snapshot: Snapshot): Next {
  return snapshot.debate.status === 'open' ? snapshot.format.next(snapshot.state) : { kind: 'over' };
}

/** Events that the rules demand before anything else may follow. */
export function consequencesOf(snapshot: Pick<Snapshot, 'debate' | 'format' | 'state'>): readonly EventDraft[] {
  return snapshot.debate.status === 'open' ? snapshot.format.consequences(snapshot.state) : [];
}

/** The text of a decision that a closing event carries or points to. */
export function decisionText(
  log: readonly LedgerEvent[],
  decision: EventData<'debate-closed'>['decision'],
): string | undefined {
  if (decision === null) return undefined;
  if ('turn' in decision) {
    const event = log[decision.turn];
    return event?.type === 'turn-recorded' ? textOf(event.data.content) : undefined;
  }
  return textOf(decision.text);
}

/** A recorded turn as the format judges it. */
export function contributionOf(turn: EventData<'turn-recorded'>): Contribution {
  const { seat, act, content, data, by } = turn;
  return { seat, act, content: textOf(content), data, byHand: by.author !== undefined };
}

/** What the shared rules and the format's rules say to this event; the same check for writing and verifying. */
export function admissionOf(snapshot: Omit<Snapshot, 'log'>, draft: EventDraft): Admission {
  const { data } = draft;
  const refused = admit(snapshot.debate, {
    type: draft.type,
    ...('seat' in data && data.seat !== undefined ? { seat: data.seat } : {}),
    ...('target' in data ? { target: data.target } : {}),
  });
  if (refused !== undefined) return { ok: false, problem: refused };
  const untrue = contradiction(snapshot.debate, draft);
  if (untrue !== undefined) return { ok: false, problem: untrue };
  const { format, state } = snapshot;
  if (draft.type === 'turn-recorded') {
    return format.admit(state, contributionOf(draft.data));
  }
  if (draft.type === 'debate-closed') {
    const { decision } = draft.data;
    return format.admitClose(
      state,
      draft.data,
      decision !== null && 'text' in decision ? textOf(decision.text) : undefined,
    );
  }
  return { ok: true, data: {}, warnings: [] };
}

/** Why this event may not follow, or `undefined` when it may. */
export function admitEvent(snapshot: Snapshot, draft: EventDraft): Problem | undefined {
  const admission = admissionOf(snapshot, draft);
  return admission.ok ? undefined : admission.problem;
}
