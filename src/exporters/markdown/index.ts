// The Markdown export: a page that reads well on GitHub, the outcome first, the debate folded below it.
import type { Totals } from '../../domain/calls.ts';
import type { Usage } from '../../domain/events.ts';
import type { DebateRecord, RecordEntry, TurnEntry } from '../../domain/record.ts';
import { describeDissent } from '../../domain/words/conclusions.ts';
import { describeFault, summarizeCitations } from '../../domain/words/describe-citations.ts';
import { describeHindsight, noteOf } from '../../domain/words/describe-hindsight.ts';
import { describeFetched, describeLook, describePin } from '../../domain/words/describe-reading.ts';
import { describeCopied, describeRelation } from '../../domain/words/describe-relation.ts';
import {
  type CallFigures,
  countNoun,
  formatCount,
  formatDuration,
  formatTokenSum,
  listCallFigures,
  listTroubles,
} from '../../domain/words/format-figures.ts';
import { plain, plainHtml, quoteBlock } from '../../domain/words/markdown-safe.ts';
import { missingTextNote } from '../../domain/words/missing-text.ts';
import { type Exporter, inPieces } from '../exporter.ts';
import {
  agentName,
  createLabels,
  describeOutcome,
  type Escape,
  listAuthority,
  perspectiveOf,
  time,
  turnedOut,
} from '../record-words.ts';

type Block = string | undefined;

const TITLE_LENGTH = 120;
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

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

const describeEffort = (call: CallFigures) =>
  listCallFigures(call)
    .map((figure) => ` · ${figure}`)
    .join('');

function said(entry: Pick<TurnEntry, 'text' | 'shown' | 'redaction' | 'withheld'>): string {
  const text = entry.shown ?? entry.text;
  return text === null ? `*${plain(missingTextNote(entry))}*` : quoteBlock(text);
}

const fold = (summary: string, body: string) => `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;

const bullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

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

function renderVerdict(record: DebateRecord, label: Escape): string {
  const spent = `${formatDuration(record.runningMs)}, ${countNoun(record.calls, 'call')}, ${formatTokenSum(record) ?? 'tokens unknown'}`;
  return [
    `- **Outcome:** ${describeOutcome(record)}`,
    ...turnedOut(record),
    ...listAuthority(record, label),
    `- **Opened:** ${time(record.openedAt)}`,
    ...(record.endedAt === null ? [] : [`- **Closed:** ${time(record.endedAt)}`]),
    `- **Spent:** ${spent}; cost ${formatCost(record.usage, record.calls, record.callsWithoutCost)}`,
  ].join('\n');
}

function seatTable(record: DebateRecord): string {
  return [
    row('Seat', 'Agent', 'Turns', 'Calls', 'Time', 'Tokens', 'Cost'),
    row('---', '---', '--:', '--:', '--:', '---', '---'),
    ...record.seats.map((seat) =>
      row(
        plain(seat.label),
        agentName(seat.agent) +
          perspectiveOf(seat) +
          (seat.standIn === undefined ? '' : `; stand-in ${agentName(seat.standIn)}`),
        String(seat.contributions),
        callsText(seat),
        formatDuration(seat.durationMs),
        formatTokenSum(seat) ?? 'unknown',
        formatCost(seat.usage, seat.calls, seat.callsWithoutCost),
      ),
    ),
  ].join('\n');
}

/** What a reader of a turn has to know beside its words. */
function remarks({ warnings, citations = [], copied }: TurnEntry): string {
  const faults = citations.flatMap((citation) => describeFault(citation) ?? []);
  const items = [
    ...(copied === undefined ? [] : [describeCopied(copied)]),
    ...warnings.map((warning) => `Warning: ${plain(warning)}`),
    ...(citations.length === 0 ? [] : [plain([summarizeCitations(citations), ...faults].join('; '))]),
  ];
  return items.length === 0 ? '' : `\n\n${bullets(items)}`;
}

function entryBlock(entry: RecordEntry, label: Escape): string {
  const summary = (text: string) => `${text} · event ${entry.seq}`;
  switch (entry.kind) {
    case 'turn': {
      const who = plainHtml(entry.by.author ?? '') || agentName(entry.by.agent, plainHtml);
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${who}${describeEffort(entry.by)} · ${time(entry.at)}`),
        said(entry) + remarks(entry),
      );
    }
    case 'interjection': {
      const source = entry.source === undefined ? '' : `, from ${plainHtml(entry.source)}`;
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${plainHtml(entry.author)}${source} · ${time(entry.at)}`),
        said(entry),
      );
    }
    case 'rejected': {
      const title = `Answer from ${plainHtml(entry.seat)} that the rules rejected (${plainHtml(entry.act)})${describeEffort(entry.by)} · ${time(entry.at)}`;
      return fold(summary(title), `${bullets(entry.issues.map(plain))}\n\n${said(entry)}`);
    }
    case 'failure':
      return `**${label(entry.seat)} failed** (${plain(entry.failure.code)}, ${agentName(entry.agent)}, ${countNoun(entry.attempts, 'attempt')}${describeEffort({ ...entry, attempts: 1 })}): ${plain(entry.failure.message)}`;
    case 'replacement':
      return `**${label(entry.seat)} was replaced:** ${agentName(entry.from)} by ${agentName(entry.to)} (${plain(entry.reason)})`;
    case 'note':
      return `**Note** (${plain(entry.code)}${entry.seat === undefined ? '' : `, ${label(entry.seat)}`}): ${plain(entry.message)}`;
    case 'hindsight': {
      const note = noteOf(entry);
      return `**Turned out** ${plain(describeHindsight(entry))}${note === undefined ? '' : `:\n\n${quoteBlock(note)}`}`;
    }
    case 'redaction':
      return `**Redaction** of ${entry.fields.map(plain).join(', ')} in event ${entry.target} by ${plain(entry.by)}: ${plain(entry.reason)}`;
  }
}

/** The debate in the order of the ledger, with a heading wherever a new round begins. */
function* rounds(record: DebateRecord, label: Escape): Generator<string> {
  let round: number | null = null;
  for (const entry of record.entries) {
    if (entry.kind === 'turn' && entry.round !== null && entry.round !== round) {
      round = entry.round;
      yield `### Round ${round}`;
    }
    yield entryBlock(entry, label);
  }
}

function renderDissent(record: DebateRecord, label: Escape): string {
  return record.dissent
    .map(
      ({ seat, text }) =>
        `**${label(seat)}** ${describeDissent(record, seat)}:\n\n${text === null ? '*Redacted*' : quoteBlock(text)}`,
    )
    .join('\n\n');
}

function renderContext(record: DebateRecord): string {
  const used = record.context.map(
    ({ source, bytes, sha256, fetched }) =>
      `${plain(source)}: ${formatCount(bytes)} bytes, sealed digest \`${plain(sha256)}\`${fetched === undefined ? '' : `; ${plain(describeFetched(fetched))}`}`,
  );
  const leftOut = record.contextLeftOut.map(({ source, reason }) => `${plain(source)}: left out, ${plain(reason)}`);
  return bullets([...used, ...leftOut]);
}

/** What seats could look up, and each look. */
function renderEvidence({ reading }: DebateRecord): Block[] {
  if (reading === undefined) return [];
  const { pins, looks } = reading;
  const list = bullets(looks.map((look) => plain(describeLook(look))));
  return [
    bullets(pins.map((pin) => plain(describePin(pin)))),
    looks.length === 0 ? '*Nobody looked anything up.*' : fold(countNoun(looks.length, 'look'), list),
  ];
}

/** A result says all of it, so beside one only words that someone decided in stand here. */
function decision({ decision: text, result }: DebateRecord): Block {
  if (text !== null) return quoteBlock(text);
  return result === null ? '*There is none.*' : undefined;
}

function title(topic: string | null): { heading: string; full: Block } {
  if (topic === null) return { heading: '*Topic redacted*', full: undefined };
  const long = topic.length > TITLE_LENGTH || /[\r\n]/.test(topic.trim());
  const heading = long
    ? `${topic
        .trim()
        .split(/[\r\n]/)[0]
        ?.slice(0, TITLE_LENGTH)} …`
    : topic;
  return { heading: plain(heading), full: long ? quoteBlock(topic) : undefined };
}

function* blocks(record: DebateRecord): Generator<Block> {
  const label = createLabels(record, plain);
  const { heading, full } = title(record.topic);
  const { threadId, relation, forks, format, recipe, status, ledger } = record;
  yield `# ${heading}`;
  yield full;
  yield renderVerdict(record, label);
  yield* section('Result', [record.result?.markdown]);
  yield* section('Decision', [decision(record)]);
  yield* section('Dissent', [renderDissent(record, label)]);
  yield* section('Seats', [seatTable(record)]);
  yield* section('Warnings', [bullets(record.warnings.map(plain))]);
  yield* section('Debate', rounds(record, label));
  yield* section('Context', [renderContext(record)]);
  yield* section('Evidence', renderEvidence(record));
  const facts = [
    `Debate \`${plain(threadId).replaceAll('\\', '')}\`, format ${plain(format)}${recipe === undefined ? '' : ` (${plain(recipe)})`}, status ${status}`,
    ...(relation === undefined ? [] : [`Relation: ${plain(describeRelation(relation)).replaceAll('\\', '')}`]),
    ...(forks === undefined ? [] : [`Forks: ${forks.map((id) => `\`${id}\``).join(', ')}`]),
    `${countNoun(ledger.events, 'event')}, head \`${plain(ledger.head)}\``,
  ];
  yield* section('Ledger', [bullets(facts)]);
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
  title: 'Markdown: a page for people, the outcome first',
  extension: '.md',
  mimeType: 'text/markdown; charset=utf-8',
  ...inPieces(pieces),
};
