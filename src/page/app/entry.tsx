// One entry of the transcript. Its text is in the page from the start, so that the browser finds it; it is formatted when it is
// unfolded and near the screen.
import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { RecordEntry, TurnEntry } from '../../domain/record.ts';
import { describeFault, summarizeCitations } from '../../domain/words/describe-citations.ts';
import { listCallFigures } from '../../domain/words/format-figures.ts';
import { titleOf, wordsOf } from '../report/entry-words.ts';
import { Markdown } from '../report/markdown.tsx';
import { SeatMark } from '../report/seat-mark.tsx';
import { describeAgent, describeTime, type Labels, safe } from '../report/words.ts';
import { Guarded } from './guarded.tsx';
import { onceNear } from './near.ts';
import type { Place } from './search.ts';
import { allOpen, printing, record, target } from './state.ts';

const EXCERPT = 110;
const BEFORE = 40;

/** The text in one line, around what was looked for. */
function Excerpt({ text, place }: { readonly text: string; readonly place: Place }) {
  const from = Math.max(0, place.at - BEFORE);
  const line = (part: string) => safe(part).replace(/\s+/g, ' ');
  const end = from + EXCERPT;
  return (
    <span class="excerpt" dir="auto">
      {from > 0 && '…'}
      {place.at < 0 ? (
        line(text.slice(0, end))
      ) : (
        <>
          {line(text.slice(from, place.at))}
          <mark>{line(text.slice(place.at, place.at + place.length))}</mark>
          {line(text.slice(place.at + place.length, end))}
        </>
      )}
    </span>
  );
}

function who(entry: RecordEntry): string | undefined {
  if (entry.kind === 'interjection') return entry.author;
  if (entry.kind === 'failure') return describeAgent(entry.agent);
  return 'by' in entry && typeof entry.by === 'object' ? (entry.by.author ?? describeAgent(entry.by.agent)) : undefined;
}

function figures(entry: RecordEntry): readonly string[] {
  if (entry.kind === 'failure') return listCallFigures(entry);
  return entry.kind === 'turn' || entry.kind === 'rejected' ? listCallFigures(entry.by) : [];
}

/** What a reader of a turn has to know beside its words. */
function Remarks({ turn: { warnings, citations = [] } }: { readonly turn: TurnEntry }) {
  const faults = citations.flatMap((citation) => describeFault(citation) ?? []);
  const items = [
    ...warnings.map((warning) => `Warning: ${safe(warning)}`),
    ...(citations.length === 0 ? [] : [safe([summarizeCitations(citations), ...faults].join('; '))]),
  ];
  if (items.length === 0) return null;
  return (
    <ul class="remarks">
      {items.map((item) => (
        <li key={item} dir="auto">
          {item}
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly entry: RecordEntry;
  readonly label: Labels;
  readonly place: Place;
}

export function Entry({ entry, label, place }: EntryProps) {
  const { seq } = entry;
  const element = useRef<HTMLDetailsElement>(null);
  const isOpen = useSignal(false);
  const isFormatted = useSignal(false);
  useSignalEffect(() => {
    isOpen.value = allOpen.value || printing.value || target.value === seq;
  });
  useSignalEffect(() => {
    if (isOpen.value && !isFormatted.peek() && element.current !== null) {
      return onceNear(element.current, () => {
        isFormatted.value = true;
      });
    }
  });
  const text = wordsOf(entry);
  const isSpoken = entry.kind === 'turn' || entry.kind === 'interjection' || entry.kind === 'rejected';
  const agent = who(entry);
  const spent = figures(entry);
  return (
    <li id={`t${seq}`} class={`entry ${entry.kind}`}>
      <details
        ref={element}
        open={isOpen.value}
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open;
        }}
      >
        <summary>
          {'seat' in entry && entry.seat !== undefined && <SeatMark record={record.value} seat={entry.seat} />}
          <strong class="title">{titleOf(entry, label)}</strong>
          <Excerpt text={text} place={place} />
        </summary>
        <p class="facts-line">
          <a href={`#t${seq}`}>Event {seq}</a>
          {agent !== undefined && <span dir="auto">{safe(agent)}</span>}
          {spent.map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
          <time dateTime={entry.at}>{describeTime(entry.at)}</time>
        </p>
        {isSpoken && (isFormatted.value || printing.value) ? (
          <Guarded>
            <Markdown text={text} />
          </Guarded>
        ) : (
          <p class="raw" dir="auto">
            {safe(text)}
          </p>
        )}
        {entry.kind === 'rejected' && (
          <ul class="remarks">
            {entry.issues.map((issue) => (
              <li key={issue}>{safe(issue)}</li>
            ))}
          </ul>
        )}
        {entry.kind === 'turn' && <Remarks turn={entry} />}
      </details>
    </li>
  );
}
