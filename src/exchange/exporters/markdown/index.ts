// The Markdown export: a page that reads well on GitHub, the outcome first, the debate folded below it.
import type { Totals } from '../../../domain/calls.ts';
import type { Usage } from '../../../domain/event-parts.ts';
import { reportMark } from '../../../domain/own-documents.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { readDecision, titleResult, writeRedaction, writeReport } from '../../../domain/words/conclusions.ts';
import { cutText } from '../../../domain/words/cut-line.ts';
import { describePictures } from '../../../domain/words/describe-pictures.ts';
import { describeFetched, describeLook, describePin } from '../../../domain/words/describe-reading.ts';
import { describeRelation } from '../../../domain/words/describe-relation.ts';
import {
  countNoun,
  formatCount,
  formatDuration,
  formatTokenSum,
  listTroubles,
} from '../../../domain/words/format-figures.ts';
import { type LabelSeat, labelSeats } from '../../../domain/words/label-seats.ts';
import { escapePlain, quoteBlock, renderTable } from '../../../domain/words/markdown-safe.ts';
import { type Exporter, WRITTEN } from '../exporter.ts';
import {
  agentName,
  createLabels,
  formatPerspective,
  formatTime,
  listAuthority,
  listEnding,
  renderDissent,
  speakerNames,
  turnedOut,
} from '../record-words.ts';
import { entryBlock, fold, renderBullets } from './entry-block.ts';

type Block = string | undefined;

const TITLE_LENGTH = 120;

/** When some calls report no cost, the sum is marked as a lower bound. */
function formatCost(usage: Usage, calls: number, callsWithoutCost: number): string {
  if (calls > 0 && callsWithoutCost >= calls) return 'unknown';
  if (!usage.costMicroUsd) return callsWithoutCost > 0 ? 'unknown' : 'none';
  const dollars = `$${((usage.costMicroUsd ?? 0) / 1_000_000).toFixed(4)}`;
  return callsWithoutCost === 0
    ? dollars
    : `unknown, at least ${dollars} (${callsWithoutCost} of ${countNoun(calls, 'call')} reported no cost)`;
}

/** Calls, and in brackets what was done again, refused or failed. */
function callsText(totals: Totals): string {
  const more = listTroubles(totals);
  return `${formatCount(totals.calls)}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}

/** Nothing when it has no blocks. */
function* section(title: string, blocks: Iterable<Block>): Generator<string> {
  let isEmpty = true;
  for (const block of blocks) {
    if (block === undefined || block === '') continue;
    if (isEmpty) yield `## ${title}`;
    isEmpty = false;
    yield block;
  }
}

function renderVerdict(record: DebateRecord): string {
  const spent = `${formatDuration(record.runningMs)}, ${countNoun(record.calls, 'call')}, ${formatTokenSum(record) ?? 'tokens unknown'}`;
  return [
    ...listEnding(record),
    ...turnedOut(record),
    ...listAuthority(record),
    `- **Opened:** ${formatTime(record.openedAt)}`,
    ...(record.endedAt === null ? [] : [`- **Closed:** ${formatTime(record.endedAt)}`]),
    `- **Spent:** ${spent}; cost ${formatCost(record.usage, record.calls, record.callsWithoutCost)}`,
  ].join('\n');
}

function seatTable(record: DebateRecord): string {
  const rows = record.seats.map((seat) => [
    escapePlain(seat.label),
    speakerNames(seat) +
      formatPerspective(seat) +
      (seat.standIn === undefined ? '' : `; stand-in ${agentName(seat.standIn)}`),
    String(seat.contributions),
    callsText(seat),
    formatDuration(seat.durationMs),
    formatTokenSum(seat) ?? 'unknown',
    formatCost(seat.usage, seat.calls, seat.callsWithoutCost),
  ]);
  const figures = ['Turns', 'Calls', 'Time'];
  return renderTable(['Seat', 'Agent', ...figures, 'Tokens', 'Cost'], rows, figures);
}

/** The debate in the order of the ledger, with a heading wherever a new round begins. */
function* rounds(record: DebateRecord, name: LabelSeat): Generator<string> {
  let round: number | null = null;
  for (const entry of record.entries) {
    if (entry.kind === 'turn' && entry.round !== null && entry.round !== round) {
      round = entry.round;
      yield `### Round ${round}`;
    }
    yield entryBlock(entry, name);
  }
}

function renderContext(record: DebateRecord, label: LabelSeat): string {
  const used = record.context.map(
    ({ source, bytes, sha256, fetched }) =>
      `${escapePlain(source)}: ${countNoun(bytes, 'byte')}, sealed digest \`${escapePlain(sha256)}\`${fetched === undefined ? '' : `; ${escapePlain(describeFetched(fetched))}`}`,
  );
  const leftOut = record.contextLeftOut.map(
    ({ source, reason }) => `${escapePlain(source)}: left out, ${escapePlain(reason)}`,
  );
  const pictures = describePictures(record, label).map(
    ({ source, what, more }) => `${escapePlain(source)}: ${what}; ${more}`,
  );
  return renderBullets([...used, ...pictures, ...leftOut]);
}

function renderEvidence({ reading, seats }: DebateRecord): Block[] {
  if (reading === undefined) return [];
  const { pins, looks } = reading;
  const list = renderBullets(looks.map((look) => escapePlain(describeLook(look, labelSeats(seats)))));
  return [
    renderBullets(pins.map((pin) => escapePlain(describePin(pin)))),
    looks.length === 0 ? '*Nobody looked anything up.*' : fold(countNoun(looks.length, 'look'), list),
  ];
}

/** A result says all of it, so beside one only words that someone decided in stand here. */
function renderDecision(record: DebateRecord): Block {
  const text = readDecision(record);
  if (text !== null) return quoteBlock(text);
  return writeRedaction(record) ?? (record.result === null ? '*There is none.*' : undefined);
}

function title(topic: string | null): { heading: string; full: Block } {
  if (topic === null) return { heading: '*Topic redacted*', full: undefined };
  const long = topic.length > TITLE_LENGTH || /[\r\n]/.test(topic.trim());
  const heading = long ? `${cutText(topic.trim().split(/[\r\n]/)[0] ?? '', TITLE_LENGTH)} …` : topic;
  return { heading: escapePlain(heading), full: long ? quoteBlock(topic) : undefined };
}

function* blocks(record: DebateRecord): Generator<Block> {
  const [label, name] = [createLabels(record), labelSeats(record.seats)];
  const { heading, full } = title(record.topic);
  const { threadId, tags, relation, forks, format, recipe, status, ledger } = record;
  yield `# ${heading}`;
  yield full;
  yield renderVerdict(record);
  yield* section('Decision', [renderDecision(record)]);
  yield* section(titleResult(record), [record.result === null ? undefined : writeReport(record.result)]);
  yield* section('Dissent', [renderDissent(record)]);
  yield* section('Seats', [seatTable(record)]);
  yield* section('Warnings', [renderBullets(record.warnings.map(escapePlain))]);
  yield* section('Debate', rounds(record, name));
  yield* section('Context', [renderContext(record, label)]);
  yield* section('Evidence', renderEvidence(record));
  const facts = [
    `Debate \`${escapePlain(threadId).replaceAll('\\', '')}\`, format ${escapePlain(format)}${recipe === undefined ? '' : ` (${escapePlain(recipe)})`}, status ${status}`,
    ...(tags === undefined ? [] : [`Tags: ${tags.map((tag) => escapePlain(tag)).join(', ')}`]),
    ...(relation === undefined
      ? []
      : [`Relation: ${escapePlain(describeRelation(relation, name)).replaceAll('\\', '')}`]),
    ...(forks === undefined ? [] : [`Forks: ${forks.map((id) => `\`${id}\``).join(', ')}`]),
    `${countNoun(ledger.events, 'event')}, head \`${escapePlain(ledger.head)}\``,
  ];
  yield* section('Ledger', [renderBullets(facts)]);
  yield reportMark(threadId);
}

function* pieces(record: DebateRecord): Generator<string> {
  let between = '';
  for (const block of blocks(record)) {
    if (block === undefined) continue;
    yield between + block;
    between = '\n\n';
  }
  yield '\n';
}

export const exporter: Exporter = {
  id: 'markdown',
  extension: WRITTEN.markdown,
  mimeType: 'text/markdown; charset=utf-8',
  pieces,
};
