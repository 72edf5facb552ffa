// What the page says about a record in words: outcome, authority, seats, agents, times.
import type { AgentRef } from '../../domain/events.ts';
import { OUTCOME_WORDS } from '../../domain/outcomes.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { describeOneModel } from '../../domain/words/describe-one-model.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { showControls } from '../../domain/words/markdown-safe.ts';

/** Characters that steer or reorder text, made visible in a text that is shown as it is. */
export const safe = showControls;

export function describeAgent({ agent, model, effort, rehearsal }: AgentRef): string {
  const setting = [model, effort].filter((each) => each !== undefined).join(', ');
  return safe(`${agent}${setting === '' ? '' : ` (${setting})`}${rehearsal === true ? ', rehearsal' : ''}`);
}

export type Labels = (seat: string) => string;

export function labelsOf({ seats }: Pick<DebateRecord, 'seats'>): Labels {
  const known = new Map(seats.map(({ seat, label }) => [seat, safe(label)]));
  return (seat) => known.get(seat) ?? safe(seat);
}

/** 2026-11-20T10:00:00.000Z as people read it. */
export const describeTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

const STATUS: Readonly<Record<DebateRecord['status'], string>> = {
  open: 'Still open',
  exhausted: 'Stopped by a limit',
  closed: 'Closed',
  'force-closed': 'Force-closed',
};

export interface OutcomeText {
  readonly title: string;
  readonly meaning: string;
  /** How far people can act on it. */
  readonly tone: 'settled' | 'partly' | 'unsettled' | 'open';
}

const TONES: Partial<Record<NonNullable<DebateRecord['outcome']>, OutcomeText['tone']>> = {
  agreed: 'settled',
  accepted: 'partly',
  majority: 'partly',
  judged: 'partly',
  decided: 'partly',
  'closed-manually': 'partly',
};

export function describeOutcome({ outcome, outcomeMeaning, status }: DebateRecord): OutcomeText {
  if (outcome === null) return { title: STATUS[status], meaning: 'There is no outcome yet.', tone: 'open' };
  const { title, meaning } = OUTCOME_WORDS[outcome];
  return { title, meaning: outcomeMeaning ?? meaning, tone: TONES[outcome] ?? 'unsettled' };
}

export interface AuthorityText {
  readonly title: string;
  readonly facts: readonly string[];
  readonly isFull: boolean;
}

/** How far the outcome can speak for the whole panel. */
export function describeAuthority(record: DebateRecord): AuthorityText {
  const { authority, status } = record;
  const label = labelsOf(record);
  const seats = (ids: readonly string[]) => ids.map(label).join(', ');
  const isOpen = status === 'open';
  const facts = [
    ...(authority.failed.length > 0 ? [`The last call failed for ${seats(authority.failed)}.`] : []),
    ...authority.replaced.map(
      ({ seat, from, to, reason }) =>
        `${label(seat)} was replaced: ${describeAgent(to)} in place of ${describeAgent(from)} (${safe(reason)}).`,
    ),
    ...authority.left.map(({ seat, reason }) => `The debate continued without ${label(seat)} (${safe(reason)}).`),
    ...(authority.silent.length > 0 ? [`Nothing ${isOpen ? 'yet ' : ''}from ${seats(authority.silent)}.`] : []),
    ...(authority.sharedVendors.length > 0
      ? [`One vendor fills several seats: ${authority.sharedVendors.map(safe).join(', ')}.`]
      : []),
    ...(authority.oneModel ?? []).map((each) => `Only ${safe(describeOneModel(each, label))}.`),
    ...(authority.copied ?? []).map(
      ({ seat, turns, otherWords }) =>
        `${countNoun(turns, 'turn')} of ${label(seat)} copied${otherWords === 0 ? '' : `, ${otherWords} of which answer words that were not said here`}.`,
    ),
  ];
  const lacking = isOpen ? 'Incomplete panel' : 'Degraded panel';
  return { title: authority.full ? 'Full panel' : lacking, facts, isFull: authority.full };
}
