// The entry of a record that an event becomes.
import { FOLLOW_UP, toCall } from '../../../domain/calls.ts';
import { defined } from '../../../domain/defined.ts';
import type { LedgerEvent } from '../../../domain/events.ts';
import { readFailure, toPlainFailure } from '../../../domain/failures/failures.ts';
import { readCitations } from '../../../domain/reading/citations.ts';
import type { RecordEntry } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { readSealed, readText, type Sealed } from '../../../domain/sealed/sealed.ts';
import { describeLimit } from '../../../domain/words/describe-limit.ts';
import { type LabelSeat, titleFromOutside } from '../../../domain/words/label-seats.ts';
import type { TranscriptEntry } from '../../../formats/format.ts';

export type Withheld = Pick<TurnEntry, 'withheld'>;
type EntryText = Pick<TurnEntry, 'text' | 'sha256' | 'redaction' | 'withheld'>;

interface Surroundings {
  readonly describeText: (sealed: Sealed) => EntryText;
  /** As it was said. */
  readonly spoken: TranscriptEntry | undefined;
  readonly hidden: Withheld;
  readonly label: LabelSeat;
}

/** `event` is as it may be shown. */
export function buildEntry(
  event: LedgerEvent,
  { describeText, spoken, hidden, label }: Surroundings,
): RecordEntry | undefined {
  const { seq, at } = event;
  switch (event.type) {
    case 'turn-recorded': {
      const { seat, act, content, data, warnings, by } = event.data;
      const citations = event.data.citations === undefined ? undefined : [...readCitations(event.data.citations)];
      const title = spoken?.title ?? `${label(seat)}, ${act}`;
      const round = spoken?.round ?? null;
      const text = describeText(content);
      const turn = { kind: 'turn', seq, at, hash: event.hash, title, seat, act, round, ...text, by } as const;
      const shown = text.withheld === true || spoken?.text === text.text ? undefined : spoken?.text;
      return {
        ...turn,
        ...defined({ shown }),
        data,
        warnings: warnings.map(readText),
        ...defined({ citations, copied: event.data.copied }),
      };
    }
    case 'interjection-added': {
      const { author, content, source, copied } = event.data;
      const title = spoken?.title ?? titleFromOutside('Interjection', author);
      return {
        kind: 'interjection',
        seq,
        at,
        title,
        author,
        ...defined({ source, copied }),
        ...describeText(content),
      };
    }
    case 'answer-rejected': {
      const { seat, act, issues, by, content, copied } = event.data;
      return {
        kind: 'rejected',
        seq,
        at,
        seat,
        act,
        issues: issues.map(readText),
        by,
        ...defined({ copied }),
        ...describeText(content),
      };
    }
    case 'follow-up-asked': {
      const { by: author, seats, content } = event.data;
      const title = spoken?.title ?? titleFromOutside('Follow-up question', author);
      return { kind: 'follow-up', seq, at, title, author, seats, unanswered: [], ...describeText(content) };
    }
    case 'follow-up-answered': {
      const { question, seat, by, content } = event.data;
      const title = spoken?.title ?? label(seat);
      return { kind: 'follow-up-answer', seq, at, title, question, seat, by, ...describeText(content) };
    }
    case 'seat-failed':
    case 'follow-up-failed': {
      const { seat, agent, attempts } = event.data;
      const act = 'act' in event.data ? event.data.act : FOLLOW_UP;
      const { durationMs, usage } = toCall(event) ?? {};
      const failure = toPlainFailure(readFailure(event.data.failure));
      return { kind: 'failure', seq, at, seat, act, agent, failure, attempts, durationMs, usage, ...hidden };
    }
    case 'seat-replaced': {
      const { seat, from, to, reason } = event.data;
      return { kind: 'replacement', seq, at, seat, from, to, reason: readText(reason) };
    }
    case 'seat-left': {
      const { seat, reason } = event.data;
      return {
        kind: 'note',
        seq,
        at,
        code: 'seat-left',
        message: `The debate continues without ${label(seat)}: ${readText(reason)}`,
        seat,
      };
    }
    case 'seat-taken': {
      const { seat, by } = event.data;
      return { kind: 'note', seq, at, code: 'seat-taken', message: `${by} claimed the ${label(seat)} seat.`, seat };
    }
    case 'debate-extended': {
      const { rounds, by } = event.data;
      const message = `${by} added ${rounds === 1 ? 'one round' : `${rounds} rounds`}.`;
      return { kind: 'note', seq, at, code: 'extended', message };
    }
    case 'note-recorded':
      return { kind: 'note', seq, at, ...event.data, message: readText(event.data.message), ...hidden };
    case 'texts-redacted': {
      const { target, fields, reason, by } = event.data;
      return { kind: 'redaction', seq, at, target, fields, reason, by };
    }
    case 'debate-force-closed': {
      const { reason, by } = event.data;
      const why = readSealed(reason) ?? null;
      const message = `Force-closed by ${by}: ${why ?? '(the reason was redacted)'}`;
      return { kind: 'note', seq, at, code: 'force-closed', message, reason: why, by };
    }
    case 'limit-reached':
      return { kind: 'note', seq, at, code: 'limit-reached', message: describeLimit(event.data) };
    default:
      return undefined;
  }
}
