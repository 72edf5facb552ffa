// The line of a decision that names the answer it gives.
import { listOwnLines } from './own-lines.ts';

const LINE = /^[^\p{L}\p{N}]*(?:(?:my|final) )?(answer)[^\p{L}\p{N}]*?[:：]\s*(.+)$/iu;

/** What the last line "ANSWER: …" says: one before it may weigh another answer. Other spellings count where none is as asked for. */
export function readAnswerLine(content: string): string | undefined {
  const said = listOwnLines(content).flatMap((line) => {
    const [, label, words] = LINE.exec(line) ?? [];
    return words === undefined ? [] : [{ isAsAsked: label === 'ANSWER', words }];
  });
  const found = said.findLast(({ isAsAsked }) => isAsAsked) ?? said.at(-1);
  return found?.words.replace(/[*_`]/g, '').trim();
}
