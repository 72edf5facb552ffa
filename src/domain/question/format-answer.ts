// An answer in words. Apart from the schemas, since the page names answers too and brings no library for shapes.
import type { Answer } from './answer.ts';
import { showDecimal } from './decimal.ts';
import type { Question } from './question.ts';

/** In words: "Go", "Rust > Go > C", "12.5 days (10 to 15)". An answer in words of its own is in the turn. */
export function formatAnswer({ options, unit }: Question, answer: Answer): string {
  const nameOption = (number: number) => options[number - 1] ?? `option ${number}`;
  switch (answer.kind) {
    case 'option':
      return nameOption(answer.option);
    case 'none':
      return 'None of these';
    case 'unsure':
      return 'Not enough to say';
    case 'ranking':
      return answer.order.map(nameOption).join(' > ');
    case 'number': {
      const value = `${showDecimal(answer.value)}${unit === undefined ? '' : ` ${unit}`}`;
      const { range } = answer;
      return range === null ? value : `${value} (${showDecimal(range.low)} to ${showDecimal(range.high)})`;
    }
    case 'probability':
      return `${answer.percent}%`;
    case 'text':
      return 'In words';
  }
}

/** To stand inside a sentence: without the full stop at its end, which an abbreviation ("the U.S.") and dots keep. */
export const toPhrase = (answer: string): string => answer.trim().replace(/(?<!\.\p{L}?)[.。।۔]$/u, '');
