// Lays rows out in columns: text to the left, figures to the right, and no wider than the terminal where that can be had.
import { type Colours, coloursFor } from '../../terminal/io.ts';
import { getRoom, splitGraphemes, stringWidth, wrapText } from './word-wrap.ts';

export interface Paper {
  /** Columns of the terminal, infinite where there is none. */
  readonly room: number;
  readonly colours: Colours;
}

/** That of results. */
export const getPaper = (): Paper => ({ room: getRoom(process.stdout), colours: coloursFor(process.stdout) });

export interface Column {
  readonly title: string;
  readonly figures?: true;
  /** Left out when no row has it, and where the terminal is too narrow, the last of these first. */
  readonly detail?: true;
  /** Long text, cut to the room that the terminal leaves. */
  readonly cut?: true;
}

/** Stands for a figure that nobody reported. */
export const UNKNOWN = '–';
const GAP = '  ';
/** Less says nothing. */
const LEAST_CUT = 12;

function cutTo(text: string, room: number): string {
  if (stringWidth(text) <= room) return text;
  let kept = '';
  for (const segment of splitGraphemes(text)) {
    if (stringWidth(kept + segment) >= room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

interface Cells {
  readonly column: Column;
  readonly cells: readonly string[];
  readonly width: number;
}

const measureWidth = (all: readonly Cells[]) =>
  all.reduce((sum, { width }) => sum + width, GAP.length * (all.length - 1));

/** Those that fit beside each other; `undefined` where not even those fit that no row can be without. */
function chooseColumns(all: readonly Cells[], room: number): readonly Cells[] | undefined {
  const long = all.find(({ column }) => column.cut);
  const left = room - measureWidth(all) + (long?.width ?? 0);
  if (left >= Math.min(long?.width ?? 0, LEAST_CUT)) {
    return all.map((each) => (each === long ? { ...each, cells: each.cells.map((cell) => cutTo(cell, left)) } : each));
  }
  const dropped = all.findLastIndex(({ column }) => column.detail);
  return dropped === -1 ? undefined : chooseColumns(all.toSpliced(dropped, 1), room);
}

function layBeside(shown: readonly Cells[], row: number): string {
  const laid = shown.map(({ column, cells, width }) => {
    const cell = cells[row] ?? '';
    const gap = ' '.repeat(Math.max(0, width - stringWidth(cell)));
    return column.figures ? gap + cell : cell + gap;
  });
  return laid.join(GAP).trimEnd();
}

/** The first cell, and below it each of the others with its title. */
function layBelow([first, ...others]: readonly Cells[], row: number, room: number): string {
  const hang = Math.max(...others.map(({ column }) => stringWidth(column.title))) + 2 * GAP.length;
  const lines = others
    .filter(({ cells }) => cells[row] !== '')
    .map(({ column: { title }, cells }) => {
      const name = `${GAP}${title}`;
      const gap = ' '.repeat(hang - stringWidth(name));
      return wrapText(`${name}${gap}${cells[row]}`, room, { hang: ' '.repeat(hang) });
    });
  return [first?.cells[row] ?? '', ...lines].join('\n');
}

/**
 * The titles, dim, then a text for each row; a column that is empty in every row is left out. Where the terminal is too narrow for a table, each
 * row takes several lines, with the titles in them.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { room, colours }: Paper,
  paint: (text: string, row: number) => string = (text) => text,
): string[] {
  const all = columns.flatMap((column, index): Cells[] => {
    const cells = rows.map((row) => row[index] ?? '');
    if (cells.every((cell) => cell === '' || (column.detail && cell === UNKNOWN))) return [];
    const withTitle = [column.title, ...cells];
    return [{ column, cells: withTitle, width: Math.max(...withTitle.map((cell) => stringWidth(cell))) }];
  });
  const beside = chooseColumns(all, room);
  const needed = all.filter(({ column }) => !column.detail);
  return [
    ...(beside === undefined ? [] : [colours.dim(layBeside(beside, 0))]),
    ...rows.map((_, row) => {
      return paint(beside === undefined ? layBelow(needed, row + 1, room) : layBeside(beside, row + 1), row);
    }),
  ];
}
