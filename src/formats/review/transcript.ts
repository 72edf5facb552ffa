// What was said, in order, and what of it each seat may see: while several answer at once, nobody sees the others' answers.
import type { LedgerEvent } from '../../domain/events.ts';
import { type ActEntry, collectEntries, findOpening } from '../common/transcript.ts';
import type { Step, TranscriptEntry } from '../format.ts';
import { readingOf } from './answers.ts';
import { type Act, dataOf, isAct } from './data.ts';
import { formatClaimId } from './evolve/turns.ts';
import { labelOf } from './seats.ts';
import { formatAnswer } from './transcript/answer-text.ts';

const TITLES: Readonly<Record<Act, (label: string, round: number | null) => string>> = {
  review: (label) => `Review, ${label}`,
  cross: (label) => `Cross-check, ${label}`,
  dispute: (label, round) => `Dispute round ${round}, ${label}`,
  compose: (label) => `Composition, ${label}`,
  validate: (label) => `Vote on the report, ${label}`,
};

function listSpoken(log: readonly LedgerEvent[]): readonly ActEntry[] {
  const made = new Map<string, number>();
  const opening = findOpening(log);
  const how = opening === undefined ? {} : readingOf(opening);
  return collectEntries(log, ({ data: { seat, act, data } }) => {
    if (!isAct(act)) return undefined;
    const before = made.get(seat) ?? 0;
    const claims = act === 'review' || act === 'cross' ? dataOf(act, data).claims : [];
    const ids = claims.map((_, index) => formatClaimId(seat, before + index + 1));
    made.set(seat, before + claims.length);
    const round = act === 'dispute' ? dataOf(act, data).round : null;
    return { title: TITLES[act](labelOf(seat), round), round, format: (text) => formatAnswer(act, text, ids, how) };
  });
}

export function transcript(log: readonly LedgerEvent[]): readonly TranscriptEntry[] {
  return listSpoken(log);
}

export function view(
  log: readonly LedgerEvent[],
  step: Pick<Step, 'seat' | 'act' | 'data'>,
): readonly TranscriptEntry[] {
  return listSpoken(log).filter(({ seat, act, round }) => {
    if (act === undefined || seat === step.seat) return true;
    const sameRound = act !== 'dispute' || round === step.data['round'];
    return !(act === step.act && sameRound);
  });
}
