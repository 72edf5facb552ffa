// Decides which words of agents may be shown now. While a phase is blind, every door shows the
// events of the ledger as this file gives them; the ledger itself keeps all.
import { AGENT_NOTE, SESSION_REBUILT } from '../../../domain/calls.ts';
import type { Provenance } from '../../../domain/event-parts.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { FAILURES, type Failure, readFailure, toPlainFailure } from '../../../domain/failures/failures.ts';
import type { FormatResult } from '../../../domain/record.ts';
import { readSealed, readText, type Sealed } from '../../../domain/sealed/sealed.ts';
import { endSentence } from '../../../domain/words/sentence.ts';
import type { Brief } from '../../../formats/common/brief.ts';
import type { TranscriptEntry } from '../../../formats/format.ts';
import { NOT_COPIED } from '../forks/next-copy.ts';
import { findBlindStart, listDueSteps, type Snapshot } from '../snapshot.ts';

/** Replaces what is wrong with an answer, as that may quote the answer. */
const WITHHELD = 'The problem is withheld until the phase ends.';

const NO_DIGEST = '0'.repeat(64);

const MORE_IS_WITHHELD = 'The rest is withheld until the phase ends.';

/** Notes that repeat what an agent or its service said, with what may be said of them. Others are the hall's own words. */
const QUOTING_NOTES: ReadonlyMap<string, string> = new Map([
  [AGENT_NOTE, 'A note about the answer is withheld until the phase ends.'],
  [NOT_COPIED, 'A turn of the parent cannot be copied. The reason is withheld until the phase ends.'],
  [SESSION_REBUILT, 'The session was lost and rebuilt. The reason is withheld until the phase ends.'],
]);

export interface Visibility {
  /** The first event of the phase that is blind; infinite while none is. */
  readonly blindFrom: number;
  /** The event as anybody may see it: the very same object, or a copy without the words that are withheld. */
  showEvent(event: LedgerEvent): LedgerEvent;
  /** The same for a failure that is not an event yet; never with more than code and message. */
  showFailure(failure: Failure): Failure;
}

/** What is shown instead of a text; it never enters a ledger. */
const showInstead = (text: string): Sealed => ({ salt: '', sha256: NO_DIGEST, text });

/** Without the salt as well: with it, a short text could be guessed and the guess be proved. */
const withoutText = ({ sha256 }: Sealed): Sealed => ({ sha256 });

/** Program and service choose these names freely. */
function withoutReportedNames({ sessionId: _session, reportedModel: _model, ...by }: Provenance): Provenance {
  return by;
}

/** What the failure means, without what the agent or its service said. */
function withoutQuotes({ code, message, unquoted: own }: Failure): Failure {
  const { meaning } = FAILURES[code];
  const sentence = own ?? endSentence(meaning);
  return { code, message: sentence === message ? message : `${sentence} ${MORE_IS_WITHHELD}` };
}

const isQuoting = (failure: Failure): boolean => withoutQuotes(failure).message !== failure.message;

/**
 * Everyone who is due has failed and no run asks them again, so the phase cannot end. Whoever has to fix that needs the
 * reasons, and nobody is left to be influenced by them.
 */
function isPhaseStuck(snapshot: Snapshot): boolean {
  const { debate } = snapshot;
  if (debate.runs.at(-1)?.ended !== true) return false;
  const due = listDueSteps(snapshot);
  return due.length > 0 && due.every(({ seat }) => debate.seats[seat]?.failing === true);
}

/** The failure of the seat that the reason repeats, or may: what was redacted since can be quoted all the same. */
function findQuoted({ log }: Snapshot, { seq, data }: EventOf<'seat-left' | 'seat-replaced'>): Failure | undefined {
  const reason = readText(data.reason);
  const failures = log
    .slice(0, seq)
    .flatMap((event) => (isEvent(event, 'seat-failed') && event.data.seat === data.seat ? [event.data.failure] : []));
  const quoted = failures.findLast((failure) => {
    const message = readSealed(failure.message);
    return message === undefined || (message !== '' && reason.includes(message) && isQuoting(readFailure(failure)));
  });
  return quoted && readFailure(quoted);
}

export function getVisibility(snapshot: Snapshot): Visibility {
  const blindFrom = findBlindStart(snapshot);
  const showsReasons = blindFrom === Number.POSITIVE_INFINITY || isPhaseStuck(snapshot);
  const showFailure = (given: Failure): Failure => (showsReasons ? toPlainFailure(given) : withoutQuotes(given));

  function showEvent(event: LedgerEvent): LedgerEvent {
    if (event.seq < blindFrom) return event;
    switch (event.type) {
      case 'turn-recorded': {
        const { content, by, citations: _, ...rest } = event.data;
        const data = {
          ...rest,
          content: withoutText(content),
          data: {},
          warnings: [],
          by: withoutReportedNames(by),
        };
        return { ...event, data };
      }
      case 'look-recorded': {
        // Size, digest and time would tell which file it was.
        const { seat, step } = event.data;
        const nothing = { sha256: NO_DIGEST };
        const data = {
          seat,
          step,
          tool: 'withheld',
          arguments: nothing,
          seen: [],
          ...nothing,
          bytes: 0,
          durationMs: 0,
        };
        return { ...event, data };
      }
      case 'answer-rejected': {
        const { content, issues, by } = event.data;
        const visible = showsReasons ? issues : [showInstead(WITHHELD)];
        return {
          ...event,
          data: { ...event.data, content: withoutText(content), issues: visible, by: withoutReportedNames(by) },
        };
      }
      case 'seat-failed': {
        const { partial, ...rest } = event.data;
        const shownFailure = readFailure(rest.failure);
        const visible = showFailure(shownFailure);
        if (partial === undefined && visible.message === shownFailure.message) return event;
        const failure = { ...visible, message: showInstead(visible.message) };
        const data = { ...rest, failure, ...(partial === undefined ? {} : { partial: withoutText(partial) }) };
        return { ...event, data };
      }
      case 'seat-left':
      case 'seat-replaced': {
        const quoted = showsReasons ? undefined : findQuoted(snapshot, event);
        if (quoted === undefined) return event;
        return { ...event, data: { ...event.data, reason: showInstead(withoutQuotes(quoted).message) } } as LedgerEvent;
      }
      case 'note-recorded': {
        const message = QUOTING_NOTES.get(event.data.code);
        return message === undefined ? event : { ...event, data: { ...event.data, message: showInstead(message) } };
      }
      default:
        return event;
    }
  }

  return { blindFrom, showEvent, showFailure };
}

/** Every event as anybody may see it, in order. */
export function getVisibleLog(snapshot: Snapshot): readonly LedgerEvent[] {
  const { blindFrom, showEvent } = getVisibility(snapshot);
  return blindFrom === Number.POSITIVE_INFINITY ? snapshot.log : snapshot.log.map(showEvent);
}

/** Everything that may be shown to anyone at this point, in order. */
export function getVisibleTranscript(snapshot: Snapshot): readonly TranscriptEntry[] {
  const from = findBlindStart(snapshot);
  const entries = snapshot.format.transcript(snapshot.log);
  return entries.filter(({ seq, seat }) => seat === undefined || seq < from);
}

/** The log and the state as far as they may be shown: as if nothing that is withheld had been said. */
export function getVisiblePast(snapshot: Snapshot): Pick<Snapshot, 'log' | 'state'> {
  const { format, options, state, log } = snapshot;
  const from = findBlindStart(snapshot);
  if (from === Number.POSITIVE_INFINITY) return { log, state };
  const shown = getVisibleLog(snapshot).filter(
    (event) => event.seq < from || (!isEvent(event, 'turn-recorded') && !isEvent(event, 'answer-rejected')),
  );
  return { log: shown, state: shown.reduce(format.evolve, format.initial(options)) };
}

/** What the debate has come to as far as it may be shown. */
export function getVisibleResult(snapshot: Snapshot): FormatResult | undefined {
  const { log, state } = getVisiblePast(snapshot);
  return snapshot.format.result?.(log, state);
}

/** The same in few lines, of a format whose results are long. */
export function getVisibleBrief(snapshot: Snapshot): Brief | undefined {
  const { log, state } = getVisiblePast(snapshot);
  return snapshot.format.brief?.(log, state);
}
