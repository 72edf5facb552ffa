// The few lines after a run: what came out, how far it can be trusted, what it took, where it is.

import { isSettled } from '../../../domain/outcomes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { describeHindsight } from '../../../domain/words/describe-hindsight.ts';
import { authorityText, cautionText, listAlarms, outcomeText } from '../../../domain/words/describe-outcome.ts';
import { describeReaders } from '../../../domain/words/describe-reading.ts';
import { countNoun, formatDuration, listSpending } from '../../../domain/words/format-figures.ts';
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { getNext, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import type { Colours } from '../terminal/io.ts';

/** The result in words, under a line that says what it is unless it is a plain decision of a whole panel. */
export function addLabel(text: string, record: DebateRecord): string {
  const isPlain = cautionText(record) === undefined && isSettled(record.outcome);
  return isPlain ? text : `> ${capitalize(outcomeText(record))}; ${authorityText(record)}.\n\n${text}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const DISSENT_WIDTH = 160;

/** "Wall: No, 65 % sure …": a line for each seat, with the first of its words, as the record has all of them. */
function listDissent({ seats, dissent }: DebateRecord): string[] {
  return [...new Set(dissent.map(({ seat }) => seat))].map((seat) => {
    const said = dissent.filter((each) => each.seat === seat);
    const label = seats.find((each) => each.seat === seat)?.label ?? seat;
    const more = said.length === 1 ? '' : ` (and ${said.length - 1} more)`;
    return `${label}: ${topicLine(said[0]?.text?.replace(/\*\*|^\s*[-*] +/gm, '').replace(/\n+/g, ' · ') ?? null, DISSENT_WIDTH)}${more}`;
  });
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

/** Who has to do what before the debate can continue. */
export function dueText(snapshot: Snapshot): string {
  const next = getNext(snapshot);
  if (next.kind === 'ask') return `Next: ${next.steps.map(({ label }) => label).join(', ')}.`;
  if (next.kind === 'close') return `Next: debate-hall close ${snapshot.threadId}`;
  return `The debate is ${snapshot.debate.status}.`;
}

/** How the seats that are due and that no program fills are taken, one line for each. */
export function waitingSteps(snapshot: Snapshot): string[] {
  const { threadId } = snapshot;
  return listPersonSteps(snapshot).map(({ seat, act }) => {
    const command = act === 'pick' ? `pick ${threadId} SEAT` : `say ${threadId} --seat ${seat}`;
    return `${seat} waits for a person: debate-hall ${command}; or give it an agent: --seat ${seat}=AGENT`;
  });
}
