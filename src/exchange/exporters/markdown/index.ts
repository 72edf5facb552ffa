// The Markdown export: a page that reads well on GitHub, the outcome first, the debate folded below it.
import type { Totals } from '../../../domain/calls.ts';
import type { Usage } from '../../../domain/events.ts';
import { reportMark } from '../../../domain/own-documents.ts';
import type { DebateRecord, RecordEntry, TurnEntry } from '../../../domain/record.ts';
import { describeDissent, readDecision } from '../../../domain/words/conclusions.ts';
import { describeUnanswered } from '../../../domain/words/describe-follow-up.ts';
import { describeHindsight, noteOf } from '../../../domain/words/describe-hindsight.ts';
import { describePictures } from '../../../domain/words/describe-pictures.ts';
import {
  describeFault,
  describeFetched,
  describeLook,
  describePin,
  summarizeCitations,
} from '../../../domain/words/describe-reading.ts';
import { describeCopied, describeRelation } from '../../../domain/words/describe-relation.ts';
import {
  type CallFigures,
  countNoun,
  formatCount,
  formatDuration,
  formatTokenSum,
  listCallFigures,
  listTroubles,
} from '../../../domain/words/format-figures.ts';
import { escapePlain, plainHtml, quoteBlock } from '../../../domain/words/markdown-safe.ts';
import { missingTextNote } from '../../../domain/words/missing-text.ts';
import { type Exporter, inPieces, WRITTEN } from '../exporter.ts';
import {
  agentName,
  createLabels,
  type Escape,
  formatTime,
  listAuthority,
  listEnding,
  perspectiveOf,
  turnedOut,
} from '../record-words.ts';

type Block = string | undefined;

const TITLE_LENGTH = 120;
const renderRow = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

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

function renderWords(entry: Pick<TurnEntry, 'text' | 'shown' | 'redaction' | 'withheld'>): string {
  const text = entry.shown ?? entry.text;
  return text === null ? `*${escapePlain(missingTextNote(entry))}*` : quoteBlock(text);
}

const fold = (summary: string, body: string) => `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;

const renderBullets = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

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
    ...listEnding(record),
    ...turnedOut(record),
    ...listAuthority(record, label),
    `- **Opened:** ${formatTime(record.openedAt)}`,
    ...(record.endedAt === null ? [] : [`- **Closed:** ${formatTime(record.endedAt)}`]),
    `- **Spent:** ${spent}; cost ${formatCost(record.usage, record.calls, record.callsWithoutCost)}`,
  ].join('\n');
}

function seatTable(record: DebateRecord): string {
  return [
    renderRow('Seat', 'Agent', 'Turns', 'Calls', 'Time', 'Tokens', 'Cost'),
    renderRow('---', '---', '--:', '--:', '--:', '---', '---'),
    ...record.seats.map((seat) =>
      renderRow(
        escapePlain(seat.label),
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
function listRemarks({ warnings, citations = [], copied }: TurnEntry): string {
  const faults = citations.flatMap((citation) => describeFault(citation) ?? []);
  const items = [
    ...(copied === undefined ? [] : [describeCopied(copied)]),
    ...warnings.map((warning) => `Warning: ${escapePlain(warning)}`),
    ...(citations.length === 0 ? [] : [escapePlain([summarizeCitations(citations), ...faults].join('; '))]),
  ];
  return items.length === 0 ? '' : `\n\n${renderBullets(items)}`;
}

function entryBlock(entry: RecordEntry, label: Escape): string {
  const summary = (text: string) => `${text} · event ${entry.seq}`;
  switch (entry.kind) {
    case 'turn': {
      const who = plainHtml(entry.by.author ?? '') || agentName(entry.by.agent, plainHtml);
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${who}${describeEffort(entry.by)} · ${formatTime(entry.at)}`),
        renderWords(entry) + listRemarks(entry),
      );
    }
    case 'interjection': {
      const source = entry.source === undefined ? '' : `, from ${plainHtml(entry.source)}`;
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${plainHtml(entry.author)}${source} · ${formatTime(entry.at)}`),
        renderWords(entry),
      );
    }
    case 'follow-up': {
      const unanswered = describeUnanswered(entry, label);
      const head = summary(
        `<b>${plainHtml(entry.title)}</b> · asked after the end, changes nothing above · ${formatTime(entry.at)}`,
      );
      return fold(head, renderWords(entry) + (unanswered === undefined ? '' : `\n\n*${unanswered}*`));
    }
    case 'follow-up-answer': {
      const who = agentName(entry.by.agent, plainHtml);
      return fold(
        summary(`<b>${plainHtml(entry.title)}</b> · ${who}${describeEffort(entry.by)} · ${formatTime(entry.at)}`),
        renderWords(entry),
      );
    }
    case 'rejected': {
      const splitTitle = `Answer from ${plainHtml(entry.seat)} that the rules rejected (${plainHtml(entry.act)})${describeEffort(entry.by)} · ${formatTime(entry.at)}`;
      return fold(summary(splitTitle), `${renderBullets(entry.issues.map(escapePlain))}\n\n${renderWords(entry)}`);
    }
    case 'failure':
      return `**${label(entry.seat)} failed** (${escapePlain(entry.failure.code)}, ${agentName(entry.agent)}, ${countNoun(entry.attempts, 'attempt')}${describeEffort({ ...entry, attempts: 1 })}): ${escapePlain(entry.failure.message)}`;
    case 'replacement':
      return `**${label(entry.seat)} was replaced:** ${agentName(entry.from)} by ${agentName(entry.to)} (${escapePlain(entry.reason)})`;
    case 'note':
      return `**Note** (${escapePlain(entry.code)}${entry.seat === undefined ? '' : `, ${label(entry.seat)}`}): ${escapePlain(entry.message)}`;
    case 'hindsight': {
      const note = noteOf(entry);
      return `**Turned out** ${escapePlain(describeHindsight(entry))}${note === undefined ? '' : `:\n\n${quoteBlock(note)}`}`;
    }
    case 'redaction':
      return `**Redaction** of ${entry.fields.map(escapePlain).join(', ')} in event ${entry.target} by ${escapePlain(entry.by)}: ${escapePlain(entry.reason)}`;
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

function renderContext(record: DebateRecord, label: Escape): string {
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

/** What seats could look up, and each look. */
function renderEvidence({ reading }: DebateRecord): Block[] {
  if (reading === undefined) return [];
  const { pins, looks } = reading;
  const list = renderBullets(looks.map((look) => escapePlain(describeLook(look))));
  return [
    renderBullets(pins.map((pin) => escapePlain(describePin(pin)))),
    looks.length === 0 ? '*Nobody looked anything up.*' : fold(countNoun(looks.length, 'look'), list),
  ];
}

/** A result says all of it, so beside one only words that someone decided in stand here. */
function renderDecision(record: DebateRecord): Block {
  const text = readDecision(record);
  if (text !== null) return quoteBlock(text);
  return record.result === null ? '*There is none.*' : undefined;
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
  return { heading: escapePlain(heading), full: long ? quoteBlock(topic) : undefined };
}

function* blocks(record: DebateRecord): Generator<Block> {
  const label = createLabels(record, escapePlain);
  const { heading, full } = title(record.topic);
  const { threadId, tags, relation, forks, format, recipe, status, ledger } = record;
  yield `# ${heading}`;
  yield full;
  yield renderVerdict(record, label);
  yield* section('Decision', [renderDecision(record)]);
  yield* section('Result', [record.result?.markdown]);
  yield* section('Dissent', [renderDissent(record, label)]);
  yield* section('Seats', [seatTable(record)]);
  yield* section('Warnings', [renderBullets(record.warnings.map(escapePlain))]);
  yield* section('Debate', rounds(record, label));
  yield* section('Context', [renderContext(record, label)]);
  yield* section('Evidence', renderEvidence(record));
  const facts = [
    `Debate \`${escapePlain(threadId).replaceAll('\\', '')}\`, format ${escapePlain(format)}${recipe === undefined ? '' : ` (${escapePlain(recipe)})`}, status ${status}`,
    ...(tags === undefined ? [] : [`Tags: ${tags.map((tag) => escapePlain(tag)).join(', ')}`]),
    ...(relation === undefined ? [] : [`Relation: ${escapePlain(describeRelation(relation)).replaceAll('\\', '')}`]),
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
  ...inPieces(pieces),
};
