// A whole debate as text, for `show` and for what `watch` prints of the past.

import { type CallFigures, callFigures, counted, duration, spent } from '../../domain/figures.ts';
import { type DebateRecord, type RecordEntry, type TurnEntry, unsaid } from '../../domain/record.ts';
import { printable } from '../../support/control-characters.ts';
import type { Colours } from '../terminal/io.ts';
import { onOneLine, type Page, saidText } from './said.ts';
import { outcomeText } from './summary.ts';

function body(entry: Pick<TurnEntry, 'text' | 'shown' | 'redaction' | 'withheld'>, page: Page): string {
  const text = entry.shown ?? entry.text;
  return text === null ? `(${unsaid(entry)})` : saidText(text, page);
}

/** With a blank before it, or empty. */
function figures(call: CallFigures, colours: Colours): string {
  const parts = callFigures(call);
  return parts.length === 0 ? '' : ` ${colours.dim(parts.join(' · '))}`;
}

function entryLines(entry: RecordEntry, page: Page): string[] {
  const { colours } = page;
  const number = colours.dim(`#${entry.seq}`);
  switch (entry.kind) {
    case 'turn': {
      const who = entry.by.author === undefined ? entry.by.agent.agent : `${entry.by.author}, by hand`;
      const told = [who, ...callFigures(entry.by)].join(' · ');
      return [
        `${colours.bold(`── ${entry.title}`)} ${number} ${colours.dim(told)}`,
        '',
        body(entry, page),
        ...entry.warnings.map((warning) => colours.yellow(`! ${onOneLine(warning)}`)),
        '',
      ];
    }
    case 'interjection':
      return [`${colours.bold(`── ${onOneLine(entry.title)}`)} ${number}`, '', body(entry, page), ''];
    case 'rejected':
      return [
        `${colours.yellow(`! ${entry.seat}: an answer could not be used: ${onOneLine(entry.issues.join(' '))}`)} ${number}${figures(entry.by, colours)}`,
        '',
      ];
    case 'failure':
      return [
        `${colours.red(`✗ ${entry.seat} (${entry.agent.agent}): ${onOneLine(entry.failure.message)}`)} ${number}${figures(entry, colours)}`,
        '',
      ];
    case 'replacement':
      return [
        `${colours.yellow(
          `! ${entry.seat}: ${entry.from.agent} was replaced by ${entry.to.agent}: ${onOneLine(entry.reason)}`,
        )} ${number}`,
        '',
      ];
    case 'note':
      return [`${colours.yellow(`! ${onOneLine(entry.message)}`)} ${number}`, ''];
    case 'redaction':
      return [
        `${colours.dim(`Event ${entry.target} was redacted by ${entry.by}: ${onOneLine(entry.reason)}`)} ${number}`,
        '',
      ];
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

/** The record for what is shown around the words: of the entries only failures stay, for which there is advice. */
export function withoutWords(record: DebateRecord): DebateRecord {
  return { ...record, entries: record.entries.filter(({ kind }) => kind === 'failure') };
}

/** One entry after the other, made fit for the page when it is its turn: a long debate is not in memory twice. */
export function* saidLines({ entries }: Pick<DebateRecord, 'entries'>, page: Page): Generator<string> {
  for (const entry of entries) yield* entryLines(printable(entry), page);
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
export function decisionLines(record: DebateRecord, page: Page): string[] {
  const text = record.result?.markdown ?? record.decision;
  if (text === null) return [];
  const title = record.result === null ? 'Decision' : 'Result';
  return [page.colours.bold(`${title} (${outcomeText(record)})`), '', saidText(text, page), ''];
}
