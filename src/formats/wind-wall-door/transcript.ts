// What was said, in order, and what of it each seat may see: everything, but the other's vote while both vote;
// the reviewer sees the votes.
import type { LedgerEvent } from '../../domain/events.ts';
import { claimEntriesIn } from '../common/claims/entries.ts';
import { nameClaims } from '../common/claims/prose.ts';
import { type ActEntry, collectEntries } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { LABELS, REVIEWER } from './seats.ts';
import { roundOf } from './state.ts';

interface Spoken extends ActEntry {
  /** How many times Door had revised the decision when this was said. */
  readonly revisions: number;
}

function listSpoken(log: readonly LedgerEvent[]): Spoken[] {
  let turns = 0;
  let revisions = 0;
  const entries = collectEntries(log, ({ data: { seat, act, data } }) => {
    const claims = claimEntriesIn(data);
    const label = LABELS[seat] ?? seat;
    if (act === 'turn') turns += 1;
    if (act === 'revision') revisions += 1;
    const titles: Record<string, string> = {
      turn: `Round ${roundOf(turns)}, ${label}`,
      vote: `Vote ${revisions + 1} on the decision, ${label}`,
      revision: `Revised decision ${revisions}, ${label}`,
      pick: `${label}'s pick`,
    };
    return {
      title: titles[act] ?? `${label}, ${act}`,
      round: act === 'turn' ? roundOf(turns) : null,
      ...(claims.length === 0 ? {} : { format: (text: string) => nameClaims(text, claims) }),
    };
  });
  revisions = 0;
  return entries.map((entry) => {
    if (entry.act === 'revision') revisions += 1;
    // Not a copy, which would hold the text.
    return Object.assign(entry, { revisions });
  });
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return listSpoken(log);
}

export function view(log: readonly LedgerEvent[], step: Pick<Step, 'seat' | 'act'>): readonly TranscriptEntry[] {
  const entries = listSpoken(log);
  const revisions = entries.at(-1)?.revisions ?? 0;
  return entries.filter((entry) => {
    if (entry.act === 'pick') return step.act === 'pick';
    const presentBallot = entry.act === 'vote' && entry.revisions === revisions;
    return !(step.act === 'vote' && step.seat !== REVIEWER && presentBallot && entry.seat !== step.seat);
  });
}
