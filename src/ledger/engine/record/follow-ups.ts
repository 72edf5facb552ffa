// What was asked and answered after the end of a debate. No format reads it, so it is transcribed here and not by their rules.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { titleFromOutside } from '../../../domain/words/label-seats.ts';
import type { TranscriptEntry } from '../../../formats/format.ts';
import { readLabels, type Snapshot } from '../snapshot.ts';

/** Questions and answers in order, as people and seats read them. */
export function transcribeFollowUps(snapshot: Snapshot): TranscriptEntry[] {
  const label = readLabels(snapshot);
  return snapshot.log.flatMap((event): TranscriptEntry[] => {
    const { seq } = event;
    if (isEvent(event, 'follow-up-asked')) {
      const { by, content } = event.data;
      return [
        {
          seq,
          title: titleFromOutside('Follow-up question', by),
          seat: undefined,
          round: null,
          text: readSealed(content),
        },
      ];
    }
    if (!isEvent(event, 'follow-up-answered')) return [];
    const { seat, content } = event.data;
    return [{ seq, title: `Follow-up, ${label(seat)}`, seat, round: null, text: readSealed(content) }];
  });
}

/** Everything that was said, in the debate and after it. */
export function listSaid(snapshot: Snapshot): TranscriptEntry[] {
  return [...snapshot.format.transcript(snapshot.log), ...transcribeFollowUps(snapshot)];
}

/** Of the question that this event asks: seats that have neither answered nor failed. */
export function listUnanswered(log: readonly LedgerEvent[], question: number): string[] {
  const asked = log[question];
  if (asked === undefined || !isEvent(asked, 'follow-up-asked')) return [];
  const done = new Set(
    log
      .filter((event) => isEvent(event, 'follow-up-answered') || isEvent(event, 'follow-up-failed'))
      .flatMap(({ data }) => (data.question === question ? [data.seat] : [])),
  );
  return asked.data.seats.filter((seat) => !done.has(seat));
}
