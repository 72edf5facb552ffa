// What the decision of a past debate is called where another debate is given it as material.
import type { EventData } from '../events.ts';
import { isThreadId } from '../ids.ts';

const PREFIX = 'decision ';

export const toSource = (threadId: string): string => `${PREFIX}${threadId}`;

/** The debate whose decision this material is; `undefined` for any other. */
export function readSource(source: string): string | undefined {
  const id = source.startsWith(PREFIX) ? source.slice(PREFIX.length) : '';
  return isThreadId(id) ? id : undefined;
}

const RECALLED = /^Question: [\s\S]*\nDecided on \d{4}-/;

/** Whether this material was a past decision, which is another one by now: a file can be called the same. */
export const isRecalled = (source: string, text: string): boolean =>
  readSource(source) !== undefined && RECALLED.test(text);

/** Debates whose decisions a debate was given as context. */
export const listRecalled = ({ context }: Pick<EventData<'debate-opened'>, 'context'>): readonly string[] =>
  context.flatMap(({ source }) => readSource(source) ?? []);
