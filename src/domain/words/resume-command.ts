// The command that resumes a debate, which names its format where that does more than asking seats.
import type { DebateRecord } from '../record.ts';

/** Their commands also write files, and judge findings again. */
export const RESUMED_BY_NAME: ReadonlySet<string> = new Set(['review', 'plan']);

/** How any chain of reviews and fixes is continued; `threadId` is any debate of it. */
export const writeFixCommand = (threadId: string): string => `debate-hall review --resume ${threadId} --fix`;

export function writeResumeCommand({ format, threadId }: Pick<DebateRecord, 'format' | 'threadId'>): string {
  if (format === 'fix') return writeFixCommand(threadId);
  return `debate-hall ${RESUMED_BY_NAME.has(format) ? `${format} --resume` : 'resume'} ${threadId}`;
}
