// The command that resumes a debate, which names its format where that does more than asking seats.

/** Their commands also write files, and judge findings again. */
export const RESUMED_BY_NAME: ReadonlySet<string> = new Set(['review', 'plan']);

export function writeResumeCommand({
  format,
  threadId,
}: {
  readonly format: string;
  readonly threadId: string;
}): string {
  return `debate-hall ${RESUMED_BY_NAME.has(format) ? `${format} --resume` : 'resume'} ${threadId}`;
}
