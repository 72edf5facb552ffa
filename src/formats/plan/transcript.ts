// What was said, in readable form with the ids of steps, and which part of it a seat may see: nothing that others say in
// the same phase, and while plans are made in the blind no other plan.
import type { LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { interjectionEntry } from '../interjection.ts';
import { labelOf } from './seats.ts';
import { collectTexts, readTurn, type StepText } from './steps/texts.ts';
import { formatAnswer } from './transcript/answer-text.ts';

interface Spoken extends TranscriptEntry {
  readonly act: string;
}

const TITLES: Readonly<Record<string, string>> = {
  plan: 'plan',
  compose: 'composed plan',
  validate: 'votes on the composed plan',
};

function collectEntries(log: readonly LedgerEvent[]): Spoken[] {
  const words = new Map<string, StepText>();
  return log.flatMap((event): Spoken[] => {
    if (event.type === 'interjection-added') {
      return [{ ...interjectionEntry(event), act: 'interjection' }];
    }
    if (event.type !== 'turn-recorded') return [];
    const { seat, act, content } = event.data;
    const told = readTurn(event.data);
    const round = told?.act === 'critique' ? told.data.round : null;
    if (told !== undefined) collectTexts(words, told);
    const raw = textOf(content);
    const read = told?.answer === undefined ? raw : formatAnswer(told, words).join('\n').trim();
    const what = round === null ? (TITLES[act] ?? act) : `critique, round ${round}`;
    const text = raw === undefined ? undefined : read;
    return [{ seq: event.seq, title: `${labelOf(seat)}, ${what}`, seat, round, text, act }];
  });
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return collectEntries(log);
}

export function view(
  log: readonly LedgerEvent[],
  { seat, act, data }: Pick<Step, 'seat' | 'act' | 'data'>,
): readonly TranscriptEntry[] {
  return collectEntries(log).filter((entry) => {
    if (entry.seat === seat || entry.act === 'interjection') return true;
    if (act === 'plan') return data['blind'] === false && entry.act === 'plan';
    if (act === 'critique') return entry.round === null || entry.round < Number(data['round']);
    return entry.act !== act;
  });
}
