// The few lines after a run: what came out, how far it can be trusted, what it took, where it is.
import { listExpenses, sumExpenses } from '../../../domain/calls.ts';
import type { LedgerEvent } from '../../../domain/events.ts';
import { isSettled } from '../../../domain/outcomes.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { getMainText } from '../../../domain/words/conclusions.ts';
import { describeEnding } from '../../../domain/words/describe-ending.ts';
import { describeHindsight } from '../../../domain/words/describe-hindsight.ts';
import { describeReaders } from '../../../domain/words/describe-reading.ts';
import { countNoun, formatDuration, listSpending } from '../../../domain/words/format-figures.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { BLIND_NOTICE } from '../../../domain/words/missing-text.ts';
import { writeResumeCommand } from '../../../domain/words/resume-command.ts';
import { endSentence } from '../../../domain/words/sentence.ts';
import type { Brief, BriefLine } from '../../../formats/common/brief.ts';
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { getNext, isBlind, readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { type Colours, coloursFor, nameCommands, printMessage } from '../terminal/io.ts';
import type { SpeechPage } from './layout/speech.ts';
import { type Piece, wrapMessage } from './layout/word-wrap.ts';
import { wrapPieces } from './markdown/inline.ts';
import { DISSENT_WIDTH } from './record-view.ts';

/** What a run leaves on standard output: one line of label, then the decision; the decision alone where `isBare` and nobody differs. */
export function describeRun(record: DebateRecord, { isBare = false } = {}): string {
  const { headline, authority, isWhole } = describeEnding(record);
  const text = getMainText(record);
  const isUndisputed = record.outcome !== 'majority' && record.dissent.length === 0;
  const isClean = isWhole && isSettled(record.outcome) && isUndisputed;
  if (isBare && isClean) return text === '' ? headline : text;
  return `> ${headline} ${endSentence(authority)}${text === '' ? '' : `\n\n${text}`}`;
}

/** Fits a screen of 40 lines with the summary below it, where each takes one line. */
const ITEMS = 12;

const BULLET = '• ';
const HANG = ' '.repeat(BULLET.length);

/** A report in few lines, for above the summary. Empty where the headline says all. */
export function renderBrief(
  { threadId }: DebateRecord,
  { intro = '', items, notes }: Brief,
  { columns, colours }: Pick<SpeechPage, 'columns' | 'colours'>,
): string {
  const plain = (text: string): Piece => ({ text, style: (words) => words });
  const write = (text: string) => wrapPieces([plain(text)], columns).join('\n');
  const list = (lines: readonly BriefLine[]) =>
    lines.map(({ label, words }) => {
      const pieces = [{ text: label, style: colours.bold }, plain(` ${words}`)];
      return `${BULLET}${wrapPieces(pieces, columns - BULLET.length).join(`\n${HANG}`)}`;
    });
  const rest = items.length - ITEMS;
  const more = nameCommands(`${BULLET}and ${rest} more: debate-hall show ${threadId}`);
  const shown = [...list(items.slice(0, ITEMS)), ...(rest > 0 ? [wrapMessage(more, columns, HANG)] : [])];
  const parts = [write(intro), shown.join('\n'), list(notes).join('\n')];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** In one line, whose separator is ours alone. */
const joinParagraphs = (text: string | null) =>
  text
    ?.replace(/\*\*|^\s*[-*] +/gm, '')
    .replace(/\s*[\u00b7\u0387\u16eb\u2022\u2027\u2219\u22c5\u2e33\u30fb\uff65]\s*/g, ', ')
    .replace(/\n+/g, ' · ') ?? null;

/** "Wall (#10): No, 65% sure …": a line for each seat, with the first of its words, as the transcript has all of them. */
function listDissent({ seats, dissent }: DebateRecord): string[] {
  const label = labelSeats(seats);
  return [...new Set(dissent.map(({ seat }) => seat))].map((seat) => {
    const dissents = dissent.filter((each) => each.seat === seat);
    const [first] = dissents;
    const place = first?.seq === undefined ? '' : ` (#${first.seq})`;
    const more = dissents.length === 1 ? '' : ` (and ${dissents.length - 1} more)`;
    return `${label(seat)}${place}: ${topicLine(joinParagraphs(first?.text ?? null), DISSENT_WIDTH)}${more}`;
  });
}

/** As wide as the names of its rows. */
export const SUMMARY_HANG = ' '.repeat(10);

const layRows = (rows: readonly (readonly [name: string, value: string])[], colours: Colours) =>
  rows.map(([name, value]) => `${colours.dim(name.padEnd(SUMMARY_HANG.length))}${value}`);

export function summaryLines(
  record: DebateRecord,
  files: Readonly<Record<string, string>>,
  colours: Colours,
): string[] {
  const used = [formatDuration(record.runningMs), countNoun(record.calls, 'call'), ...listSpending(record)];
  const { headline, why, alarms, authority } = describeEnding(record);
  const isGood = isSettled(record.outcome) && record.authority.full;
  const rows: (readonly [string, string])[] = [
    ['Outcome', colours.bold(isGood ? colours.green(headline) : colours.yellow(headline))],
    ...(why === undefined || headline.endsWith(why) ? [] : [['Why', why] as const]),
    ...(record.hindsight === undefined ? [] : [['Hindsight', describeHindsight(record.hindsight)] as const]),
    ...alarms.map((text) => ['Alarm', colours.yellow(text)] as const),
    ...listDissent(record).map((text) => ['Dissent', text] as const),
    ['Authority', record.authority.full ? authority : colours.yellow(authority)],
    ['Used', used.join(' · ')],
    ...(record.reading === undefined ? [] : [['Read', describeReaders(record.reading.seats, record.seats)] as const]),
    ...Object.entries(files),
  ];
  return layRows(rows, colours);
}

/** What a question outside of a debate took, and where there is one, the command that continues from it. */
export function printAsked(log: readonly LedgerEvent[], next?: string): void {
  const totals = sumExpenses(listExpenses(log));
  const used = [countNoun(totals.calls, 'call'), ...listSpending(totals)].join(' · ');
  const rows = [['Used', used] as const, ...(next === undefined ? [] : [['Next', next] as const])];
  printMessage('');
  for (const line of layRows(rows, coloursFor(process.stderr))) printMessage(line, SUMMARY_HANG);
}

/** Who has to do what before the debate can continue. */
export function dueText(snapshot: Snapshot): string {
  const next = getNext(snapshot);
  if (next.kind === 'ask') {
    const blind = isBlind(snapshot) ? ` ${BLIND_NOTICE}` : '';
    return `Next: ${next.steps.map(({ label }) => label).join(', ')}.${blind}`;
  }
  if (next.kind === 'close') return `Next: debate-hall close ${snapshot.threadId}`;
  return `The debate is ${snapshot.debate.status}.`;
}

/** How the seats that are due and that no program fills are taken, one line for each. */
export function waitingSteps(snapshot: Snapshot): string[] {
  const { threadId } = snapshot;
  const { opened } = snapshot.debate;
  const label = readLabels(snapshot);
  // Whoever changes files was agreed to, and no other one takes over.
  const change = (seat: string) =>
    opened.format === 'fix' ? '' : `; or give it an agent: ${writeResumeCommand(opened)} --seat ${seat}=AGENT`;
  return listPersonSteps(snapshot).map(({ seat, act }) => {
    const isHeld = snapshot.debate.seats[seat]?.keySha256 !== undefined;
    const key = isHeld ? ' --seat-key KEY' : '';
    const command = act === 'pick' ? `pick ${threadId} SEAT` : `say ${threadId} --seat ${seat}${key}`;
    const who = isHeld ? 'whoever claimed the seat' : 'a person';
    const blind = isBlind(snapshot) ? ', who answers blind' : '';
    return `${label(seat)} waits for ${who}${blind}: debate-hall ${command}${change(seat)}`;
  });
}
