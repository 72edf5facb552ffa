// Every entry of the record in the order of the ledger, folded, with search.
import { computed, signal, useSignalEffect } from '@preact/signals';
import { countNoun } from '../../domain/words/format-figures.ts';
import { createLabels } from '../report/words.ts';
import { Entry } from './entry.tsx';
import { findInEntry, toWords } from './search.ts';
import { allOpen, isUnfolded, printing, query, record, shownEntries, target, unfoldAll } from './state.ts';

const words = computed(() => toWords(query.value));
const labels = computed(() => createLabels(record.value));

/** Entries that hold all the words, each with the place of the first. */
const found = computed(() =>
  shownEntries.value.flatMap((entry) => {
    const place = findInEntry(entry, labels.value, words.value);
    return place === undefined ? [] : [{ entry, place }];
  }),
);

/** Entries that are drawn at once; further ones follow while nothing else is to be done. */
const FIRST = 250;
const FURTHER = 300;

/** A printer, or an address that names an entry, gets all of them. */
const drawn = signal(FIRST);

const visible = computed(() => {
  const isAllWanted = printing.value || target.value !== undefined;
  return isAllWanted ? found.value : found.value.slice(0, drawn.value);
});

/** Safari has no callback for idle time. */
const whenIdle = (callback: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(callback) : setTimeout(callback, 50);

function drawFurther(): void {
  if (drawn.value >= found.value.length) return;
  whenIdle(() => {
    drawn.value += FURTHER;
  });
}

function Tools() {
  const total = shownEntries.value.length;
  const count = found.value.length;
  return (
    <div class="tools">
      <label class="search">
        <span>Search</span>
        <input
          type="search"
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
          }}
        />
      </label>
      <button type="button" aria-pressed={allOpen.value} onClick={() => unfoldAll(!allOpen.value)}>
        {allOpen.value ? 'Fold all' : 'Unfold all'}
      </button>
      <p class="count" role="status">
        {words.value.length === 0
          ? countNoun(total, 'entry', 'entries')
          : `${count} of ${countNoun(total, 'entry', 'entries')}`}
      </p>
    </div>
  );
}

export function Transcript() {
  useSignalEffect(drawFurther);
  return (
    <section id="transcript" aria-labelledby="transcript-title">
      <h2 id="transcript-title">Transcript</h2>
      <Tools />
      <ol class="entries">
        {visible.value.map(({ entry, place }) => (
          <Entry
            key={entry.seq}
            entry={entry}
            record={record.value}
            label={labels.value}
            place={place}
            isOpen={isUnfolded.value(entry.seq)}
          />
        ))}
      </ol>
    </section>
  );
}
