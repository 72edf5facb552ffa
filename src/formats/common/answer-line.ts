// The line of a decision that names the answer it gives.

const LINE = /^[^\p{L}\p{N}]*answer[^\p{L}\p{N}]*?:\s*(.+)$/gimu;

/** What the last line "ANSWER: …" says: one that comes before it may weigh another answer. */
export function readAnswerLine(content: string): string | undefined {
  return [...content.matchAll(LINE)].at(-1)?.[1]?.replace(/[*_`]/g, '').trim();
}
