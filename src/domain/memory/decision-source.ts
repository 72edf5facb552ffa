// What the decision of a past debate is called where another debate is given it as material.
import type { EventData } from '../events.ts';

const PREFIX = 'decision ';

export const toSource = (threadId: string): string => `${PREFIX}${threadId}`;

/** The debate whose decision this material is; `undefined` for any other. */
const readSource = (source: string): string | undefined =>
  source.startsWith(PREFIX) ? source.slice(PREFIX.length) : undefined;

/** Whether this material was a past decision, which is another one by now. */
export const isRecalled = (source: string): boolean => readSource(source) !== undefined;

/** Debates whose decisions a debate was given as context. */
export const listRecalled = ({ context }: Pick<EventData<'debate-opened'>, 'context'>): readonly string[] =>
  context.flatMap(({ source }) => readSource(source) ?? []);
