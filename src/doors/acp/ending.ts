// What is said at the end of a run: what came out and how far it can be trusted, or what has to happen next.
import type { Prompt } from '../../agents/agent.ts';
import { describeWayOn } from '../../domain/admit-event.ts';
import { writeOffTerminal } from '../../domain/failures/hints.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { REDACTED_MARK } from '../../domain/sealed/sealed.ts';
import { joinConclusions, listConclusions } from '../../domain/words/conclusions.ts';
import { describeEnding, nextSteps } from '../../domain/words/describe-ending.ts';
import { countNoun, formatDuration, listSpending } from '../../domain/words/format-figures.ts';
import { labelSeats } from '../../domain/words/label-seats.ts';
import { BLIND_NOTICE } from '../../domain/words/missing-text.ts';
import { listPersonSteps } from '../../hall/operations/debate/take-part/person-steps.ts';
import { describeTask, promptFor } from '../../hall/operations/debate/take-part/seat-prompt.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { toRecord } from '../../ledger/engine/record/record.ts';
import { isBlind, type Snapshot } from '../../ledger/engine/snapshot.ts';
import { STEPS } from './prompt.ts';

const toOneLine = (text: string) =>
  text
    .replace(/^\s*[-*] +/gm, '')
    .trim()
    .replace(/\s*\n\s*/g, ' · ');

function summarizeEnding(record: DebateRecord): string[] {
  const { dissent, seats } = record;
  const label = labelSeats(seats);
  const used = [formatDuration(record.runningMs), countNoun(record.calls, 'call'), ...listSpending(record)];
  const { headline, why, alarms, authority } = describeEnding(record);
  return [
    `- **Outcome**: ${headline}`,
    ...(why === undefined || headline.endsWith(why) ? [] : [`- **Why**: ${why}`]),
    `- **Authority**: ${authority}`,
    ...alarms.map((alarm) => `- **Alarm**: ${alarm}`),
    ...dissent.map(({ seat, text }) => `- **Dissent, ${label(seat)}**: ${toOneLine(text ?? REDACTED_MARK)}`),
    `- **Used**: ${used.join(' · ')}`,
    `- **Debate**: \`${record.threadId}\``,
  ];
}

function whatNext(snapshot: Snapshot, record: DebateRecord, asked: Prompt | undefined): string[] {
  if (asked !== undefined) {
    const { label, plainForm, blankForm } = asked.step;
    const blind = isBlind(snapshot) ? ` ${BLIND_NOTICE}` : '';
    const notice = `**${label}: this is for you.** Your next message is the answer of this seat.${blind}`;
    const isShort = plainForm !== undefined && blankForm === undefined;
    return isShort ? [`${notice} ${plainForm}`] : [notice, describeTask(asked)];
  }
  if (record.status === 'exhausted')
    return [`A limit was reached. ${writeOffTerminal(describeWayOn(snapshot.debate), STEPS)}`];
  if (record.status !== 'open') return [];
  return [
    ...nextSteps(record).map((step) => `- ${step}`),
    'The debate is paused; nothing is lost. Your next message is an interjection, and the debate continues with it; /resume continues without one.',
  ];
}

/** Markdown; `asked`: what the person at the editor is asked next. */
export function endingText(snapshot: Snapshot, asked?: Prompt): string {
  const record = toRecord(snapshot);
  const next = whatNext(snapshot, record, asked);
  if (record.status === 'open') return `## Paused\n\n${next.join('\n\n')}`;
  const conclusion = joinConclusions(listConclusions(record));
  return [
    '## Outcome',
    ...(conclusion === undefined ? [] : [conclusion]),
    summarizeEnding(record).join('\n'),
    ...next,
  ].join('\n\n');
}

export async function tellEnding(hall: Hall, snapshot: Snapshot): Promise<string> {
  const [step] = listPersonSteps(snapshot);
  return endingText(snapshot, step && (await promptFor(hall, snapshot, step)));
}
