// The debate that is shown: read when it is opened, and again whenever the hall says that it changed.
import { batch, signal } from '@preact/signals';
import type { DebateView, PictureAnswer } from '../../../domain/hall-page/debate.ts';
import { forgetReading, showData } from '../../app/state.ts';
import { debatePath, getJson } from '../talk/api.ts';
import { describeError, RequestError } from '../talk/failures.ts';

export const view = signal<DebateView | undefined>(undefined);
export const problem = signal('');
/** The hall has no debate of this name. */
export const isMissing = signal(false);

/** The debate that all of this is about; another one is not opened yet. */
export const wanted = signal<string | undefined>(undefined);

let isReading = false;
let isStale = false;

/** Addresses of pictures by their digests, which no two share. */
let pictures: Readonly<Record<string, string>> = {};

/** Those of the debate that were not read yet, after it is shown. */
async function readPictures(id: string, { record, hunks }: DebateView): Promise<void> {
  for (const { seq, sha256, redacted } of record.pictures ?? []) {
    if (redacted === true || pictures[sha256] !== undefined) continue;
    const { url } = await getJson<PictureAnswer>(debatePath(id, 'pictures', `${seq}`));
    if (wanted.value !== id) return;
    pictures = { ...pictures, [sha256]: url };
    showData({ record, hunks, pictures });
  }
}

async function readOnce(id: string): Promise<void> {
  try {
    const next = await getJson<DebateView>(debatePath(id));
    if (wanted.value !== id) return;
    batch(() => {
      showData({ record: next.record, hunks: next.hunks, pictures });
      view.value = next;
      problem.value = '';
      isMissing.value = false;
    });
    await readPictures(id, next);
  } catch (error) {
    if (wanted.value !== id) return;
    isMissing.value = error instanceof RequestError && error.error.code === 'not-found';
    problem.value = describeError(error);
  }
}

/** Never twice at the same time: what changes meanwhile is read afterwards, once. */
export async function readAgain(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale && wanted.value !== undefined) {
    isStale = false;
    await readOnce(wanted.value);
  }
  isReading = false;
}

export function openDebate(id: string): void {
  batch(() => {
    wanted.value = id;
    view.value = undefined;
    problem.value = '';
    isMissing.value = false;
    pictures = {};
    forgetReading();
  });
  void readAgain();
}

export function leaveDebate(): void {
  wanted.value = undefined;
}
