// What a ledger has got since a run last looked, as live events. Who wrote it does not matter: words from other processes are
// told like those of the run itself, in the order of the ledger and each once.
import { defined } from '../../domain/defined.ts';
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { readFailure, toPlainFailure } from '../../domain/failures/failures.ts';
import type { LiveEvent } from '../../domain/live-events.ts';
import { countLooks, describeTightBudget } from '../../domain/reading/usage.ts';
import { readSealed, readText } from '../../domain/sealed/sealed.ts';
import { formatReadPlace } from '../../domain/words/describe-reading.ts';
import { joinClauses } from '../../domain/words/sentence.ts';
import type { TranscriptEntry } from '../../formats/format.ts';
import { listSaid } from '../../ledger/engine/record/follow-ups.ts';
import { getVisibility, type Visibility } from '../../ledger/engine/record/visibility.ts';
import type { Snapshot } from '../../ledger/engine/snapshot.ts';

/** Made only when somebody has spoken, as it takes the whole ledger. */
type Entries = () => ReadonlyMap<number, TranscriptEntry>;

/**
 * What just happened, in the course of which step of the run, with the words of agents only as far as they may be shown; `undefined` if that
 * is not news.
 */
function toLiveEvent(
  event: LedgerEvent,
  { showEvent }: Visibility,
  entries: Entries,
  step: string,
): LiveEvent | undefined {
  const seen = showEvent(event);
  const { seq } = seen;
  switch (seen.type) {
    case 'turn-recorded': {
      const { seat, by, warnings, copied } = seen.data;
      const { title = seat, text = '' } = entries().get(seq) ?? {};
      const isWithheld = seen !== event;
      const turn = {
        seat,
        seq,
        title,
        text: isWithheld ? '' : text,
        ...(isWithheld ? { withheld: true as const } : {}),
        warnings: warnings.map(readText),
      };
      // Only a run asks with a prompt.
      if (by.promptSha256 === undefined) {
        return { type: 'turn-taken', ...turn, by: by.author ?? by.agent.agent, ...defined({ copied: copied?.event }) };
      }
      const words = isWithheld ? undefined : readSealed(seen.data.content);
      const said = words === undefined || words === text ? undefined : words;
      const details = defined({ said, usage: by.usage });
      return { type: 'turn-recorded', ...turn, step, durationMs: by.durationMs ?? 0, ...details };
    }
    case 'look-recorded': {
      const { seat, tool, seen: places, bytes, refused } = seen.data;
      const withheld = seen === event ? {} : { withheld: true as const };
      const look = { type: 'looked-up', seq, seat, step, tool, seen: places.map(formatReadPlace), bytes } as const;
      return { ...look, ...defined({ refused }), ...withheld };
    }
    case 'interjection-added':
    case 'follow-up-asked': {
      const { author, source } = 'by' in seen.data ? { author: seen.data.by } : seen.data;
      const { title = author } = entries().get(seq) ?? {};
      const text = readSealed(seen.data.content) ?? '';
      return { type: 'interjection', seq, title, author, text, ...defined({ source }) };
    }
    case 'follow-up-answered': {
      const { seat, by, content } = seen.data;
      const { title = seat } = entries().get(seq) ?? {};
      const turn = { seat, step, seq, title, text: readSealed(content) ?? '', warnings: [] };
      return { type: 'turn-recorded', ...turn, durationMs: by.durationMs ?? 0, ...defined({ usage: by.usage }) };
    }
    case 'answer-rejected': {
      const { seat, issues, by } = seen.data;
      const said = { issues: issues.map(readText), ...defined({ usage: by.usage }) };
      return { type: 'answer-rejected', seq, seat, step, ...said };
    }
    case 'seat-failed':
    case 'follow-up-failed': {
      const { seat, failure, usage } = seen.data;
      return {
        type: 'seat-failed',
        seq,
        seat,
        step,
        failure: toPlainFailure(readFailure(failure)),
        ...defined({ usage }),
      };
    }
    case 'seat-replaced': {
      const { seat, to, reason } = seen.data;
      return { type: 'seat-replaced', seq, seat, to: to.agent, reason: readText(reason) };
    }
    case 'seat-left': {
      const { seat, reason } = seen.data;
      return { type: 'seat-left', seq, seat, reason: readText(reason) };
    }
    case 'note-recorded':
      return { type: 'note', seq, code: seen.data.code, message: readText(seen.data.message) };
    case 'limit-reached':
      return { type: 'limit-reached', seq, ...seen.data };
    default:
      return undefined;
  }
}

/** The words beside the turns, which tell why something went wrong or was remarkable. */
function getDetails(event: LedgerEvent): string | undefined {
  if (isEvent(event, 'answer-rejected')) return joinClauses(event.data.issues.map(readText));
  if (isEvent(event, 'seat-failed')) return readFailure(event.data.failure).message;
  return isEvent(event, 'note-recorded') ? readText(event.data.message) : undefined;
}

/** What was withheld and no longer is, in the order in which it was said. */
function listRevealed(
  events: readonly LedgerEvent[],
  before: Visibility,
  now: Visibility,
  entries: Entries,
): readonly LiveEvent[] {
  return events.flatMap((event): LiveEvent[] => {
    const [was, is] = [before.showEvent(event), now.showEvent(event)];
    if (isEvent(event, 'turn-recorded')) {
      if (was === event || is !== event) return [];
      const { seat, warnings } = event.data;
      const { title = seat, text = '' } = entries().get(event.seq) ?? {};
      return [{ type: 'turn-revealed', seat, seq: event.seq, title, text, warnings: warnings.map(readText) }];
    }
    const message = getDetails(is);
    if (message === undefined || message === getDetails(was)) return [];
    const seat = 'seat' in event.data ? event.data.seat : undefined;
    return [{ type: 'details-revealed', ...defined({ seat }), seq: event.seq, message }];
  });
}

/** What a blind phase came to that has just ended. */
function announcePhase({ format, log, state }: Snapshot, before: Visibility, now: Visibility): readonly LiveEvent[] {
  if (!Number.isFinite(before.blindFrom) || now.blindFrom <= before.blindFrom) return [];
  const message = format.announce?.(log, state);
  return message === undefined ? [] : [{ type: 'phase-ended', seq: (log.at(-1) as LedgerEvent).seq, message }];
}

/** A look with what of the seat's budget is nearly used up by then. */
function withUsage(live: LiveEvent, event: LedgerEvent, { debate, log }: Snapshot): LiveEvent {
  const budget = debate.opened.reading?.budget;
  if (live.type !== 'looked-up' || live.withheld === true || budget === undefined) return live;
  if (!isEvent(event, 'look-recorded')) return live;
  const usage = countLooks(log.slice(0, event.seq + 1), event.data.seat, event.data.step);
  return { ...live, ...defined({ used: describeTightBudget(usage, budget) }) };
}

export class LedgerFollower {
  /** The first event that was not looked at yet. */
  #next: number;
  /** What was withheld when it was last looked. */
  #visibility: Visibility;
  /** For which step the run wrote, by the number of the first event that it could write. */
  readonly #steps = new Map<number, string>();

  constructor(start: Snapshot) {
    // Notes from the opening, such as agents that were not seated, are new to listeners of the first run.
    const isJustOpened = start.log.slice(1).every((event) => isEvent(event, 'note-recorded'));
    this.#next = isJustOpened ? 1 : start.debate.nextSeq;
    this.#visibility = getVisibility(start);
  }

  /** What the run is about to write from the event `seq` on is about this step. */
  expectStep(seq: number, step: string): void {
    this.#steps.set(seq, step);
  }

  /** Somebody else was faster, and wrote that event. */
  forgetStep(seq: number): void {
    this.#steps.delete(seq);
  }

  /** First what became visible, then what is new. Empty for a state that is older than the last one. */
  takeNew(snapshot: Snapshot): readonly LiveEvent[] {
    const { debate, log } = snapshot;
    const from = this.#next;
    if (debate.nextSeq <= from) return [];
    const before = this.#visibility;
    const visibility = getVisibility(snapshot);
    this.#next = debate.nextSeq;
    this.#visibility = visibility;
    const entries = () => new Map(listSaid(snapshot).map((entry) => [entry.seq, entry]));
    const fresh = log.slice(from, debate.nextSeq);
    return [
      ...listRevealed(log.slice(before.blindFrom, from), before, visibility, entries),
      ...fresh.flatMap((event) => {
        const live = toLiveEvent(event, visibility, entries, this.#findStep(event.seq));
        return live === undefined ? [] : [withUsage(live, event, snapshot)];
      }),
      ...announcePhase(snapshot, before, visibility),
    ];
  }

  #findStep(seq: number): string {
    for (let from = seq; from > 0; from -= 1) {
      const step = this.#steps.get(from);
      if (step !== undefined) return step;
    }
    return '';
  }
}
