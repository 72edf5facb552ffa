// Every entry of the record in the order of the ledger, folded, with search.
import { computed } from '@preact/signals';
import { countNoun } from '../../domain/words/format-figures.ts';
import { labelsOf } from '../report/words.ts';
import { Entry } from './entry.tsx';
import { findPlace, toWords } from './search.ts';
import { allOpen, isUnfolded, query, record, shownEntries, unfoldAll } from './state.ts';

const words = computed(() => toWords(query.value));
const labels = computed(() => labelsOf(record.value));

/** Entries that hold all the words, each with the place of the first. */
const found = computed(() =>
  shownEntries.value.flatMap((entry) => {
    const place = findPlace(entry, labels.value, words.value);
    return place === undefined ? [] : [{ entry, place }];
  }),
);

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
  return (
    <section id="transcript" aria-labelledby="transcript-title">
      <h2 id="transcript-title">Transcript</h2>
      <Tools />
      <ol class="entries">
        {found.value.map(({ entry, place }) => (
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
