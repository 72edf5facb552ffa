// Replays the debate entry by entry: pictures and transcript show what there was by then.
import { useSignal, useSignalEffect } from '@preact/signals';
import { describeTitle } from '../report/entry-words.ts';
import { createLabels } from '../report/words.ts';
import { record, replayed } from './state.ts';

const STEP_MS = 900;

function moveTo(count: number): void {
  const total = record.value.entries.length;
  replayed.value = count >= total ? undefined : Math.max(0, count);
}

export function Replay() {
  const isPlaying = useSignal(false);
  const { entries } = record.value;
  const at = replayed.value ?? entries.length;
  useSignalEffect(() => {
    if (!isPlaying.value) return;
    const timer = setInterval(() => {
      moveTo((replayed.peek() ?? record.peek().entries.length) + 1);
      if (replayed.peek() === undefined) isPlaying.value = false;
    }, STEP_MS);
    return () => clearInterval(timer);
  });
  const entry = entries[at - 1];
  const words =
    entry === undefined
      ? 'Before the first entry'
      : `${at} of ${entries.length}: ${describeTitle(entry, createLabels(record.value))}`;
  if (entries.length < 2) return null;
  return (
    <section class="replay" aria-label="Replay">
      <button
        type="button"
        onClick={() => {
          if (!isPlaying.value && replayed.value === undefined) moveTo(0);
          isPlaying.value = !isPlaying.value;
        }}
      >
        {isPlaying.value ? '❚❚ Pause' : '▶ Replay'}
      </button>
      <input
        type="range"
        min={0}
        max={entries.length}
        value={at}
        aria-label="Entries shown"
        aria-valuetext={words}
        onInput={({ currentTarget }) => moveTo(Number(currentTarget.value))}
      />
      <p dir="auto">{replayed.value === undefined ? 'The whole debate' : words}</p>
      {replayed.value !== undefined && (
        <button
          type="button"
          onClick={() => {
            isPlaying.value = false;
            moveTo(entries.length);
          }}
        >
          Show all
        </button>
      )}
    </section>
  );
}
