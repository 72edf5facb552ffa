// The line of a decision that names the answer it gives.
import { listOwnLines } from './own-lines.ts';

const LINE = /^[^\p{L}\p{N}]*(?:(?:my|final) )?answer[^\p{L}\p{N}]*?[:：]\s*(.+)$/iu;

/** What the last line "ANSWER: …" says: one that comes before it may weigh another answer. */
export function readAnswerLine(content: string): string | undefined {
  const said = listOwnLines(content).flatMap((line) => LINE.exec(line)?.[1] ?? []);
  return said.at(-1)?.replace(/[*_`]/g, '').trim();
}
