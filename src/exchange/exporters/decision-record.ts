// The decision record: what a debate decided, in the seats' own words under the headings of an ADR. One text for the export
// and for the file that `github ratify` proposes.
import { EXIT } from '../../domain/failures/exit-codes.ts';
import { OUTCOME_WORDS } from '../../domain/outcomes.ts';
import { describePicture } from '../../domain/pictures.ts';
import type { DebateRecord, RecordEntry } from '../../domain/record.ts';
import type { TurnEntry } from '../../domain/record-entries.ts';
import { readAgreedAnswer } from '../../domain/results/opinions-result.ts';
import { readPlan } from '../../domain/results/plan-result.ts';
import { readDecision, writeRedaction, writeReport } from '../../domain/words/conclusions.ts';
import { cutTitle } from '../../domain/words/cut-line.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { escapePlain, quoteBlock, webLink } from '../../domain/words/markdown-safe.ts';
import {
  createLabels,
  formatPerspective,
  listAuthority,
  listChecks,
  listEnding,
  renderDissent,
  speakerNames,
  turnedOut,
} from './record-words.ts';

const TITLE_LENGTH = 100;
const PROPOSES = 'wind';
const TESTS = 'wall';
const DECIDES = 'door';

export interface DecisionRecordInput {
  readonly record: DebateRecord;
  /** `undefined` while no number is planned. */
  readonly number: number | undefined;
  /** The discussion or issue to refer to. */
  readonly threadUrl: string | undefined;
}

type Section = string | undefined;

/** By this first line a file is known to be ours. */
export function adrMarker(threadId: string): string {
  return `<!-- debate-hall adr v1 ${threadId} -->`;
}

export function adrName(number: number): string {
  return `ADR-${String(number).padStart(3, '0')}`;
}

/** "ADR-007: Should we?", not escaped for anything yet. */
export function adrTitle(record: DebateRecord, number: number | undefined): string {
  const topic = cutTitle(record.topic ?? 'topic redacted', TITLE_LENGTH);
  return `${number === undefined ? 'ADR' : adrName(number)}: ${topic}`;
}

export const renderSection = (title: string, body: Section): Section => (body ? `## ${title}\n\n${body}` : undefined);
export const joinBlocks = (parts: readonly Section[]) =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');

function quote({ title, text, redaction, seq }: Pick<TurnEntry, 'title' | 'text' | 'redaction' | 'seq'>): string {
  const words =
    text === null ? `*Redacted${redaction === undefined ? '' : `: ${escapePlain(redaction)}`}*` : quoteBlock(text);
  return `**${escapePlain(title)}** (event ${seq}):\n\n${words}`;
}

const quoteTurns = (turns: readonly TurnEntry[]) => turns.map(quote).join('\n\n');

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
function renderArgument(record: DebateRecord): readonly Section[] {
  const turns = record.entries.filter((entry): entry is TurnEntry => entry.kind === 'turn' && entry.act === 'turn');
  const of = (seat: string) => turns.filter((turn) => turn.seat === seat);
  const label = createLabels(record);
  const [opening, ...further] = of(PROPOSES);
  if (opening === undefined || of(TESTS).length === 0) return [renderSection('What was said', quoteTurns(turns))];
  const rejected = record.decision === null ? undefined : rejectedPart(record.decision);
  const weighed = of(DECIDES).filter(({ text }) => text !== record.decision);
  const reasons = rejected === undefined ? quoteTurns(weighed) : `From the decision:\n\n${quoteBlock(rejected)}`;
  return [
    renderSection('Options considered', quote(opening)),
    renderSection('Options rejected, and why', reasons || '*The decision has no section on this.*'),
    renderSection(
      'Consequences',
      joinBlocks([
        `### Opportunities (${label(PROPOSES)})`,
        further.length === 0 ? '*See the options above.*' : quoteTurns(further),
        `### Constraints (${label(TESTS)})`,
        quoteTurns(of(TESTS)),
      ]),
    ),
  ];
}

function renderParticipants(record: DebateRecord): string {
  const seats = record.seats.map(
    (seat) =>
      `- ${escapePlain(seat.label)}: ${speakerNames(seat)}${formatPerspective(seat)}, contributions: ${seat.contributions}`,
  );
  const people = record.entries.filter(
    (entry): entry is Extract<RecordEntry, { kind: 'interjection' }> => entry.kind === 'interjection',
  );
  const words = people.map(
    ({ author, source, seq }) =>
      `- ${escapePlain(author)}: interjection (event ${seq})${source === undefined ? '' : `, ${webLink(source)}`}`,
  );
  const byHand = new Set(record.entries.flatMap((entry) => (entry.kind === 'turn' ? (entry.by.author ?? []) : [])));
  return [...seats, ...[...byHand].map((author) => `- ${escapePlain(author)}: took a seat manually`), ...words].join(
    '\n',
  );
}

export function renderReferences({ record, threadUrl }: DecisionRecordInput): string {
  const { threadId, format, ledger } = record;
  const head = ledger.closing?.hash ?? ledger.head;
  const { verify, withPython, signatures, withOpenSsh } = listChecks(threadId, head);
  const events =
    ledger.closing === undefined ? countNoun(ledger.events, 'event') : `closed by event ${ledger.closing.seq}`;
  return [
    `- Debate: \`${threadId}\`, format ${escapePlain(format)}`,
    ...(threadUrl === undefined ? [] : [`- Thread: ${webLink(threadUrl)}`]),
    `- Ledger: ${events}, head \`${head}\``,
    `- Check it: \`${verify}\`, or without Debate Hall \`${withPython}\``,
    `- Who signed it, if anyone: \`${signatures}\`, or without Debate Hall \`${withOpenSsh}\``,
  ].join('\n');
}

export function renderFacts(record: DebateRecord): string {
  return [
    ...listEnding(record),
    ...turnedOut(record),
    ...listAuthority(record),
    ...(record.warnings.length === 0 ? [] : [`- **Warnings:** ${record.warnings.map(escapePlain).join('; ')}`]),
  ].join('\n');
}

/** A rehearsal is not a decision, and a reader of the file must see that without looking for it. */
export function renderCaution(record: DebateRecord): Section {
  if (record.authority.rehearsal.length > 0) {
    return '> **Rehearsal:** seats were filled by a program without a model. This decides nothing.';
  }
  const { full, imported } = record.authority;
  const panel = imported === true ? 'Imported' : 'Degraded panel';
  return full ? undefined : `> **${panel}:** see the authority above before relying on this.`;
}

/** What was asked once it was decided, and answered. */
function renderFollowUps({ entries }: DebateRecord): string {
  return entries
    .flatMap((entry) => (entry.kind === 'follow-up' || entry.kind === 'follow-up-answer' ? [quote(entry)] : []))
    .join('\n\n');
}

/** Merging accepts a decision or an agreed answer, unless the seats or a reviewer were against it. */
function statusWords(record: DebateRecord): string {
  const { status, outcome, decision } = record;
  if (status !== 'closed') return `Nothing is decided: the debate is ${status}`;
  if (outcome !== null && OUTCOME_WORDS[outcome].exit === EXIT.disagreement) {
    return 'Proposed only: the debate settled nothing';
  }
  if (record.decisionRedaction !== undefined) return 'The decision was redacted';
  const isPlan = record.format === 'plan' && readPlan(record)?.planned === true;
  const isDecided = decision !== null || isPlan || readAgreedAnswer(record) !== undefined;
  return isDecided ? 'Accepted, once this is merged' : 'No decision in words';
}

function decisionIn(record: DebateRecord): string {
  const decision = readDecision(record);
  if (decision !== null) return quoteBlock(decision);
  const report = record.status === 'closed' && record.result !== null ? writeReport(record.result) : '';
  return writeRedaction(record) ?? (report || '*No decision was recorded.*');
}

/** What the seats answered, where that is not the decision itself. */
function answersBeside(record: DebateRecord): Section {
  const { status, decision, result } = record;
  if (status !== 'closed') return result === null ? undefined : writeReport(result);
  const isThere = decision !== null || writeRedaction(record) !== undefined;
  return isThere && result?.besideDecision === true ? writeReport(result) : undefined;
}

export function renderDecisionRecord(input: DecisionRecordInput): string {
  const { record, number } = input;
  const context = [
    record.topic === null ? '*The topic was redacted.*' : quoteBlock(record.topic),
    [
      ...record.context.map(({ source, bytes }) => `- ${escapePlain(source)}: ${bytes} bytes`),
      ...(record.pictures ?? []).map((picture) => `- ${escapePlain(picture.source)}: ${describePicture(picture)}`),
      ...record.contextLeftOut.map(
        ({ source, reason }) => `- ${escapePlain(source)}: left out, ${escapePlain(reason)}`,
      ),
    ].join('\n'),
  ];
  const text = joinBlocks([
    `${adrMarker(record.threadId)}\n# ${escapePlain(adrTitle(record, number))}`,
    `- **Status:** ${statusWords(record)}\n- **Date:** ${(record.endedAt ?? record.openedAt).slice(0, 10)}\n${renderFacts(record)}`,
    renderCaution(record),
    renderSection('Context', joinBlocks(context)),
    renderSection('Decision', decisionIn(record)),
    renderSection('Answers of the seats', answersBeside(record)),
    ...renderArgument(record),
    renderSection('Dissent', renderDissent(record) || '*No dissenting vote is recorded.*'),
    renderSection('Asked afterwards', renderFollowUps(record)),
    renderSection('Participants', renderParticipants(record)),
    renderSection('References', renderReferences(input)),
  ]);
  return `${text}\n`;
}
