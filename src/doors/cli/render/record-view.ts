// A whole debate as text, but for its entries: its head, its seats and what it came to.
import { describeLeftOut } from '../../../domain/left-out.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { listConclusions } from '../../../domain/words/conclusions.ts';
import { nameSpeakers } from '../../../domain/words/describe-authority.ts';
import { describePictures } from '../../../domain/words/describe-pictures.ts';
import { describeRelation } from '../../../domain/words/describe-relation.ts';
import { countNoun, formatCount, formatDuration, listSpending } from '../../../domain/words/format-figures.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { type Colours, nameCommands } from '../terminal/io.ts';
import { SeatColours } from './layout/seat-colours.ts';
import { renderSpeech, type SpeechPage } from './layout/speech.ts';

const NAMED_SOURCES = 5;

/** Whether the programs of a seat ran in a sandbox; nothing of a person, a service, and the rehearsal, which need none. */
function describeSandbox(entries: DebateRecord['entries'], seat: string): string[] {
  const kinds = new Set(
    entries.flatMap((entry) =>
      (entry.kind === 'turn' || entry.kind === 'rejected') && entry.seat === seat ? (entry.by.sandbox ?? []) : [],
    ),
  );
  if (kinds.size === 2) return ['partly in a sandbox'];
  return [...kinds].map((kind) => (kind === 'none' ? 'no sandbox' : 'in a sandbox'));
}

/** What each seat has used up, below the sum of all. */
export function seatLines({ seats, entries }: Pick<DebateRecord, 'seats' | 'entries'>, colours: Colours): string[] {
  const width = Math.max(...seats.map(({ label }) => label.length));
  return seats
    .filter(({ calls, rebuilt }) => calls + rebuilt > 0)
    .map((seat) => {
      const view = seat.perspective === undefined ? [] : [`seen as ${seat.perspective}`];
      const used = [formatDuration(seat.durationMs), countNoun(seat.calls, 'call'), ...listSpending(seat)];
      const parts = [...view, ...describeSandbox(entries, seat.seat), ...used];
      return `${' '.repeat(10)}${colours.dim(seat.label.padEnd(width))} ${parts.join(' · ')}`;
    });
}

/** The record for what is shown around the words: of the entries only failures and notes stay, of which it speaks. */
export function withoutWords(record: DebateRecord): DebateRecord {
  return { ...record, entries: record.entries.filter(({ kind }) => kind === 'failure' || kind === 'note') };
}

/** A debate can be given thousands of files. */
function contextLines(record: DebateRecord): string[] {
  const { threadId, context, contextLeftOut } = record;
  const pictures = describePictures(record);
  const named = context.slice(0, NAMED_SOURCES).map(({ source }) => source);
  const more = context.length - named.length;
  const isCut = more > 0 || contextLeftOut.length > 1;
  return [
    ...(named.length === 0
      ? []
      : [`Context: ${named.join(', ')}${more === 0 ? '' : ` and ${formatCount(more)} more`}`]),
    ...pictures.map(({ source, what, more }) => `Picture: ${source} (${what}; ${more})`),
    ...(contextLeftOut.length === 0 ? [] : [`Left out: ${describeLeftOut(contextLeftOut)}`]),
    ...(isCut ? [nameCommands(`All of it: debate-hall show ${threadId} --evidence`)] : []),
  ];
}

/** A topic of several lines is set off like speech. */
function topicLines(topic: string | null, colours: Colours): string[] {
  const lines = topic?.trim().split('\n') ?? ['(The topic was redacted.)'];
  return lines.length === 1
    ? lines.map(colours.bold)
    : lines.map((line) => `${colours.dim('│')} ${colours.bold(line)}`);
}

export function headLines(record: DebateRecord, colours: Colours): string[] {
  const seatColours = new SeatColours(colours, record.seats);
  return [
    ...topicLines(record.topic, colours),
    colours.dim(
      `${record.threadId} · ${record.format}${record.recipe === undefined ? '' : `, ${record.recipe}`} · ${record.status}`,
    ),
    ...(record.tags === undefined ? [] : [colours.dim(`Tags: ${record.tags.join(', ')}`)]),
    ...(record.relation === undefined
      ? []
      : [colours.dim(describeRelation(record.relation, labelSeats(record.seats)))]),
    ...(record.forks === undefined ? [] : [colours.dim(`Forks: ${record.forks.join(', ')}`)]),
    record.seats
      .map((each) => `${colours.bold(seatColours.of(each.seat)(each.label))} ${nameSpeakers(each)}`)
      .join(colours.dim(' · ')),
    ...contextLines(record).map((line) => colours.dim(line)),
    '',
  ];
}

/** Characters of a dissent that the summary shows. */
export const DISSENT_WIDTH = 160;

/** Whether the line of its seat in the summary has all of it. */
const isInSummary = ({ dissent }: DebateRecord, { seat, text }: DebateRecord['dissent'][number]): boolean =>
  text !== null &&
  text.length <= DISSENT_WIDTH &&
  !/[\n*]/.test(text) &&
  dissent.filter((each) => each.seat === seat).length === 1;

/** The decision, the result, and dissent in words of its own, below a summary; what is a turn of the transcript is shown there. */
export function conclusionLines(record: DebateRecord, page: SpeechPage): string[] {
  const { bold } = page.colours;
  const label = labelSeats(record.seats);
  return [
    ...listConclusions(record).flatMap(({ title, text }) => [bold(title), '', renderSpeech(text, page), '']),
    ...record.dissent
      .filter((each) => each.seq === undefined && !isInSummary(record, each))
      .flatMap(({ seat, text }) => [
        bold(`Dissent, ${label(seat)}`),
        '',
        text === null ? '(Redacted)' : renderSpeech(text, page),
        '',
      ]),
  ];
}
