// What the page says about a record in words: outcome, authority, seats, agents, times.
import type { AgentRef } from '../../domain/event-parts.ts';
import { OUTCOME_WORDS, titleOutcome } from '../../domain/outcomes.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { describeAuthority, nameAgent, nameSpeakers } from '../../domain/words/describe-authority.ts';
import { type LabelSeat, labelSeats } from '../../domain/words/label-seats.ts';
import { showControls } from '../../domain/words/markdown-safe.ts';
import { capitalize, endSentence } from '../../domain/words/sentence.ts';

/** Characters that steer or reorder text, made visible in a text that is shown as it is. */
export const safe = showControls;

const describeRehearsal = ({ rehearsal }: AgentRef) => (rehearsal === true ? ', rehearsal' : '');

export const describeAgent = (agent: AgentRef): string => safe(`${nameAgent(agent)}${describeRehearsal(agent)}`);

/** Whoever speaks for a seat, agent or people. */
export const describeSpeakers = (seat: DebateRecord['seats'][number]): string =>
  safe(`${nameSpeakers(seat)}${describeRehearsal(seat.agent)}`);

export function createLabels({ seats }: Pick<DebateRecord, 'seats'>): LabelSeat {
  const label = labelSeats(seats);
  return (seat) => safe(label(seat));
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

type Ending = Pick<DebateRecord, 'outcome' | 'outcomeMeaning' | 'status'> & Partial<Pick<DebateRecord, 'endedBy'>>;

export function describeOutcome({ outcome, outcomeMeaning, status, endedBy = null }: Ending): OutcomeText {
  if (outcome === null) return { title: STATUS[status], meaning: 'There is no outcome yet.', tone: 'open' };
  return {
    title: safe(titleOutcome(outcome, endedBy)),
    meaning: outcomeMeaning ?? OUTCOME_WORDS[outcome].meaning,
    tone: TONES[outcome] ?? 'unsettled',
  };
}

export interface AuthorityText {
  readonly title: string;
  readonly facts: readonly string[];
  /** Of a panel that has yet to speak, neither. */
  readonly tone: 'good' | 'poor' | undefined;
}

/** How far the outcome can speak for the whole panel; rehearsals have a place of their own on the page. */
export function toAuthorityText(record: DebateRecord): AuthorityText {
  const { panel, gaps, notes } = describeAuthority(record, { label: createLabels(record), safe });
  const { full, silent } = record.authority;
  const isFullSoFar = full && record.outcome === null;
  const isMerelySilent = record.status === 'open' && gaps.length === 1 && silent.length > 0;
  return {
    title: capitalize(panel),
    facts: [...gaps, ...notes].map(endSentence),
    tone: isFullSoFar || isMerelySilent ? undefined : full ? 'good' : 'poor',
  };
}

/** Words that stand in one line: without marks of emphasis. */
export const plain = (text: string): string => safe(text.replaceAll('**', ''));
