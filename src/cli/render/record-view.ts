// A whole debate as text, for `show` and for what `watch` prints of the past.

import { type CallFigures, callFigures, counted, duration, spent } from '../../domain/figures.ts';
import { type DebateRecord, type RecordEntry, type TurnEntry, unsaid } from '../../domain/record.ts';
import type { Colours } from '../io.ts';
import { outcomeText } from './summary.ts';

function body(entry: Pick<TurnEntry, 'text' | 'shown' | 'redaction' | 'withheld'>): string {
  const text = entry.shown ?? entry.text;
  return text === null ? `(${unsaid(entry)})` : text.trimEnd();
}

/** With a blank before it, or empty. */
function figures(call: CallFigures, colours: Colours): string {
  const parts = callFigures(call);
  return parts.length === 0 ? '' : ` ${colours.dim(parts.join(' · '))}`;
}

function entryLines(entry: RecordEntry, colours: Colours): string[] {
  const number = colours.dim(`#${entry.seq}`);
  switch (entry.kind) {
    case 'turn': {
      const who = entry.by.author === undefined ? entry.by.agent.agent : `${entry.by.author}, by hand`;
      const told = [who, ...callFigures(entry.by)].join(' · ');
      return [
        `${colours.bold(`── ${entry.title}`)} ${number} ${colours.dim(told)}`,
        '',
        body(entry),
        ...entry.warnings.map((warning) => colours.yellow(`! ${warning}`)),
        '',
      ];
    }
    case 'interjection':
      return [`${colours.bold(`── ${entry.title}`)} ${number}`, '', body(entry), ''];
    case 'rejected':
      return [
        `${colours.yellow(`! ${entry.seat}: an answer could not be used: ${entry.issues.join(' ')}`)} ${number}${figures(entry.by, colours)}`,
        '',
      ];
    case 'failure':
      return [
        `${colours.red(`✗ ${entry.seat} (${entry.agent.agent}): ${entry.failure.message}`)} ${number}${figures(entry, colours)}`,
        '',
      ];
    case 'replacement':
      return [
        `${colours.yellow(
          `! ${entry.seat}: ${entry.from.agent} was replaced by ${entry.to.agent}: ${entry.reason}`,
        )} ${number}`,
        '',
      ];
    case 'note':
      return [`${colours.yellow(`! ${entry.message}`)} ${number}`, ''];
    case 'redaction':
      return [`${colours.dim(`Event ${entry.target} was redacted by ${entry.by}: ${entry.reason}`)} ${number}`, ''];
  }
}

/** What each seat has used up, below the sum of all. */
export function seatLines({ seats }: DebateRecord, colours: Colours): string[] {
  const width = Math.max(...seats.map(({ label }) => label.length));
  return seats
    .filter(({ calls, rebuilt }) => calls + rebuilt > 0)
    .map((seat) => {
      const parts = [duration(seat.durationMs), counted(seat.calls, 'call'), ...spent(seat)];
      return `${' '.repeat(10)}${colours.dim(seat.label.padEnd(width))} ${parts.join(' · ')}`;
    });
}

export function saidLines(record: DebateRecord, colours: Colours): string[] {
  return record.entries.flatMap((entry) => entryLines(entry, colours));
}

export function headLines(record: DebateRecord, colours: Colours): string[] {
  return [
    colours.bold(record.topic === null ? '(The topic was redacted.)' : record.topic),
    colours.dim(
      `${record.threadId} · ${record.format}${record.recipe === undefined ? '' : `, ${record.recipe}`} · ${record.status}`,
    ),
    record.seats
      .map(
        ({ label, agent }) =>
          `${colours.bold(label)} ${agent.agent}${agent.model === undefined ? '' : ` (${agent.model})`}`,
      )
      .join(colours.dim(' · ')),
    ...(record.context.length === 0
      ? []
      : [colours.dim(`Context: ${record.context.map(({ source }) => source).join(', ')}`)]),
    '',
  ];
}

/** The result or the decision in full, with the outcome above it. */
export function decisionLines(record: DebateRecord, colours: Colours): string[] {
  const text = record.result?.markdown ?? record.decision;
  if (text === null) return [];
  const title = record.result === null ? 'Decision' : 'Result';
  return [colours.bold(`${title} (${outcomeText(record)})`), '', text.trimEnd(), ''];
}
