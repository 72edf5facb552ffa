// How much of a prompt is shown, and kept, where all of it would be too much.

/** Of each contribution this many characters from its beginning and from its end are given. */
const EDGE = 300;

/** The beginning and the end of a text, with the number of characters in between. */
export function digestPrompt(text: string): string {
  const characters = [...text];
  const left = characters.length - 2 * EDGE;
  if (left <= 0) return text;
  const [begin, end] = [characters.slice(0, EDGE).join(''), characters.slice(-EDGE).join('')];
  return `${begin}\n[… ${left} characters are left out here, as the debate is too long to be given whole …]\n${end}`;
}

/** Lengths of one contribution in characters. */
interface Lengths {
  readonly whole: number;
  readonly digest: number;
}

/**
 * How many of the oldest contributions are given as a digest so that all fit into `room` characters. Once they do not
 * fit, the number grows until only half of the room is used, so that it then stays the same for many turns, and a prompt
 * begins with the same text as the one before. The newest contribution is always given whole.
 */
export function digestedCount(contributions: readonly Lengths[], room: number): number {
  let total = 0;
  let count = 0;
  contributions.forEach(({ whole }, index) => {
    total += whole;
    if (total <= room) return;
    for (; count < index && total > room / 2; count += 1) {
      const oldest = contributions[count] as Lengths;
      total -= oldest.whole - oldest.digest;
    }
  });
  return count;
}
