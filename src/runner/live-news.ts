// What an event of the ledger is as live news, with the words of agents only as far as they may be shown.
import { isEvent, type LedgerEvent } from '../domain/events.ts';
import { toldFailure } from '../domain/failures.ts';
import type { Curtain } from '../engine/withheld.ts';
import type { TranscriptEntry } from '../formats/format.ts';
import type { LiveEvent } from './live.ts';

/** Made only when somebody has spoken, as it takes the whole ledger. */
type Entries = () => ReadonlyMap<number, TranscriptEntry>;

/** What just happened; `undefined` for what is no news. */
export function newsOf(event: LedgerEvent, { shown }: Curtain, entries: Entries, step: string): LiveEvent | undefined {
  const seen = shown(event);
  switch (seen.type) {
    case 'turn-recorded': {
      const { seat, by, warnings } = seen.data;
      const { title = seat, text = '' } = entries().get(seen.seq) ?? {};
      const isWithheld = seen !== event;
      return {
        type: 'turn-recorded',
        seat,
        step,
        seq: seen.seq,
        title,
        text: isWithheld ? '' : text,
        ...(isWithheld ? { withheld: true } : {}),
        durationMs: by.durationMs ?? 0,
        ...(by.usage === undefined ? {} : { usage: by.usage }),
        warnings,
      };
    }
    case 'answer-rejected': {
      const { seat, issues } = seen.data;
      return { type: 'answer-rejected', seat, step, issues };
    }
    case 'seat-failed': {
      const { seat, failure } = seen.data;
      return { type: 'seat-failed', seat, step, failure: toldFailure(failure) };
    }
    case 'seat-replaced': {
      const { seat, to, reason } = seen.data;
      return { type: 'seat-replaced', seat, to: to.agent, reason };
    }
    case 'seat-left':
      return { type: 'seat-left', ...seen.data };
    case 'note-recorded':
      return { type: 'note', code: seen.data.code, message: seen.data.message };
    case 'limit-reached':
      return { type: 'limit-reached', ...seen.data };
    default:
      return undefined;
  }
}

/** The words beside the turns, which tell why something went wrong or was remarkable. */
function detailsOf(event: LedgerEvent): string | undefined {
  if (isEvent(event, 'answer-rejected')) return event.data.issues.join(' ');
  if (isEvent(event, 'seat-failed')) return event.data.failure.message;
  return isEvent(event, 'note-recorded') ? event.data.message : undefined;
}

/** What was withheld and no longer is, in the order in which it was said. */
export function revealed(
  events: readonly LedgerEvent[],
  before: Curtain,
  now: Curtain,
  entries: Entries,
): readonly LiveEvent[] {
  return events.flatMap((event): LiveEvent[] => {
    const [was, is] = [before.shown(event), now.shown(event)];
    if (isEvent(event, 'turn-recorded')) {
      if (was === event || is !== event) return [];
      const { seat, warnings } = event.data;
      const { title = seat, text = '' } = entries().get(event.seq) ?? {};
      return [{ type: 'turn-revealed', seat, seq: event.seq, title, text, warnings }];
    }
    const message = detailsOf(is);
    if (message === undefined || message === detailsOf(was)) return [];
    const seat = 'seat' in event.data ? event.data.seat : undefined;
    return [{ type: 'details-revealed', ...(seat === undefined ? {} : { seat }), seq: event.seq, message }];
  });
}
