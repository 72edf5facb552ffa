// A line that begins with a label, such as "**ANSWER:** Postgres", however it is set: with marks before and behind the label.
import { hasLetters } from '../answers/nothing.ts';

export interface LabelLine {
  /** As it is written. */
  readonly label: string;
  /** What follows the colon; may be empty. */
  readonly words: string;
}

/** `label` finds the label, with words that may stand before it; its first group is the label itself. */
export function readLabelLine(line: string, label: RegExp): LabelLine | undefined {
  const found = label.exec(line);
  if (found === null || hasLetters(line.slice(0, found.index))) return undefined;
  const behind = line.slice(found.index + found[0].length);
  const colon = behind.search(/[:：]/);
  if (colon === -1 || hasLetters(behind.slice(0, colon))) return undefined;
  return { label: found[1] ?? found[0], words: behind.slice(colon + 1).trimStart() };
}
