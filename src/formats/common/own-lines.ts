// The lines in which a text speaks for itself, for rules that look for a line such as "VOTE: APPROVE".
import { readLabelLine } from '../../domain/words/label-line.ts';
import { normalizeCharacters } from './wording.ts';

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const QUOTED = /^\s{0,3}>/;

/**
 * Whether each line stands in a fenced block or is its fence: what is quoted there is text. An open block lasts to the end. A block that is all
 * that there is quotes nothing, and only its fences are marked.
 */
export function markFenced(lines: readonly string[]): readonly boolean[] {
  let open: string | undefined;
  const fences = new Set<number>();
  const fenced = lines.map((line, index) => {
    const fence = FENCE.exec(line)?.[1];
    if (open === undefined) {
      open = fence;
      if (fence !== undefined) fences.add(index);
      return fence !== undefined;
    }
    const isEnd = fence?.startsWith(open) === true && line.trim() === fence;
    if (isEnd) {
      open = undefined;
      fences.add(index);
    }
    return true;
  });
  const isAll = fences.size > 0 && fences.size < 3 && lines.every((line, index) => fenced[index] || line.trim() === '');
  return isAll ? lines.map((_, index) => fences.has(index)) : fenced;
}

/** Without quotes of others, and without fenced blocks but one that the text ends with. */
function listOwnLines(text: string): readonly string[] {
  const lines = text.trimEnd().split('\n');
  const fenced = markFenced(lines);
  const lastOutside = fenced.lastIndexOf(false);
  return lines.filter((line, index) => !QUOTED.test(line) && (fenced[index] === false || index > lastOutside));
}

/** Nothing but marks, of which none asks, or the next sentence. */
const END = '[^\\p{L}\\p{N}?]*(?:$|(?<=\\.[*_`"”»)\\]]*\\s)(?=\\S))';
/** "REJECT: no owner", "REJECT (no owner)" */
const REASON = '[*_`"”»)\\]]*\\s*(?:[:;–—-]\\s|\\().*$';

/**
 * The word of each own line that begins with `label` and one of the words: alone, or with a reason that is set off. What may have a
 * condition, such as consent, has to be `alone`. "Approve or reject" and "approve if …" are none of them.
 */
export function findWordLines(
  text: string,
  label: string,
  words: { alone?: string; explained: string },
): readonly string[] {
  const { alone, explained } = words;
  const all = alone === undefined ? explained : `${alone}|${explained}`;
  const line = new RegExp(`^[^\\p{L}\\p{N}]*${label}(?:(${all})(?:e?d)?${END}|(${explained})(?:e?d)?${REASON})`, 'iu');
  return listOwnLines(text).flatMap((each) => {
    const [, word, other = word] = line.exec(normalizeCharacters(each)) ?? [];
    return other?.toLowerCase() ?? [];
  });
}

// The line of a decision that names the answer it gives.

const ANSWER = /(?:(?:my|final) )?(answer)/i;

/** What the last line "ANSWER: …" says: one before it may weigh another answer. Other spellings count where none is as asked for. */
export function readAnswerLine(content: string): string | undefined {
  // Most texts have none.
  if (!/answer/i.test(content)) return undefined;
  const said = listOwnLines(content).flatMap((line) => {
    const { label, words = '' } = readLabelLine(line, ANSWER) ?? {};
    return words === '' ? [] : [{ isAsAsked: label === 'ANSWER', words }];
  });
  const found = said.findLast(({ isAsAsked }) => isAsAsked) ?? said.at(-1);
  return found?.words.replace(/[*_`]/g, '').trim();
}
