// What a debate came to and how far that can be trusted, in the words of every door.
import { readInfluence } from '../claims.ts';
import { FAILURES } from '../failures/failures.ts';
import { OUTCOME_WORDS } from '../outcomes.ts';
import type { DebateRecord } from '../record.ts';
import { describeAuthority } from './describe-authority.ts';
import { describeAlarm } from './describe-influence.ts';

export function outcomeText({ status, outcome, outcomeMeaning, result }: DebateRecord): string {
  if (outcome === null) return `none yet (the debate is ${status})`;
  const { title, meaning } = OUTCOME_WORDS[outcome];
  if (result !== null) return `${title.toLowerCase()}: ${result.headline.replace(/\.$/, '')}`;
  const more = outcomeMeaning ?? meaning;
  return `${title.toLowerCase()}: ${more.charAt(0).toLowerCase()}${more.slice(1).replace(/\.$/, '')}`;
}

/** "full panel", or exactly what is missing; loud where nobody should miss it. */
export function authorityText(record: DebateRecord): string {
  const { panel, gaps, rehearsal, notes } = describeAuthority(record);
  const lacks = gaps.length === 0 ? '' : ` (${gaps.join('; ')})`;
  const also = [rehearsal?.replace('rehearsal', 'REHEARSAL'), ...notes].filter((each) => each !== undefined);
  return [`${panel.replace('degraded', 'DEGRADED')}${lacks}`, ...also].join(', ');
}

/** Why a result must not pass for that of a whole panel of real agents; `undefined` when it may. */
export function cautionText(record: DebateRecord): string | undefined {
  const { full, rehearsal } = record.authority;
  return full && rehearsal.length === 0 ? undefined : authorityText(record);
}

/** What a person should do about each seat that failed, one line for each. */
export function nextSteps({ authority, entries }: DebateRecord): string[] {
  const failures = entries.filter((entry) => entry.kind === 'failure');
  return authority.failed.flatMap((seat) => {
    const last = failures.findLast((entry) => entry.seat === seat);
    return last === undefined ? [] : [`${seat} (${last.agent.agent}): ${FAILURES[last.failure.code].nextStep}`];
  });
}

/** Who moved for no reason that was new to it. */
export function listAlarms(record: DebateRecord): string[] {
  const influence = readInfluence(record);
  const labels = new Map(record.seats.map(({ seat, label }) => [seat, label]));
  const alarm = influence && describeAlarm(influence, (seat) => labels.get(seat) ?? seat);
  return alarm === undefined ? [] : [alarm];
}
