// What a debate came to and how far that can be trusted, in the words of every door.
import { readInfluence } from '../claims.ts';
import { FAILURES } from '../failures.ts';
import { OUTCOME_WORDS } from '../outcomes.ts';
import type { DebateRecord } from '../record.ts';
import { describeAlarm } from './describe-influence.ts';
import { describeOneModel } from './describe-one-model.ts';
import { countNoun } from './format-figures.ts';

export function outcomeText({ status, outcome, outcomeMeaning, result }: DebateRecord): string {
  if (outcome === null) return `none yet (the debate is ${status})`;
  const { title, meaning } = OUTCOME_WORDS[outcome];
  if (result !== null) return `${title.toLowerCase()}: ${result.headline}`;
  const more = outcomeMeaning ?? meaning;
  return `${title.toLowerCase()}: ${more.charAt(0).toLowerCase()}${more.slice(1).replace(/\.$/, '')}`;
}

/** "full panel", or exactly what is missing. */
export function authorityText({ authority, status }: DebateRecord): string {
  const parts: string[] = [];
  if (authority.failed.length > 0) parts.push(`failed: ${authority.failed.join(', ')}`);
  for (const { seat, from, to } of authority.replaced) parts.push(`${seat} replaced: ${from.agent} by ${to.agent}`);
  for (const { seat, reason } of authority.left) parts.push(`without ${seat}: ${reason}`);
  if (authority.silent.length > 0)
    parts.push(`${status === 'open' ? 'has not spoken yet' : 'never spoke'}: ${authority.silent.join(', ')}`);
  for (const { seat, turns, otherWords } of authority.copied ?? [])
    if (otherWords > 0) parts.push(`${otherWords} of ${countNoun(turns, 'copied turn')} of ${seat} answer other words`);
  const panel = authority.full
    ? 'full panel'
    : `${status === 'open' ? 'incomplete' : 'DEGRADED'} panel (${parts.join('; ')})`;
  const rehearsal = authority.rehearsal.length > 0 ? `, REHEARSAL in ${authority.rehearsal.join(', ')}` : '';
  const shared =
    authority.sharedVendors.length > 0 ? `, seats share a vendor: ${authority.sharedVendors.join(', ')}` : '';
  const oneModel = (authority.oneModel ?? []).map((each) => `, ${describeOneModel(each)}`).join('');
  const copies = (authority.copied ?? []).map(({ seat, turns }) => `${seat} ${turns}`);
  const copied = copies.length > 0 ? `, copied turns: ${copies.join(', ')}` : '';
  return `${panel}${rehearsal}${shared}${oneModel}${copied}`;
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
