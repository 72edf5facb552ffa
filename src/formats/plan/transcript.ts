// What was said, in readable form with the ids of steps, and which part of it a seat may see: nothing that others say in
// the same phase, and while plans are made in the blind no other plan.
import type { LedgerEvent } from '../../domain/events.ts';
import { type ActEntry, collectEntries } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { collectTexts, readTurn, writeTurn } from './acts/acts.ts';
import { labelOf } from './seats.ts';
import type { StepTexts } from './steps/texts.ts';

const TITLES: Readonly<Record<string, string>> = {
  plan: 'plan',
  compose: 'composed plan',
  validate: 'votes on the common plan',
};

function listSpoken(log: readonly LedgerEvent[]): readonly ActEntry[] {
  const texts: StepTexts = new Map();
  return collectEntries(log, ({ data: recorded }) => {
    const turn = readTurn(recorded);
    const round = turn?.act === 'critique' ? turn.data.round : null;
    if (turn !== undefined) collectTexts(texts, turn);
    const what = round === null ? (TITLES[recorded.act] ?? recorded.act) : `critique, round ${round}`;
    const format = (text: string) => (turn?.answer === undefined ? text : writeTurn(turn, texts));
    return { title: `${labelOf(recorded.seat)}, ${what}`, round, format };
  });
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return listSpoken(log);
}

export function view(
  log: readonly LedgerEvent[],
  { seat, act, data }: Pick<Step, 'seat' | 'act' | 'data'>,
): readonly TranscriptEntry[] {
  return listSpoken(log).filter((entry) => {
    if (entry.seat === seat || entry.act === undefined) return true;
    if (act === 'plan') return data['blind'] === false && entry.act === 'plan';
    if (act === 'critique') return entry.round === null || entry.round < Number(data['round']);
    return entry.act !== act;
  });
}
