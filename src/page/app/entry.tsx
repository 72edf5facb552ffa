// One entry of the transcript. Its text is in the page from the start, so that the browser finds it; it is formatted when it is
// unfolded and near the screen.
import { useSignal, useSignalEffect } from '@preact/signals';
import { Component } from 'preact';
import { useRef } from 'preact/hooks';
import type { DebateRecord, RecordEntry } from '../../domain/record.ts';
import type { TurnEntry } from '../../domain/record-entries.ts';
import { listRemarks } from '../../domain/words/describe-reading.ts';
import { describeUnansweredFollowUp } from '../../domain/words/describe-state.ts';
import { listCallFigures } from '../../domain/words/format-figures.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';
import { describeEntry, describeTitle } from '../report/entry-words.ts';
import { Markdown } from '../report/markdown.tsx';
import { SeatMark } from '../report/seat-mark.tsx';
import { describeAgent, describeTime, plain, safe } from '../report/words.ts';
import { Guarded } from './guarded.tsx';
import type { FoundAt } from './search.ts';
import { printing, unfold } from './state.ts';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

function create(): IntersectionObserver {
  return new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: '600px' },
  );
}

/** Calls back once; returns what stops it. */
function onceNear(element: Element, callback: () => void): () => void {
  observer ??= create();
  waiting.set(element, callback);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

const EXCERPT = 110;
const BEFORE = 40;

/** The text in one line, around what was looked for. */
function Excerpt({ text, place }: { readonly text: string; readonly place: FoundAt }) {
  const from = Math.max(0, place.at - BEFORE);
  const line = (part: string) => plain(part).replace(/\s+/g, ' ');
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

function describeSpeaker(entry: RecordEntry): string | undefined {
  if (entry.kind === 'interjection' || entry.kind === 'follow-up') return entry.author;
  if (entry.kind === 'failure') return describeAgent(entry.agent);
  return 'by' in entry && typeof entry.by === 'object' ? (entry.by.author ?? describeAgent(entry.by.agent)) : undefined;
}

function listFigures(entry: RecordEntry): readonly string[] {
  if (entry.kind === 'failure') return listCallFigures(entry);
  return 'by' in entry && typeof entry.by === 'object' ? listCallFigures(entry.by) : [];
}

function Remarks({ turn }: { readonly turn: TurnEntry }) {
  const items = listRemarks(turn, safe);
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

/** All that is to be seen of an entry once it is unfolded. */
function Unfolded({ entry, text, label }: Pick<EntryProps, 'entry' | 'label'> & { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const isFormatted = useSignal(false);
  useSignalEffect(() => {
    if (!isFormatted.peek() && element.current !== null) {
      return onceNear(element.current, () => {
        isFormatted.value = true;
      });
    }
  });
  const isSpoken = 'text' in entry;
  const agent = describeSpeaker(entry);
  return (
    <div ref={element} class="unfolded">
      <p class="facts-line">
        <a href={`#t${entry.seq}`}>Event {entry.seq}</a>
        {agent !== undefined && <span dir="auto">{safe(agent)}</span>}
        {listFigures(entry).map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
        <time dateTime={entry.at}>{describeTime(entry.at)}</time>
      </p>
      {isSpoken && (isFormatted.value || printing.value) ? (
        <Guarded>
          <Markdown text={text} />
        </Guarded>
      ) : (
        <Raw text={text} />
      )}
      {entry.kind === 'rejected' && (
        <ul class="remarks">
          {entry.issues.map((issue) => (
            <li key={issue}>{safe(issue)}</li>
          ))}
        </ul>
      )}
      {entry.kind === 'turn' && <Remarks turn={entry} />}
      {entry.kind === 'follow-up' && entry.unanswered.length > 0 && (
        <p class="remarks">{describeUnansweredFollowUp(entry, label)}</p>
      )}
    </div>
  );
}

const Raw = ({ text }: { readonly text: string }) => (
  <p class="raw" dir="auto">
    {safe(text)}
  </p>
);

export interface EntryProps {
  readonly entry: RecordEntry;
  readonly record: DebateRecord;
  readonly label: LabelSeat;
  readonly place: FoundAt;
  readonly isOpen: boolean;
}

/** A class, and without signals of its own: there may be thousands of them. */
export class Entry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    const { entry, record, place, isOpen } = this.props;
    return next.entry !== entry || next.record !== record || next.place !== place || next.isOpen !== isOpen;
  }

  override render() {
    const { entry, record, label, place, isOpen } = this.props;
    const { seq } = entry;
    const text = describeEntry(entry);
    return (
      <li id={`t${seq}`} class={`entry ${entry.kind}`}>
        <details
          open={isOpen}
          onToggle={({ currentTarget: { open } }) => {
            if (open !== this.props.isOpen) unfold(seq, open);
          }}
        >
          <summary>
            {'seat' in entry && entry.seat !== undefined && <SeatMark record={record} seat={entry.seat} />}
            <strong class="title">{describeTitle(entry, label)}</strong>
            {!isOpen && <Excerpt text={text} place={place} />}
          </summary>
          {isOpen ? <Unfolded entry={entry} text={text} label={label} /> : <Raw text={text} />}
        </details>
      </li>
    );
  }
}
