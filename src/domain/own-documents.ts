// The marks by which documents that a hall writes are known again, with the debate that each is about; also where they are material.
import type { EventData } from './events.ts';
import { isThreadId } from './ids.ts';

/** The last line of a report in Markdown, and the first of one on GitHub. */
export const reportMark = (threadId: string) => `<!-- debate-hall report ${threadId} -->`;

/** What the run of a SARIF file is called. */
export const sarifMark = (threadId: string) => `debate-hall/${threadId}`;

export const HTML_GENERATOR = 'Debate Hall';

/** By the ends of their names. Git may give them the line ends of Windows. */
const MARKS: readonly (readonly [string, RegExp])[] = [
  ['.md', /\n<!-- debate-hall report (\S+) -->\r?\n(?![\s\S])/],
  ['.oct.md', /^===DEBATE_TRANSCRIPT===\r?\n\r?\nMETA:\r?\n(?: {2}[^\n]*\n){0,9} {2}THREAD_ID::"([^"\n]+)"/],
  ['.sarif', /"automationDetails":\s*\{\s*"id":\s*"debate-hall\/([^"\n]+)"/],
  ['.html', /<meta name="generator" content="Debate Hall">[\s\S]*?"threadId":"([^"\n]+)"/],
  ['.json', /^\{\s*"threadId":\s*"([^"\n]+)"/],
];

/** Whether a file of this name can be such a document. */
export const canBeOwn = (name: string): boolean => MARKS.some(([ending]) => name.endsWith(ending));

/** The debate that this document says it is about; anybody can write that, so whoever asks looks whether there is one. */
export function findOwnDebate(name: string, text: string): string | undefined {
  return MARKS.flatMap(([ending, mark]) => (name.endsWith(ending) ? (mark.exec(text)?.[1] ?? []) : []))[0];
}

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
