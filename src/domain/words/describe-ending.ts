// How a debate ended and how far that can be trusted: one description, which every door only lays out.
import { readInfluence } from '../claims.ts';
import { FAILURES } from '../failures/failures.ts';
import type { DebateRecord } from '../record.ts';
import { readOpinions } from '../results/opinions-result.ts';
import { describeAlarm, describeAuthority } from './describe-authority.ts';
import { describeHeadline } from './describe-headline.ts';

export interface Ending {
  /** "Yes, by majority. Openings 2 to 1, final ballot 3 to 0, one seat moved." A seat can have written parts of it. */
  readonly headline: string;
  /** Why that is so, from what the seats did; `undefined` while the debate is open. */
  readonly why: string | undefined;
  /** Who moved for no reason that was new to it, in a sentence each. */
  readonly alarms: readonly string[];
  /** "full panel", or exactly what is missing; loud where nobody should miss it. */
  readonly authority: string;
  /** It may pass for the word of a whole panel of real agents that got all material. */
  readonly isWhole: boolean;
}

function describePanel(record: DebateRecord): string {
  const { panel, gaps, rehearsal, notes } = describeAuthority(record);
  const lacks = gaps.length === 0 ? '' : ` (${gaps.join('; ')})`;
  const also = [rehearsal?.replace('rehearsal', 'REHEARSAL'), ...notes].filter((each) => each !== undefined);
  return [`${panel.replace('degraded', 'DEGRADED')}${lacks}`, ...also].join(', ');
}

function listAlarms(record: DebateRecord): string[] {
  const influence = readInfluence(record);
  const labels = new Map(record.seats.map(({ seat, label }) => [seat, label]));
  const alarm = influence && describeAlarm(influence, (seat) => labels.get(seat) ?? seat);
  return alarm === undefined ? [] : [alarm];
}

export function describeEnding(record: DebateRecord): Ending {
  const { outcome, outcomeMeaning, authority } = record;
  return {
    headline: describeHeadline(record, readOpinions(record)),
    why: outcome === null ? undefined : (outcomeMeaning ?? undefined),
    alarms: listAlarms(record),
    authority: describePanel(record),
    isWhole: authority.full && authority.rehearsal.length === 0,
  };
}

/** What a person should do about each seat that failed, one line for each. */
export function nextSteps({ authority, entries }: DebateRecord): string[] {
  const failures = entries.filter((entry) => entry.kind === 'failure');
  return authority.failed.flatMap((seat) => {
    const last = failures.findLast((entry) => entry.seat === seat);
    return last === undefined ? [] : [`${seat} (${last.agent.agent}): ${FAILURES[last.failure.code].nextStep}`];
  });
}
