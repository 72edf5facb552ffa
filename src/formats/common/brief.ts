// A report in few lines, and words of seats in it.
import { cutLine } from '../../domain/words/cut-line.ts';
import { joinFew } from '../../domain/words/format-figures.ts';
import { escapePlain } from '../../domain/words/markdown-safe.ts';

/** A report in few lines, for who has just watched the debate; Markdown in which no text of a seat is markup. */
export interface Brief {
  /** What comes first, in a sentence. */
  readonly intro?: string;
  /** The steps, the findings: a line each, what matters most first. */
  readonly items: readonly string[];
  /** Scores, what is open: a line each. */
  readonly notes: readonly string[];
}

const WIDTH = 120;

export const writeBriefly = (text: string): string => escapePlain(cutLine(text, WIDTH));

/** "**Open:** Who decides?; Who pays?; and 2 more" as a line of its own; nothing where there is nothing. */
export function noteFew(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`**${title}:** ${joinFew(texts.map(writeBriefly))}`];
}
