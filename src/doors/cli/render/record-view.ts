// A whole debate as text, for `show` and for what `watch` prints of the past.

import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';
import { describeLeftOut } from '../../../domain/left-out.ts';
import type { DebateRecord, RecordEntry } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { listConclusions } from '../../../domain/words/conclusions.ts';
import { describeUnansweredFollowUp } from '../../../domain/words/describe-follow-up.ts';
import { describeHindsight, formatNote, titleTurnedOut } from '../../../domain/words/describe-hindsight.ts';
import { describePictures } from '../../../domain/words/describe-pictures.ts';
import { describeFault, summarizeCitations } from '../../../domain/words/describe-reading.ts';
import { describeCopied, describeRelation } from '../../../domain/words/describe-relation.ts';
import {
  type CallFigures,
  countNoun,
  formatCount,
  formatDuration,
  listCallFigures,
  listSpending,
} from '../../../domain/words/format-figures.ts';
import { type LabelSeat, labelSeats } from '../../../domain/words/label-seats.ts';
import { missingTextNote } from '../../../domain/words/missing-text.ts';
import { joinClauses } from '../../../domain/words/sentence.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import type { Colours } from '../terminal/io.ts';
import { SeatColours } from './layout/seat-colours.ts';
import { renderSpeech, type SpeechPage } from './layout/speech.ts';
import { type Style, wrapMessage } from './layout/word-wrap.ts';

const NAMED_SOURCES = 5;

type Body = Pick<TurnEntry, 'text' | 'shown' | 'redaction' | 'withheld'>;

function renderBody(entry: Body, page: SpeechPage, paint?: Style): string {
  const text = entry.shown ?? entry.text;
  return text === null ? `(${missingTextNote(entry)})` : renderSpeech(text, page, paint);
}

const isShownAbove = ({ text, shown }: TurnEntry, decision: string | null) =>
  decision !== null && (shown ?? text) === decision;

/** With a blank before it, or empty. */
function formatFigures(call: CallFigures, colours: Colours): string {
  const parts = listCallFigures(call);
  return parts.length === 0 ? '' : ` ${colours.dim(parts.join(' · '))}`;
}

function citationSummary(citations: TurnEntry['citations'], colours: Colours): string[] {
  if (citations === undefined) return [];
  const faults = citations.flatMap((citation) => describeFault(citation) ?? []);
  return [
    colours.dim(summarizeCitations(citations)),
    ...faults.map((fault) => colours.yellow(`! ${collapseSpace(fault)}`)),
  ];
}

interface Around {
  readonly page: SpeechPage;
  readonly seatColours: SeatColours;
  readonly label: LabelSeat;
  /** A turn of these words is shown above. */
  readonly decision: string | null;
}

function entryLines(entry: RecordEntry, { page, seatColours, label, decision }: Around): string[] {
  const { colours } = page;
  const number = colours.dim(`#${entry.seq}`);
  switch (entry.kind) {
    case 'turn': {
      const who = entry.by.author === undefined ? entry.by.agent.agent : `${entry.by.author}, manually`;
      const caption = [who, ...listCallFigures(entry.by)].join(' · ');
      return [
        `${colours.bold(seatColours.of(entry.seat)(`── ${entry.title}`))} ${number} ${colours.dim(caption)}`,
        '',
        isShownAbove(entry, decision)
          ? colours.dim('(The decision, above.)')
          : renderBody(entry, page, seatColours.of(entry.seat)),
        ...(entry.copied === undefined ? [] : [colours.dim(describeCopied(entry.copied))]),
        ...entry.warnings.map((warning) => colours.yellow(`! ${collapseSpace(warning)}`)),
        ...citationSummary(entry.citations, colours),
        '',
      ];
    }
    case 'interjection':
    case 'follow-up': {
      const unanswered = entry.kind === 'follow-up' ? describeUnansweredFollowUp(entry, label) : undefined;
      return [
        `${colours.bold(`── ${collapseSpace(entry.title)}`)} ${number}`,
        '',
        renderBody(entry, page),
        ...(unanswered === undefined ? [] : [colours.yellow(`! ${unanswered}`)]),
        '',
      ];
    }
    case 'follow-up-answer': {
      const caption = [entry.by.agent.agent, ...listCallFigures(entry.by)].join(' · ');
      const paint = seatColours.of(entry.seat);
      return [
        `${colours.bold(paint(`── ${entry.title}`))} ${number} ${colours.dim(caption)}`,
        '',
        renderBody(entry, page, paint),
        '',
      ];
    }
    case 'rejected':
      return [
        `${colours.yellow(`! ${label(entry.seat)}: an answer could not be used: ${collapseSpace(joinClauses(entry.issues))}`)} ${number}${formatFigures(entry.by, colours)}`,
        '',
      ];
    case 'failure':
      return [
        `${colours.red(`✗ ${label(entry.seat)} (${entry.agent.agent}): ${collapseSpace(entry.failure.message)}`)} ${number}${formatFigures(entry, colours)}`,
        '',
      ];
    case 'replacement':
      return [
        `${colours.yellow(
          `! ${label(entry.seat)}: ${entry.from.agent} was replaced by ${entry.to.agent}: ${collapseSpace(entry.reason)}`,
        )} ${number}`,
        '',
      ];
    case 'note':
      return [`${colours.yellow(`! ${collapseSpace(entry.message)}`)} ${number}`, ''];
    case 'hindsight': {
      const note = formatNote(entry);
      return [
        `${colours.bold(`── ${titleTurnedOut(entry)}`)} ${collapseSpace(describeHindsight(entry))} ${number}`,
        ...(note === undefined ? [] : ['', renderSpeech(note, page)]),
        '',
      ];
    }
    case 'redaction':
      return [
        `${colours.dim(`Event ${entry.target} was redacted by ${entry.by}: ${collapseSpace(entry.reason)}`)} ${number}`,
        '',
      ];
  }
}

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

function coloursOfSeats({ seats }: Pick<DebateRecord, 'seats'>, colours: Colours): SeatColours {
  return new SeatColours(
    colours,
    seats.map(({ seat }) => seat),
  );
}

/** The record for what is shown around the words: of the entries only failures stay, for which there is advice. */
export function withoutWords(record: DebateRecord): DebateRecord {
  return { ...record, entries: record.entries.filter(({ kind }) => kind === 'failure') };
}

/** One entry after the other, made fit for the page when it is its turn: a long debate is not in memory twice. */
export function* entriesLines(
  record: Pick<DebateRecord, 'entries' | 'seats' | 'decision'>,
  page: SpeechPage,
  { isDecisionAbove = false } = {},
): Generator<string> {
  const seatColours = coloursOfSeats(record, page.colours);
  const label = labelSeats(toPrintable(record.seats));
  const decision = isDecisionAbove && record.decision !== null ? toPrintable(record.decision) : null;
  const around = { page, seatColours, label, decision };
  const fit = (line: string) => (line.includes('\n') ? line : wrapMessage(line, page.columns, '  '));
  for (const entry of record.entries) yield* entryLines(toPrintable(entry), around).map(fit);
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
    ...(isCut ? [`All of it: debate-hall show ${threadId} --evidence`] : []),
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
  const seatColours = coloursOfSeats(record, colours);
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
      .map(
        ({ seat, label, agent }) =>
          `${colours.bold(seatColours.of(seat)(label))} ${agent.agent}${agent.model === undefined ? '' : ` (${agent.model})`}`,
      )
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
