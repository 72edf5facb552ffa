// What was said, in order, and what of it each seat may see: while several answer at once, nobody sees the others' answers.
import { isEvent, type LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { interjectionEntry } from '../interjection.ts';
import { type AnswerReading, readingOf } from './answers.ts';
import { type Act, dataOf, isAct } from './data.ts';
import { formatClaimId } from './evolve/turns.ts';
import { labelOf } from './seats.ts';
import { formatAnswer } from './transcript/answer-text.ts';

interface Spoken extends TranscriptEntry {
  readonly act: Act | undefined;
}

const TITLES: Readonly<Record<Act, (label: string, round: number | null) => string>> = {
  review: (label) => `Review, ${label}`,
  cross: (label) => `Cross-check, ${label}`,
  dispute: (label, round) => `Dispute round ${round}, ${label}`,
  compose: (label) => `Composition, ${label}`,
  validate: (label) => `Vote on the report, ${label}`,
};

function collectEntries(log: readonly LedgerEvent[]): Spoken[] {
  const made = new Map<string, number>();
  const entries: Spoken[] = [];
  let how: AnswerReading = {};
  for (const event of log) {
    const { seq } = event;
    if (isEvent(event, 'debate-opened')) how = readingOf(event.data);
    if (isEvent(event, 'interjection-added')) {
      entries.push({ ...interjectionEntry(event), act: undefined });
    }
    if (!isEvent(event, 'turn-recorded')) continue;
    const { seat, act, data, content } = event.data;
    if (!isAct(act)) continue;
    const before = made.get(seat) ?? 0;
    const claims = act === 'review' || act === 'cross' ? dataOf(act, data).claims : [];
    const ids = claims.map((_, index) => formatClaimId(seat, before + index + 1));
    made.set(seat, before + claims.length);
    const text = textOf(content);
    const round = act === 'dispute' ? dataOf(act, data).round : null;
    const title = TITLES[act](labelOf(seat), round);
    entries.push({
      seq,
      title,
      seat,
      round,
      text: text === undefined ? undefined : formatAnswer(act, text, ids, how),
      act,
    });
  }
  return entries;
}

const toEntry = ({ act: _, ...entry }: Spoken): TranscriptEntry => entry;

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return collectEntries(log).map(toEntry);
}

export function view(
  log: readonly LedgerEvent[],
  step: Pick<Step, 'seat' | 'act' | 'data'>,
): readonly TranscriptEntry[] {
  return collectEntries(log)
    .filter(({ seat, act, round }) => {
      if (act === undefined || seat === step.seat) return true;
      const sameRound = act !== 'dispute' || round === step.data['round'];
      return !(act === step.act && sameRound);
    })
    .map(toEntry);
}
