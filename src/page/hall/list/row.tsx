// One debate of the list: what was asked, what came of it, and where the words of a search were found.
import { DAMAGED_IMPORT } from '../../../domain/failures/import-damage.ts';
import { describeUnreadable } from '../../../domain/failures/unreadable.ts';
import type { DebateRow, ListedRow } from '../../../domain/hall-page/list.ts';
import { cutTitle } from '../../../domain/words/cut-line.ts';
import { describeRelation } from '../../../domain/words/describe-relation.ts';
import { describeState } from '../../../domain/words/describe-state.ts';
import { findAnchor } from '../../../domain/words/find-words.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { toWords } from '../../app/search.ts';
import { LongWords } from '../../report/long-words.tsx';
import { describeOutcome, describeTime, safe } from '../../report/words.ts';
import { debateAddress, listAddress } from '../route.ts';
import { isUnreadable } from '../state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 min ago", "3 h ago", "2 days ago", "2026-11-20" */
export function describeAge(iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  if (ms < MINUTE) return 'just now';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  if (ms < 2 * DAY) return 'yesterday';
  if (ms < 7 * DAY) return `${Math.floor(ms / DAY)} days ago`;
  return iso.slice(0, 10);
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const lowered = text.toLowerCase();
  // Where letters change their number with their case, places would not fit.
  if (words.length === 0 || lowered.length !== text.length) return <>{text}</>;
  const parts: (string | { readonly marked: string })[] = [];
  let at = 0;
  while (at < text.length) {
    const next = words
      .map((word) => ({ word, from: lowered.indexOf(word, at) }))
      .filter(({ from }) => from >= 0)
      .sort((one, other) => one.from - other.from || other.word.length - one.word.length)[0];
    if (next === undefined) break;
    const end = next.from + next.word.length;
    parts.push(text.slice(at, next.from), { marked: text.slice(next.from, end) });
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts.map((part) => (typeof part === 'string' ? part : <mark>{part.marked}</mark>))}</>;
}

const TOPIC_LENGTH = 200;

const tagAddress = (tag: string) => listAddress(new URLSearchParams({ tag }));

function formatTopic({ topic, threadId }: Pick<DebateRow, 'topic' | 'threadId'>): string {
  if (topic === null) return `${threadId} (the topic was redacted)`;
  return safe(cutTitle(topic, TOPIC_LENGTH));
}

const VERDICTS = { right: 'turned out right', wrong: 'turned out wrong', mixed: 'turned out mixed' } as const;

function listMarks({
  dissent,
  rehearsal,
  full,
  imported,
  status,
  importProblems,
  turnedOut,
}: DebateRow): readonly { tone: string; text: string }[] {
  return [
    ...(dissent > 0 ? [{ tone: 'bad', text: `dissent ${dissent}` }] : []),
    ...(rehearsal ? [{ tone: 'partly', text: 'rehearsal' }] : []),
    ...(imported === true
      ? [{ tone: 'bad', text: 'imported' }]
      : full || status === 'open'
        ? []
        : [{ tone: 'bad', text: 'degraded panel' }]),
    ...(importProblems > 0 ? [{ tone: 'bad', text: DAMAGED_IMPORT }] : []),
    ...(turnedOut === undefined || turnedOut === null ? [] : [{ tone: turnedOut, text: VERDICTS[turnedOut] }]),
  ];
}

function Matches({ row, query }: { readonly row: DebateRow; readonly query: string }) {
  const { matches = [], lines = 0, threadId } = row;
  if (matches.length === 0) return null;
  const more = lines - matches.length;
  return (
    <ul class="matches">
      {matches.map(({ seq, title, line }) => (
        <li key={`${seq} ${line}`}>
          <a href={debateAddress(threadId, findAnchor({ seq, title }))}>{safe(title)}</a>{' '}
          <span dir="auto">
            <Marked text={safe(line)} words={toWords(query)} />
          </span>
        </li>
      ))}
      {more > 0 && <li class="quiet">{countNoun(more, 'further line')}</li>}
    </ul>
  );
}

interface RowProps {
  readonly row: DebateRow;
  readonly query: string;
  readonly now: number;
}

function Whole({ row, query, now }: RowProps) {
  const { threadId, format, agents, tags = [], turns, relation, answer, changedAt } = row;
  const state = describeState(row);
  const tone = state.kind === 'failed' ? 'unsettled' : describeOutcome({ ...row, outcomeMeaning: null }).tone;
  const isRehearsal = agents.length === 1 && agents[0] === 'rehearsal';
  return (
    <li class={`debate-row ${tone}`}>
      <h3>
        <a href={debateAddress(threadId)} dir="auto">
          <LongWords text={formatTopic(row)} />
        </a>
      </h3>
      <p class="came-to">
        <strong class={state.kind} dir="auto">
          {safe(state.title)}
        </strong>
        {answer !== null && (
          <span class="its-answer" dir="auto">
            {safe(answer)}
          </span>
        )}
        {listMarks(row).map(({ tone: kind, text }) => (
          <span key={text} class={`tag ${kind}`} dir="auto">
            {text}
          </span>
        ))}
      </p>
      <p class="about-it">
        <span>{safe(format)}</span>
        <code>{safe(threadId)}</code>
        {row.reviewed !== undefined && <span dir="auto">{safe(row.reviewed)}</span>}
        {agents.length > 0 && !isRehearsal && <span dir="auto">{agents.map(safe).join(', ')}</span>}
        <span>{countNoun(turns, 'turn')}</span>
        {tags.map((tag) => (
          <a key={tag} class="tag" href={tagAddress(tag)} dir="auto">
            {safe(tag)}
          </a>
        ))}
        <time dateTime={changedAt} title={describeTime(changedAt)}>
          {describeAge(changedAt, now)}
        </time>
        {relation !== undefined && (
          <span>
            <a href={debateAddress(relation.of)}>{safe(describeRelation(relation))}</a>
          </span>
        )}
      </p>
      <Matches row={row} query={query} />
    </li>
  );
}

export function RowView({
  row,
  query,
  now,
}: {
  readonly row: ListedRow;
  readonly query: string;
  readonly now: number;
}) {
  if (!isUnreadable(row)) return <Whole row={row} query={query} now={now} />;
  return (
    <li class="debate-row damaged">
      <h3 dir="auto">{safe(row.threadId)}</h3>
      <p class="came-to">
        <strong>Ledger {describeUnreadable(row.code)}</strong> <span dir="auto">{safe(row.unreadable)}</span>
      </p>
    </li>
  );
}
