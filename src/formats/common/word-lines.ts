// Plain lines in which a person says one word of each of several things, such as "P2.1 agree: it is reversible".
import type { ReadAnswer } from '../../domain/answers/read-answer.ts';
import { isJson } from './wording.ts';

interface WordLine {
  readonly id: string;
  readonly word: string;
  readonly reason: string;
}

interface LineForm {
  /** Pattern of an ID. */
  readonly id: string;
  /** Pattern of what only IDs begin with; such a line is no part of the reason above it. */
  readonly front: string;
  /** Words that hold only without a condition. */
  readonly consent: RegExp;
  /** What a line begins with, for people. */
  readonly wanted: string;
}

interface Reading extends WordLine {
  readonly line: number;
  /** What sets the reason off from the word. */
  readonly mark: string;
}

/** One word a line, then its reason, which may have more lines. `undefined` for what is no such list. */
export function readWordLines(text: string, form: LineForm): ReadAnswer<readonly WordLine[]> | undefined {
  if (isJson(text)) return undefined;
  const front = '^\\W*(?:\\d{1,3}[.)]\\s+\\W*)?';
  const whole = new RegExp(`${front}(${form.id})\\W+(\\p{L}+)([^\\p{L}\\p{N}]*)(.*)$`, 'iu');
  const begun = new RegExp(`${front}${form.front}`, 'i');
  const found: Reading[] = [];
  const issues: string[] = [];
  text.split('\n').forEach((line, index) => {
    const [, id, word = '', mark = '', reason = ''] = whole.exec(line) ?? [];
    const last = found.at(-1);
    if (id !== undefined) found.push({ line: index + 1, id, word, mark, reason });
    else if (line.trim() === '') return;
    else if (last === undefined || begun.test(line))
      issues.push(`Line ${index + 1} does not start with ${form.wanted}.`);
    else found[found.length - 1] = { ...last, reason: `${last.reason}\n${line.trim()}`.trim() };
  });
  for (const { line, word, mark, reason } of found) {
    const isSetOff = reason === '' || /^[*_`\s]*[:.;|(–—-]/.test(mark);
    if (mark.includes('?') || (form.consent.test(word) && !isSetOff)) {
      issues.push(`Line ${line}: "${word}" must be alone, or have a colon before its reason.`);
    }
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: found, repairs: [] };
}
