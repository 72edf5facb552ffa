// What a comment of ours looks like: an invisible marker that names its event, a heading, the words, a footer.
import type { LedgerEvent } from '../../domain/events.ts';
import { OUTCOME_WORDS } from '../../domain/outcomes.ts';
import type { DebateRecord, Hindsight } from '../../domain/record.ts';
import type { TurnEntry } from '../../domain/record-entries.ts';
import { readSealed } from '../../domain/sealed/sealed.ts';
import { describeDissent, readDecision, titleResult, writeReport } from '../../domain/words/conclusions.ts';
import { describeTurnedOut, titleTurnedOut } from '../../domain/words/describe-hindsight.ts';
import { escapePlain, quoteBlock } from '../../domain/words/markdown-safe.ts';
import { agentName, createLabels, listAuthority, listEnding } from '../exporters/record-words.ts';

/** GitHub takes 65,536 characters. */
export const MOST_CHARACTERS = 65_000;
const HASH_DIGITS = 16;
const EMOJI: Readonly<Record<string, string>> = { wind: '🌬️', wall: '🧱', door: '🚪' };
const CUT = '*Cut here, since GitHub takes no longer comments; the ledger has all of it.*';

/** An event that has a comment of its own. */
export interface CommentedEvent {
  readonly event: LedgerEvent;
  /** As people read it: "Round 1, Wind". */
  readonly title: string;
  readonly body: () => string;
}

/** Untrusted text cannot hold a marker, since no `<` of it stays one; nor can it come first in a comment. */
export function createCommentMarker(threadId: string, { seq, hash }: Pick<LedgerEvent, 'seq' | 'hash'>): string {
  return `<!-- debate-hall v1 ${threadId} #${seq} ${hash.slice(0, HASH_DIGITS)} -->`;
}

/** The marker that a comment begins with, if it is one of ours. */
export function markerIn(body: string): string | undefined {
  return /^<!-- debate-hall v1 \S+ #\d+ [0-9a-f]{16} -->(?=\r?\n)/.exec(body)?.[0];
}

/** Renders as much of a text as fits. */
export function renderWithin(text: string, most: number, render: (text: string) => string): string {
  const whole = render(text);
  if (whole.length <= most) return whole;
  const characters = [...text];
  let fits = 0;
  for (let tooMany = characters.length; tooMany - fits > 1; ) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (render(characters.slice(0, middle).join('')).length + CUT.length + 2 <= most) fits = middle;
    else tooMany = middle;
  }
  return `${render(characters.slice(0, fits).join(''))}\n\n${CUT}`;
}

/** As much of a page as fits, in whole blocks: what a part of one leaves open would take in all that follows. */
export function cutPage(page: string, most: number): string {
  if (page.length <= most) return page;
  const room = most - CUT.length - 2;
  const blocks = page.split('\n\n');
  let length = 0;
  let isOpen = false;
  let fits = 0;
  for (const [index, block] of blocks.entries()) {
    length += block.length + 2;
    if (length > room) break;
    if ((block.match(/^(?:`{3,}|~{3,})/gm) ?? []).length % 2 === 1) isOpen = !isOpen;
    if (!isOpen) fits = index + 1;
  }
  return [...blocks.slice(0, fits), CUT].join('\n\n');
}

function quoteWithin(text: string | null, redaction: string | undefined, most: number): string {
  if (text !== null) return renderWithin(text, most, quoteBlock);
  return redaction === undefined ? '*Redacted.*' : `*Redacted: ${escapePlain(redaction)}*`;
}

/** `said` gets the room that is left between head and footer. */
function assemble(
  threadId: string,
  event: LedgerEvent,
  head: readonly string[],
  renderBody: (most: number) => string,
): string {
  const [heading, ...rest] = head;
  const digits = event.hash.slice(0, HASH_DIGITS);
  const before = [`${createCommentMarker(threadId, event)}\n${heading}`, ...rest].join('\n\n');
  const after = `---\n\n*Debate Hall: debate ${escapePlain(threadId)}, event ${event.seq}, ${digits}*`;
  const room = MOST_CHARACTERS - before.length - after.length - CUT.length;
  return [before, renderBody(room), after].join('\n\n');
}

function turnBody(record: DebateRecord, entry: TurnEntry, event: LedgerEvent, place: string): string {
  const { cognition } = entry.data;
  const title = `${escapePlain(entry.title)}${typeof cognition === 'string' ? ` (${escapePlain(cognition)})` : ''}`;
  const { author, agent } = entry.by;
  const model = agent.model === undefined ? '' : ` · **Model:** ${escapePlain(agent.model)}`;
  const by = author === undefined ? `**Model:** ${agentName(agent)}` : `**Author:** ${escapePlain(author)}${model}`;
  const head = [`## ${EMOJI[entry.seat] ?? '💬'} ${title}`, `${by}${place}`];
  return assemble(record.threadId, event, head, (most) =>
    quoteWithin(entry.shown ?? entry.text, entry.redaction, most),
  );
}

/** "Turn 3/12" for turns of the debate; votes and revisions are no turns. */
function formatPlace(record: DebateRecord, turn: number): string {
  const most = record.options['maxTurns'];
  return ` · **Turn:** ${turn}${typeof most === 'number' ? `/${most}` : ''}`;
}

type Ending = Extract<LedgerEvent, { type: 'debate-closed' | 'debate-force-closed' }>;

function endingBody(record: DebateRecord, event: Ending): string {
  if (event.type === 'debate-force-closed') {
    const head = ['## 🏁 Force closed', `by ${escapePlain(event.data.by)}:`];
    const reason = readSealed(event.data.reason) ?? null;
    return assemble(record.threadId, event, head, (most) => quoteWithin(reason, undefined, most));
  }
  const facts = [...listEnding(record), ...listAuthority(record)];
  const head = [`## 🏁 ${OUTCOME_WORDS[event.data.outcome].title}`, facts.join('\n')];
  return assemble(record.threadId, event, head, (most) => conclusionBlocks(record, most));
}

function hindsightBody(record: DebateRecord, entry: Hindsight, event: LedgerEvent): string {
  const head = [
    `## 🔎 ${titleTurnedOut(entry)} ${escapePlain(describeTurnedOut(entry))}`,
    `recorded by ${escapePlain(entry.by)}`,
  ];
  return assemble(record.threadId, event, head, (most) =>
    entry.note === undefined ? '*Without a note.*' : quoteWithin(entry.note, entry.redaction, most),
  );
}

type FollowUpEntry = Extract<DebateRecord['entries'][number], { kind: 'follow-up' | 'follow-up-answer' }>;

function followUpBody(record: DebateRecord, entry: FollowUpEntry, event: LedgerEvent): string {
  const by =
    entry.kind === 'follow-up' ? `**Author:** ${escapePlain(entry.author)}` : `**Model:** ${agentName(entry.by.agent)}`;
  const head = [`## ${entry.kind === 'follow-up' ? '❓' : '💬'} ${escapePlain(entry.title)}`, by];
  return assemble(record.threadId, event, head, (most) => quoteWithin(entry.text, entry.redaction, most));
}

interface Block {
  readonly title: string;
  readonly render: (room: number) => string;
}

function dissentBlock(record: DebateRecord): readonly Block[] {
  const { dissent } = record;
  if (dissent.length === 0) return [];
  const label = createLabels(record);
  const render = (room: number) =>
    dissent
      .map(({ seat, text }) => {
        const head = `**${label(seat)}** ${describeDissent(record, seat)}:\n\n`;
        return head + quoteWithin(text, undefined, Math.floor(room / dissent.length) - head.length - 2);
      })
      .join('\n\n');
  return [{ title: 'Dissent', render }];
}

/** Result, decision and dissent. The decision gets the room that the others leave, as it is the longest. */
export function conclusionBlocks(record: DebateRecord, most: number): string {
  const { result, decisionRedaction } = record;
  const report = result === null ? '' : writeReport(result);
  const decision = readDecision(record);
  const isDecided = decision !== null || decisionRedaction !== undefined;
  const isDecisionShown = result === null || (result.besideDecision === true && isDecided);
  const renderDecision = (room: number) =>
    isDecided ? quoteWithin(decision, decisionRedaction, room) : '*There is none.*';
  const before = dissentBlock(record);
  const blocks: readonly Block[] = [
    ...before,
    ...(report === '' ? [] : [{ title: titleResult(record), render: (room: number) => cutPage(report, room) }]),
    // Last, since it gets the room that the others leave.
    ...(isDecisionShown ? [{ title: 'Decision', render: renderDecision }] : []),
  ];
  let left = most;
  const rendered = blocks.map(({ title, render }, index) => {
    const heading = `### ${title}\n\n`;
    const text = heading + render(Math.floor(left / (blocks.length - index)) - heading.length - 2);
    left -= text.length + 2;
    return text;
  });
  return rendered.toReversed().join('\n\n');
}

/**
 * Everything of a debate that belongs in its thread, in order: what the seats said, how it ended, and how it turned out. A debate that went on has
 * several endings, each as it was at its event.
 */
export function shownEvents(
  record: DebateRecord,
  log: readonly LedgerEvent[],
  toRecordAt: (ending: Ending) => DebateRecord,
): readonly CommentedEvent[] {
  const entries = new Map(record.entries.map((entry) => [entry.seq, entry]));
  let turn = 0;
  return log.flatMap((event): CommentedEvent[] => {
    if (event.type === 'debate-closed' || event.type === 'debate-force-closed') {
      return [{ event, title: 'the outcome', body: () => endingBody(toRecordAt(event), event) }];
    }
    const entry = entries.get(event.seq);
    if (entry?.kind === 'hindsight') {
      return [{ event, title: 'how it turned out', body: () => hindsightBody(record, entry, event) }];
    }
    if (entry?.kind === 'follow-up' || entry?.kind === 'follow-up-answer') {
      return [{ event, title: entry.title, body: () => followUpBody(record, entry, event) }];
    }
    // A pick is addressed to the rules and says nothing of the matter; what is withheld follows when its phase ends.
    if (entry?.kind !== 'turn' || entry.act === 'pick' || entry.withheld === true) return [];
    if (entry.act === 'turn') turn += 1;
    const place = entry.act === 'turn' ? formatPlace(record, turn) : '';
    const body = () => turnBody(record, entry, event, place);
    return [{ event, title: entry.title, body }];
  });
}
