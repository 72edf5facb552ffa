// A text on one line, for lists and headings, which ends at a word where it is too long.

export function cutLine(text: string, width: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= width) return line;
  const room = width - 1;
  const word = line.lastIndexOf(' ', room);
  // Scripts without blanks, and addresses, are cut where there is no more room; never between the halves of a character.
  const end = word > width / 2 ? word : /[\ud800-\udbff]/.test(line.charAt(room - 1)) ? room - 1 : room;
  return `${line.slice(0, end)}…`;
}
