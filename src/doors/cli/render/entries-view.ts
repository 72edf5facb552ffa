// The entries of a debate as text, one after the other.
import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';
import type { DebateRecord, RecordEntry } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { describeHindsight, formatNote, titleTurnedOut } from '../../../domain/words/describe-hindsight.ts';
import { describeLook, listFaults, summarizeCitations } from '../../../domain/words/describe-reading.ts';
import { describeCopied } from '../../../domain/words/describe-relation.ts';
import { describeUnansweredFollowUp } from '../../../domain/words/describe-state.ts';
import { type CallFigures, listCallFigures } from '../../../domain/words/format-figures.ts';
import { type LabelSeat, labelSeats } from '../../../domain/words/label-seats.ts';
import { missingTextNote } from '../../../domain/words/missing-text.ts';
import { joinClauses } from '../../../domain/words/sentence.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import type { Colours } from '../terminal/io.ts';
import { SeatColours } from './layout/seat-colours.ts';
import { renderSpeech, type SpeechPage } from './layout/speech.ts';
import { type Style, wrapMessage } from './layout/word-wrap.ts';

type Look = NonNullable<DebateRecord['reading']>['looks'][number];
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
  return [
    colours.dim(summarizeCitations(citations)),
    ...listFaults(citations).map((fault) => colours.yellow(`! ${collapseSpace(fault)}`)),
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

/** One entry after the other, made fit for the page when it is its turn: a long debate is not in memory twice. */
export function* entriesLines(
  record: Pick<DebateRecord, 'entries' | 'seats' | 'decision' | 'reading'>,
  page: SpeechPage,
  { isDecisionAbove = false, withLooks = false },
): Generator<string> {
  const seatColours = new SeatColours(page.colours, record.seats);
  const label = labelSeats(toPrintable(record.seats));
  const decision = isDecisionAbove && record.decision !== null ? toPrintable(record.decision) : null;
  const around = { page, seatColours, label, decision };
  const fit = (line: string) => (line.includes('\n') ? line : wrapMessage(line, page.columns, '  '));
  const lookLine = (look: Look) => page.colours.dim(collapseSpace(describeLook(look, label)));
  const looks = withLooks ? (record.reading?.looks ?? []) : [];
  for (const part of [...record.entries, ...looks].sort((one, other) => one.seq - other.seq)) {
    const lines = 'kind' in part ? entryLines(toPrintable(part), around) : [lookLine(toPrintable(part))];
    yield* lines.map(fit);
  }
}
