// What killed processes left in a hall: drafts, copies of what was made of ledgers, and feeds of runs.
import { rmSync } from 'node:fs';
import type { Drafts } from './drafts.ts';
import type { Memos } from './memos.ts';
import type { RunFiles } from './run-files.ts';

interface Machinery {
  readonly drafts: Drafts;
  readonly copies: readonly Memos[];
  readonly runs: RunFiles;
}

export function listLeftovers({ drafts, copies, runs }: Machinery): readonly string[] {
  return [
    ...drafts.abandoned().map((id) => drafts.path(id)),
    ...copies.flatMap((each) => each.abandoned()),
    ...runs.listEndedFeeds().map((id) => runs.feedFile(id)),
  ];
}

export function removeLeftovers({ drafts, copies, runs }: Machinery): void {
  for (const id of drafts.abandoned()) drafts.remove(id);
  for (const file of copies.flatMap((each) => each.abandoned())) rmSync(file, { force: true, recursive: true });
  for (const id of runs.listEndedFeeds()) runs.clearEndedFeed(id);
}
