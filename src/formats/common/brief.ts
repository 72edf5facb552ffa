// A report in few lines, and words of seats in it.
import { cutLine } from '../../domain/words/cut-line.ts';
import { joinFew } from '../../domain/words/format-figures.ts';

/** "Open: Who decides?" */
export interface BriefLine {
  /** Stands out where that can be shown. */
  readonly label: string;
  readonly words: string;
}

/** A report in few lines, for who has just watched the debate; plain words, as no text of a seat is to become markup. */
export interface Brief {
  /** What comes first, in a sentence. */
  readonly intro?: string;
  /** The steps, the findings, what matters most first. */
  readonly items: readonly BriefLine[];
  /** Scores, what is open. */
  readonly notes: readonly BriefLine[];
}

const WIDTH = 120;

export const writeBriefly = (text: string): string => cutLine(text, WIDTH);

/** "Open: Who decides?; Who pays?; and 2 more" as a line of its own; nothing where there is nothing. */
export function noteFew(title: string, texts: readonly string[]): BriefLine[] {
  return texts.length === 0 ? [] : [{ label: `${title}:`, words: joinFew(texts.map(writeBriefly)) }];
}
