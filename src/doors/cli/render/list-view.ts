// Debates as lines: a table for `list`, and what was found in each for `search`.
import type { DebateSummary, ListedDebate } from '../../../domain/debate-summary.ts';
import { DAMAGED_IMPORT } from '../../../domain/failures/import-damage.ts';
import { describeUnreadable } from '../../../domain/failures/unreadable.ts';
import { OUTCOME_WORDS } from '../../../domain/outcomes.ts';
import { listCaveats } from '../../../domain/words/describe-authority.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { topicLine } from '../../../hall/operations/debate/opening/topic.ts';
import type { FoundDebate } from '../../../hall/operations/records/lists/search-debates.ts';
import type { Colours } from '../terminal/io.ts';
import { type Column, type Paper, renderTable } from './layout/table.ts';

/** Where no terminal has a width. */
const TOPIC_WIDTH = 60;
const REASON_WIDTH = 200;
const ANSWER_WIDTH = 16;
const SHOWN_MATCHES = 5;
/** Formats whose debates are about a change; others may have one among what they were given. */
const ON_CHANGES: ReadonlySet<string> = new Set(['review', 'fix']);

/** How it stands, and all that keeps it from being a decision of a whole panel. */
function describeRunState({
  running,
  queued,
  outcome,
  status,
  full,
  importProblems,
  answer,
  turnedOut,
  ...panel
}: DebateSummary): string {
  const ended = outcome === null ? status : OUTCOME_WORDS[outcome].title.toLowerCase();
  const given = answer === null ? '' : `: ${topicLine(answer, ANSWER_WIDTH)}`;
  const parts = [running ? 'running' : typeof queued === 'string' ? `waiting ${queued}` : `${ended}${given}`];
  if (turnedOut !== undefined && turnedOut !== null) parts.push(`turned out ${turnedOut}`);
  parts.push(...listCaveats({ ...panel, full: full || status === 'open' }));
  if (importProblems > 0) parts.push(DAMAGED_IMPORT);
  return parts.join(', ');
}

const formatDay = ({ changedAt }: DebateSummary) => changedAt.slice(0, 10);

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'CHANGED', detail: true },
  { title: 'OUTCOME' },
  { title: 'FORMAT', detail: true },
  { title: 'TURNS', figures: true, detail: true },
  { title: 'TAGS', detail: true },
  { title: 'TOPIC', cut: true },
];

function toRow(debate: ListedDebate, topicWidth: number): string[] {
  const { threadId } = debate;
  if ('unreadable' in debate)
    return [threadId, '', describeUnreadable(debate.code), '', '', '', topicLine(debate.unreadable, REASON_WIDTH)];
  const { format, turns, tags = [], topic, reviewed } = debate;
  const isOfChange = reviewed !== undefined && ON_CHANGES.has(format);
  const about = isOfChange ? `${reviewed}: ${topicLine(topic, topicWidth)}` : topic;
  return [
    threadId,
    formatDay(debate),
    describeRunState(debate),
    format,
    `${turns}`,
    tags.join(', '),
    topicLine(about, topicWidth),
  ];
}

export function debateLines(debates: readonly ListedDebate[], paper: Paper): string[] {
  const { room, colours } = paper;
  const topicWidth = Number.isFinite(room) ? room : TOPIC_WIDTH;
  const rows = debates.map((debate) => toRow(debate, topicWidth));
  const paint = (text: string, row: number) => ('unreadable' in (debates[row] ?? {}) ? colours.red(text) : text);
  return renderTable(COLUMNS, rows, paper, paint);
}

export function foundLines(found: readonly FoundDebate[], colours: Colours): string[] {
  return found.flatMap((debate) => {
    const { threadId, matches } = debate;
    const more = matches.length - SHOWN_MATCHES;
    return [
      `${colours.bold(threadId)}  ${formatDay(debate)}  ${describeRunState(debate)}`,
      ...matches.slice(0, SHOWN_MATCHES).map(({ seq, title, line }) => {
        return `  ${colours.dim(seq === null ? `${title}:` : `${title} #${seq}:`)} ${line}`;
      }),
      ...(more > 0 ? [colours.dim(`  and ${countNoun(more, 'more line')}`)] : []),
      '',
    ];
  });
}
