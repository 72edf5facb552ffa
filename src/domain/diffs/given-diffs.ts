// The diffs among the documents of a debate.
import type { EventData } from '../events.ts';
import { readSealed } from '../sealed/sealed.ts';
import { type Diff, getPath } from './diff.ts';

type Context = EventData<'debate-opened'>['context'];

const DIFF_SOURCE = 'git:';

export const isDiff = ({ source }: { readonly source: string }) => source.startsWith(DIFF_SOURCE);

export function listDiffs(context: Context): readonly string[] {
  return context.filter(isDiff).map(({ content }) => readSealed(content) ?? '');
}

/** Each path once. */
export function listPaths(diffs: readonly Diff[]): readonly string[] {
  return [...new Set(diffs.flatMap(({ files }) => files.map(getPath)))];
}
