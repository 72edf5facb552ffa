// What the page shows, and how: everything that changes while somebody reads. A record that grows replaces `data`.
import { batch, computed, signal } from '@preact/signals';
import type { RecordEntry } from '../../domain/record.ts';
import type { PageData } from '../report/page-data.ts';

const data = signal<PageData | undefined>(undefined);

export function showData(value: PageData): void {
  data.value = value;
}

/** Another debate begins unread. */
export function forgetReading(): void {
  batch(() => {
    replayed.value = undefined;
    query.value = '';
    unfoldAll(false);
  });
}

/** Throws before `showData`. */
export const pageData = computed<PageData>(() => {
  if (data.value === undefined) throw new TypeError('There is nothing to show yet.');
  return data.value;
});

export const record = computed(() => pageData.value.record);

/** How many entries of the record are replayed; `undefined`: all, also those to come. */
export const replayed = signal<number | undefined>(undefined);

export const shownEntries = computed<readonly RecordEntry[]>(() => record.value.entries.slice(0, replayed.value));

/** The last event that pictures show. */
export const lastSeq = computed(() =>
  replayed.value === undefined ? Number.POSITIVE_INFINITY : (shownEntries.value.at(-1)?.seq ?? -1),
);

export const query = signal('');

/** Everything is on paper: unfolded and formatted. */
export const printing = signal(false);

/** The entry that the address names. */
export const target = signal<number | undefined>(undefined);

/** Whether entries are unfolded, apart from those that were folded or unfolded one by one since. */
export const allOpen = signal(false);
const oneByOne = signal<ReadonlyMap<number, boolean>>(new Map());

export function unfoldAll(isOpen: boolean): void {
  batch(() => {
    allOpen.value = isOpen;
    target.value = undefined;
    oneByOne.value = new Map();
  });
}

export function unfold(seq: number, isOpen: boolean): void {
  oneByOne.value = new Map(oneByOne.value).set(seq, isOpen);
}

export const isUnfolded = computed<(seq: number) => boolean>(() => {
  if (printing.value) return () => true;
  const [own, named, all] = [oneByOne.value, target.value, allOpen.value];
  return (seq) => own.get(seq) ?? (all || named === seq);
});
