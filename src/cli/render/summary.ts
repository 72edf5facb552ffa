// The few lines after a run: what came out, how far it can be trusted, what it took, where it is.

import { readInfluence } from '../../domain/claims.ts';
import { OPEN_SEAT, PERSON_KIND } from '../../domain/events.ts';
import { FAILURES } from '../../domain/failures.ts';
import { isSettled, OUTCOME_WORDS } from '../../domain/outcomes.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { describeHindsight } from '../../domain/words/describe-hindsight.ts';
import { describeAlarm } from '../../domain/words/describe-influence.ts';
import { describeOneModel } from '../../domain/words/describe-one-model.ts';
import { describeReaders } from '../../domain/words/describe-reading.ts';
import { countNoun, formatDuration, listSpending } from '../../domain/words/format-figures.ts';
import { getNext, type Snapshot } from '../../engine/snapshot.ts';
import { topicLine } from '../../operations/debate/topic.ts';
import type { Colours } from '../terminal/io.ts';

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
  const copies = (authority.copied ?? []).map(({ seat, turns }) => `${seat} ${turns}`);
  const copied = copies.length > 0 ? `, copied turns: ${copies.join(', ')}` : '';
  const oneModel = (authority.oneModel ?? []).map((each) => `, ${describeOneModel(each)}`).join('');
  return `${panel}${rehearsal}${shared}${oneModel}${copied}`;
}

/** Why a result must not pass for that of a whole panel of real agents; `undefined` when it may. */
export function cautionText(record: DebateRecord): string | undefined {
  const { full, rehearsal } = record.authority;
  return full && rehearsal.length === 0 ? undefined : authorityText(record);
}

/** The result in words, under a line that says what it is unless it is a plain decision of a whole panel. */
export function labelled(text: string, record: DebateRecord): string {
  const isPlain = cautionText(record) === undefined && isSettled(record.outcome);
  return isPlain ? text : `> ${capital(outcomeText(record))}; ${authorityText(record)}.\n\n${text}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const DISSENT_WIDTH = 160;

/** "Wall: No, 65 % sure …": a line for each seat, with the first of its words, as the record has all of them. */
function listDissent({ seats, dissent }: DebateRecord): string[] {
  return [...new Set(dissent.map(({ seat }) => seat))].map((seat) => {
    const said = dissent.filter((each) => each.seat === seat);
    const label = seats.find((each) => each.seat === seat)?.label ?? seat;
    const more = said.length === 1 ? '' : ` (and ${said.length - 1} more)`;
    return `${label}: ${topicLine(said[0]?.text?.replaceAll('**', '').replace(/\n+/g, ' · ') ?? null, DISSENT_WIDTH)}${more}`;
  });
}

/** Who moved for no reason that was new to it. */
function listAlarms(record: DebateRecord): string[] {
  const influence = readInfluence(record);
  const labels = new Map(record.seats.map(({ seat, label }) => [seat, label]));
  const alarm = influence && describeAlarm(influence, (seat) => labels.get(seat) ?? seat);
  return alarm === undefined ? [] : [alarm];
}

/** As wide as the names of its rows. */
export const SUMMARY_HANG = ' '.repeat(10);

export function summaryLines(
  record: DebateRecord,
  files: Readonly<Record<string, string>>,
  colours: Colours,
): string[] {
  const used = [formatDuration(record.runningMs), countNoun(record.calls, 'call'), ...listSpending(record)];
  const outcome =
    isSettled(record.outcome) && record.authority.full
      ? colours.green(outcomeText(record))
      : colours.yellow(outcomeText(record));
  const rows: (readonly [string, string])[] = [
    ['Outcome', colours.bold(outcome)],
    ...(record.result?.besideDecision === true && record.outcomeMeaning !== null
      ? [['Meaning', record.outcomeMeaning] as const]
      : []),
    ...(record.hindsight === undefined ? [] : [['Hindsight', describeHindsight(record.hindsight)] as const]),
    ...listAlarms(record).map((text) => ['Alarm', colours.yellow(text)] as const),
    ['Authority', record.authority.full ? authorityText(record) : colours.yellow(authorityText(record))],
    ...listDissent(record).map((text) => ['Dissent', text] as const),
    ['Used', used.join(' · ')],
    ...(record.reading === undefined ? [] : [['Read', describeReaders(record.reading.seats, record.seats)] as const]),
    ...Object.entries(files),
  ];
  return rows.map(([name, value]) => `${colours.dim(name.padEnd(SUMMARY_HANG.length))}${value}`);
}

/** What a person should do about each seat that failed, one line for each. */
export function nextSteps({ authority, entries }: DebateRecord): string[] {
  const failures = entries.filter((entry) => entry.kind === 'failure');
  return authority.failed.flatMap((seat) => {
    const last = failures.findLast((entry) => entry.seat === seat);
    return last === undefined ? [] : [`${seat} (${last.agent.agent}): ${FAILURES[last.failure.code].nextStep}`];
  });
}

/** Who has to do what before the debate can continue. */
export function dueText(snapshot: Snapshot): string {
  const next = getNext(snapshot);
  if (next.kind === 'ask') return `Next: ${next.steps.map(({ label }) => label).join(', ')}.`;
  if (next.kind === 'close') return `Next: debate-hall close ${snapshot.threadId}`;
  return `The debate is ${snapshot.debate.status}.`;
}

/** How the seats that are due and that no program fills are taken, one line for each. */
export function waitingSteps(snapshot: Snapshot): string[] {
  const { threadId, debate } = snapshot;
  const next = getNext(snapshot);
  const due = next.kind === 'ask' ? next.steps : [];
  return due.flatMap(({ seat, act }) => {
    const kind = debate.seats[seat]?.agent.kind;
    if (kind !== PERSON_KIND && kind !== OPEN_SEAT.kind) return [];
    const command = act === 'pick' ? `pick ${threadId} SEAT` : `say ${threadId} --seat ${seat}`;
    return [`${seat} waits for a person: debate-hall ${command}; or give it an agent: --seat ${seat}=AGENT`];
  });
}
