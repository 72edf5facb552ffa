// The tools of a worksheet: a seeded draw, safe quoting, the points of earlier turns, and lines that were not said yet.

/** What the parent writes to standard input, as JSON. */
export interface Request {
  /** An answer that the format has ready, for steps whose answer has a shape of its own. */
  readonly sample?: string;
  readonly seed: string;
  readonly seat: string;
  readonly task: string;
  readonly values: Readonly<Record<string, string>>;
  readonly topic: string;
  readonly transcript: readonly EarlierTurn[];
  readonly vote: 'by-seed' | 'approve' | 'reject-once' | 'reject';
  /** Words of the answer that are printed each second; 0 prints it at once. */
  readonly wordsPerSecond: number;
  readonly misbehave?: string;
  /** Files to change before it answers, in this folder. */
  readonly work?: { readonly folder: string; readonly places: readonly FindingPlace[] };
}

/** Where a finding is, and what it is called. */
export interface FindingPlace {
  readonly id: string;
  readonly file: string;
  /** 1-based; at the end of the file where it is not known. */
  readonly line: number | null;
}

export interface EarlierTurn {
  readonly title: string;
  readonly seat?: string;
  readonly text?: string;
}

/** A numbered or bulleted line of an earlier turn: what it is called, and its words. */
export interface Point {
  readonly name: string;
  readonly text: string;
}

const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;
const UNPRINTABLE = /[\p{C}\u2028\u2029]+/gu;

/** Text without escape sequences and control or invisible characters, on one line. */
export function plain(text: string): string {
  return text.replace(ESCAPES, ' ').replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
}

/**
 * Words of others as they may stand inside a sentence: on one line, at most `length` characters, and without marks
 * that mean something in Markdown, in a vote or in the rules for a seat.
 */
export function quoteText(text: string, length = 70): string {
  const words = plain(text.slice(0, length * 20))
    .replace(/[*`#|<>~"“”\\]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/::+/g, ':')
    .replace(/\b(verdict|vote|next)\s*:/gi, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[¿¡\s]+|[\s.,;:!?…、。，！？؟—-]+$/gu, '');
  const characters = Array.from(words);
  if (characters.length <= length) return words;
  const cut = characters.slice(0, length).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:-]+$/u, '')} …`;
}

/** For text that is quoted as a whole: its own quotation marks become single ones. */
export const nested = (text: string): string => text.replace(/[“"]([^“”"]*)[”"]/g, '‘$1’');

/** A number from 0 to 2^32 - 1 that depends on every character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The same number below `limit` for the same key, whoever asks. */
export function drawNumber(key: string, limit: number): number {
  return hash(key) % limit;
}

/** The numbered and bulleted points of a text, with the bold words at their beginning as names. */
export function readPoints(text: string | undefined): readonly Point[] {
  const points: Point[] = [];
  for (const line of (text ?? '').slice(0, 40_000).split('\n')) {
    const item = /^\s*(?:\d+[.)]|[-*])\s+(.+)$/.exec(line)?.[1];
    if (item === undefined) continue;
    const bold = /^\*\*(.+?)\*\*/.exec(item)?.[1];
    const name = quoteText(bold ?? item, bold === undefined ? 48 : 60);
    if (name !== '') points.push({ name, text: item });
  }
  return points;
}

/** What a text names in bold, in order; the names of its points when nothing is bold. */
export function namesIn(text: string | undefined): readonly string[] {
  const bold = [...(text ?? '').slice(0, 40_000).matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name]) =>
    quoteText(name ?? '', 60),
  );
  const names = bold.length > 0 ? bold : readPoints(text).map(({ name }) => name);
  return names.filter((name) => name !== '');
}

/** The words after `To <seat>:` in Door's latest turn: what Door wants to know from it. */
export function askedByDoor(sheet: Sheet, seat: string): string | undefined {
  const line = new RegExp(`\\bto ${seat}:\\s*(.+)`, 'i').exec(sheet.latest('door') ?? '')?.[1];
  return line === undefined ? undefined : quoteText(nested(line), 110);
}

/** One worksheet in the making: it knows what was said before and says nothing of it again. */
export type Sheet = ReturnType<typeof openSheet>;

export function openSheet(request: Request) {
  /** 1-based. */
  const round = Number(request.values['round'] ?? 1) || 1;
  const own = request.transcript.filter(({ seat }) => seat === request.seat).length;
  let spoken = request.transcript.map(({ text }) => (text ?? '').replace(/\s+/g, ' ')).join('\n');
  const contributions = (seat: string) =>
    request.transcript.filter(({ seat: by, text }) => by === seat && text !== undefined && !/^(VOTE|NEXT):/.test(text));
  /** The first of these lines, from a place that the seed draws, that nobody has said yet. */
  function fresh(key: string, lines: readonly string[]): string {
    // Each turn of a seat continues where its last one stopped, and two seats begin at different lines.
    const start =
      (drawNumber(`${request.seed}|${key}`, lines.length) + own + (request.seat === 'wall' ? 1 : 0)) % lines.length;
    const order = [...lines.slice(start), ...lines.slice(0, start)];
    const turn = request.transcript.length + 1;
    const line =
      order.find((candidate) => !spoken.includes(candidate.replace(/\s+/g, ' '))) ??
      `${order[0]} (Still open at turn ${turn}.)`;
    spoken += `\n${line.replace(/\s+/g, ' ')}`;
    return line;
  }
  return {
    ...{ request, round, fresh },
    /** As many different ones, in drawn order. */
    several: (key: string, lines: readonly string[], count: number) =>
      Array.from({ length: Math.min(count, lines.length) }, () => fresh(key, lines)),
    /** The latest text of a seat; votes and picks do not count. */
    latest: (seat: string) => contributions(seat).at(-1)?.text,
    spoken: (seat: string) => contributions(seat).length,
  };
}
