// The decision record: what a closed debate decided, in the seats' own words under the headings of an ADR.
import type { EventOf } from '../domain/events.ts';
import { inertLine, plain, quoteBlock } from '../domain/markdown-safe.ts';
import type { DebateRecord, RecordEntry, TurnEntry } from '../domain/record.ts';
import { agentName, authority, checksOf, labels, OUTCOME_WORDS } from '../exporters/record-words.ts';
import { fitting } from './comment.ts';

const TITLE_LENGTH = 100;
const PULL_DECISION_CHARACTERS = 20_000;
const PULL_TOPIC_CHARACTERS = 5_000;
const PROPOSES = 'wind';
const TESTS = 'wall';
const DECIDES = 'door';

export interface AdrInput {
  readonly number: number;
  readonly record: DebateRecord;
  /** The event that closed the debate; its hash is the head that the decision record names. */
  readonly closing: EventOf<'debate-closed'>;
  /** The discussion or issue that the debate was shown in. */
  readonly threadUrl: string | undefined;
}

export interface AdrTexts {
  readonly file: string;
  /** Of the commit and the pull request. */
  readonly title: string;
  readonly pullBody: string;
}

type Section = string | undefined;

/** By this first line a file is known to be ours. */
export function adrMarker(threadId: string): string {
  return `<!-- debate-hall adr v1 ${threadId} -->`;
}

export function adrName(number: number): string {
  return `ADR-${String(number).padStart(3, '0')}`;
}

function oneTopic(record: DebateRecord): string {
  const line = record.topic?.trim().split(/[\r\n]/)[0] ?? 'topic redacted';
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)} …` : line;
}

const section = (title: string, body: Section): Section => (body ? `## ${title}\n\n${body}` : undefined);
const joined = (parts: readonly Section[]) => parts.filter((part) => part !== undefined && part !== '').join('\n\n');

function quote({ title, text, redaction, seq }: TurnEntry): string {
  const words =
    text === null ? `*Redacted${redaction === undefined ? '' : `: ${plain(redaction)}`}*` : quoteBlock(text);
  return `**${plain(title)}** (event ${seq}):\n\n${words}`;
}

const quotes = (turns: readonly TurnEntry[]) => turns.map(quote).join('\n\n');

/** The part of a decision that stands under a heading of its own for what was rejected. */
export function rejectedPart(decision: string): string | undefined {
  const heading = /^\s*(?:#{1,6}\s+|\d{1,2}[.)]\s*|[-*]\s+)?(?:\*{0,2})(?:options?\s+|alternatives?\s+)?rejected\b/i;
  const next = /^\s*(?:#{1,6}\s+\S|\d{1,2}[.)]\s+\*{2}|\*{2}[^*]+\*{2}\s*[:.]?\s*$)/;
  const lines = decision.split('\n');
  const from = lines.findIndex((line) => heading.test(line));
  if (from === -1) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => next.test(line));
  const part = lines.slice(from, length === -1 ? undefined : from + 1 + length);
  return part.join('\n').trim();
}

/** Options, reasons and consequences; nothing is said that a seat did not say. */
function argument(record: DebateRecord): readonly Section[] {
  const turns = record.entries.filter((entry): entry is TurnEntry => entry.kind === 'turn' && entry.act === 'turn');
  const of = (seat: string) => turns.filter((turn) => turn.seat === seat);
  const label = labels(record, plain);
  const [opening, ...further] = of(PROPOSES);
  if (opening === undefined || of(TESTS).length === 0) return [section('What was said', quotes(turns))];
  const rejected = record.decision === null ? undefined : rejectedPart(record.decision);
  const weighed = of(DECIDES).filter(({ text }) => text !== record.decision);
  const reasons = rejected === undefined ? quotes(weighed) : `From the decision:\n\n${quoteBlock(rejected)}`;
  return [
    section('Options considered', quote(opening)),
    section('Options rejected, and why', reasons || '*The decision has no part of its own for this.*'),
    section(
      'Consequences',
      joined([
        `### Opportunities (${label(PROPOSES)})`,
        further.length === 0 ? '*They stand with the options above.*' : quotes(further),
        `### Constraints (${label(TESTS)})`,
        quotes(of(TESTS)),
      ]),
    ),
  ];
}

function dissent(record: DebateRecord): string {
  const label = labels(record, plain);
  if (record.dissent.length === 0) return '*No dissenting vote is recorded.*';
  return record.dissent
    .map(
      ({ seat, text }) => `**${label(seat)}** did not approve:\n\n${text === null ? '*Redacted*' : quoteBlock(text)}`,
    )
    .join('\n\n');
}

function participants(record: DebateRecord): string {
  const seats = record.seats.map(
    ({ label, agent, contributions }) => `- ${plain(label)}: ${agentName(agent)}, contributions: ${contributions}`,
  );
  const people = record.entries.filter(
    (entry): entry is Extract<RecordEntry, { kind: 'interjection' }> => entry.kind === 'interjection',
  );
  const words = people.map(
    ({ author, source, seq }) =>
      `- ${plain(author)}: interjection (event ${seq})${source === undefined ? '' : `, ${plain(source)}`}`,
  );
  const byHand = new Set(record.entries.flatMap((entry) => (entry.kind === 'turn' ? (entry.by.author ?? []) : [])));
  return [...seats, ...[...byHand].map((author) => `- ${plain(author)}: took a seat by hand`), ...words].join('\n');
}

function references(record: DebateRecord, { hash, seq }: AdrInput['closing'], threadUrl: string | undefined): string {
  const { threadId } = record;
  const { verify, withPython, signatures, withOpenSsh } = checksOf(threadId, hash);
  return [
    `- Debate: \`${threadId}\`, format ${plain(record.format)}`,
    ...(threadUrl === undefined ? [] : [`- Thread: ${threadUrl}`]),
    `- Ledger: closed by event ${seq}, head \`${hash}\``,
    `- Check it: \`${verify}\`, or without Debate Hall \`${withPython}\``,
    `- Who signed it, if anyone: \`${signatures}\`, or without Debate Hall \`${withOpenSsh}\``,
  ].join('\n');
}

function facts(record: DebateRecord): string {
  return [
    `- **Outcome:** ${record.outcome === null ? 'none' : OUTCOME_WORDS[record.outcome]}`,
    ...authority(record, labels(record, plain)),
    ...(record.warnings.length === 0 ? [] : [`- **Warnings:** ${record.warnings.map(plain).join('; ')}`]),
  ].join('\n');
}

/** A rehearsal is no decision, and a reader of the file must not have to look for that. */
function caution(record: DebateRecord): Section {
  if (record.authority.rehearsal.length > 0) {
    return '> **Rehearsal:** seats were filled by a program that knows nothing of the matter. This decides nothing.';
  }
  return record.authority.full ? undefined : '> **Degraded panel:** see the authority above before relying on this.';
}

export function renderAdr({ number, record, closing, threadUrl }: AdrInput): AdrTexts {
  const decision = record.decision ?? '';
  const context = [
    record.topic === null ? '*The topic was redacted.*' : quoteBlock(record.topic),
    record.context.map(({ source, bytes }) => `- ${plain(source)}: ${bytes} bytes`).join('\n'),
  ];
  const file = joined([
    `${adrMarker(record.threadId)}\n# ${adrName(number)}: ${plain(oneTopic(record))}`,
    `- **Status:** Accepted, once this is merged\n- **Date:** ${(record.endedAt ?? closing.at).slice(0, 10)}\n${facts(record)}`,
    caution(record),
    section('Context', joined(context)),
    section('Decision', quoteBlock(decision)),
    ...argument(record),
    section('Dissent', dissent(record)),
    section('Participants', participants(record)),
    section('References', references(record, closing, threadUrl)),
  ]);
  const pullBody = joined([
    adrMarker(record.threadId),
    facts(record),
    caution(record),
    section('Context', record.topic === null ? undefined : fitting(record.topic, PULL_TOPIC_CHARACTERS, quoteBlock)),
    section('Decision', fitting(decision, PULL_DECISION_CHARACTERS, quoteBlock)),
    section('References', references(record, closing, threadUrl)),
    '*Proposed by Debate Hall. Merging accepts the decision.*',
  ]);
  return { file: `${file}\n`, title: `${adrName(number)}: ${inertLine(oneTopic(record))}`, pullBody };
}
