// What was said, in order, and what of it each seat may see: everything, but the other's vote while both vote;
// the reviewer sees the votes.
import type { LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { interjectionEntry } from '../interjection.ts';
import { LABELS, REVIEWER } from './seats.ts';
import { roundOf } from './state.ts';

interface Spoken extends TranscriptEntry {
  readonly act: string;
  /** How many times Door had revised the decision when this was said. */
  readonly revisions: number;
}

function collectEntries(log: readonly LedgerEvent[]): Spoken[] {
  const entries: Spoken[] = [];
  let turns = 0;
  let revisions = 0;
  for (const event of log) {
    if (event.type === 'interjection-added') {
      entries.push({ ...interjectionEntry(event), act: 'interjection', revisions });
      continue;
    }
    if (event.type !== 'turn-recorded') continue;
    const { seat, act, content } = event.data;
    const label = LABELS[seat] ?? seat;
    if (act === 'turn') turns += 1;
    if (act === 'revision') revisions += 1;
    const titles: Record<string, string> = {
      turn: `Round ${roundOf(turns)}, ${label}`,
      vote: `Vote ${revisions + 1} on the decision, ${label}`,
      revision: `Revised decision ${revisions}, ${label}`,
      pick: `${label}'s pick`,
    };
    entries.push({
      seq: event.seq,
      title: titles[act] ?? `${label}, ${act}`,
      seat,
      round: act === 'turn' ? roundOf(turns) : null,
      text: textOf(content),
      act,
      revisions,
    });
  }
  return entries;
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return collectEntries(log);
}

export function view(log: readonly LedgerEvent[], step: Pick<Step, 'seat' | 'act'>): readonly TranscriptEntry[] {
  const entries = collectEntries(log);
  const revisions = entries.at(-1)?.revisions ?? 0;
  return entries.filter((entry) => {
    if (entry.act === 'pick') return step.act === 'pick';
    const presentBallot = entry.act === 'vote' && entry.revisions === revisions;
    return !(step.act === 'vote' && step.seat !== REVIEWER && presentBallot && entry.seat !== step.seat);
  });
}
