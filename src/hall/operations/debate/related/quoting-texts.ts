// Which texts quote a text that is being redacted: what a seat, a note or a failure repeats of it is theirs, and stays unless
// somebody removes it as well.
import type { LedgerEvent } from '../../../../domain/events.ts';
import { listSealed, readSealed } from '../../../../domain/sealed/sealed.ts';

/** Words in a row that two texts do not share by chance. */
const RUN = 6;
/** A shorter text is looked for as a whole, if it is not a word or two that stand everywhere. */
const LEAST_CHARACTERS = 8;

const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const asPhrase = (words: readonly string[]) => ` ${words.join(' ')} `;

/** What of a text gives away that another one quotes it. */
function* listPhrases(text: string): Generator<string> {
  const words = splitWords(text);
  if (words.length <= RUN) {
    const whole = asPhrase(words);
    if (whole.trim().length >= LEAST_CHARACTERS) yield whole;
  } else for (let at = 0; at + RUN <= words.length; at += 1) yield asPhrase(words.slice(at, at + RUN));
}

/** The open texts of an event, of these fields if they are given. */
export function listOpenTexts({ data }: Pick<LedgerEvent, 'data'>, fields?: readonly string[]): Map<string, string> {
  return new Map(
    listSealed(data).flatMap(({ sealed, path }) => {
      const text = readSealed(sealed);
      return text !== undefined && (fields?.includes(path) ?? true) ? [[path, text] as const] : [];
    }),
  );
}

/** Says of any text whether it quotes one of these. */
export function findQuotes(texts: Iterable<string>): (text: string) => boolean {
  const short: string[] = [];
  const runs = new Set<string>();
  for (const text of texts) {
    for (const phrase of listPhrases(text))
      if (phrase.split(' ').length === RUN + 2) runs.add(phrase);
      else short.push(phrase);
  }
  return (text) => {
    const words = splitWords(text);
    const whole = asPhrase(words);
    if (short.some((phrase) => whole.includes(phrase))) return true;
    return words.some((_, at) => at + RUN <= words.length && runs.has(asPhrase(words.slice(at, at + RUN))));
  };
}

/** Numbers of the events that quote them. */
export function listQuotingEvents(
  log: readonly LedgerEvent[],
  isQuoting: (text: string) => boolean,
): readonly number[] {
  return log.flatMap((event) => ([...listOpenTexts(event).values()].some(isQuoting) ? [event.seq] : []));
}
