// Lays rows out in columns: text to the left, figures to the right, and no wider than the terminal where that can be had.
import { type Colours, coloursFor } from '../../terminal/io.ts';
import { splitGraphemes, stringWidth } from './string-width.ts';
import { getRoom } from './word-wrap.ts';

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

function chooseColumns(all: readonly Cells[], room: number): readonly Cells[] {
  const long = all.find(({ column }) => column.cut);
  const left = room - measureWidth(all) + (long?.width ?? 0);
  if (left >= Math.min(long?.width ?? 0, LEAST_CUT)) {
    return all.map((each) => (each === long ? { ...each, cells: each.cells.map((cell) => cutTo(cell, left)) } : each));
  }
  const dropped = all.findLastIndex(({ column }) => column.detail);
  if (dropped === -1) return all.filter((each) => each !== long);
  return chooseColumns(all.toSpliced(dropped, 1), room);
}

/** A name that is cut is still one, and a figure that is cut is another figure. */
function countWhole(all: readonly Cells[], room: number): number {
  const crossing = all.findIndex((_, index) => measureWidth(all.slice(0, index + 1)) > room);
  return crossing > 0 && all[crossing]?.column.figures ? crossing : all.length;
}

/** The titles, then the rows; a column that is empty in every row is left out. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  room = Number.POSITIVE_INFINITY,
): string[] {
  const all = columns.flatMap((column, index): Cells[] => {
    const cells = rows.map((row) => row[index] ?? '');
    if (cells.every((cell) => cell === '' || (column.detail && cell === UNKNOWN))) return [];
    const withTitle = [column.title, ...cells];
    return [{ column, cells: withTitle, width: Math.max(...withTitle.map((cell) => stringWidth(cell))) }];
  });
  const shown = chooseColumns(all, room);
  const whole = countWhole(shown, room);
  return ['', ...rows].map((_, line) => {
    const row = shown.map(({ column, cells, width }) => {
      const cell = cells[line] ?? '';
      const gap = ' '.repeat(Math.max(0, width - stringWidth(cell)));
      return column.figures ? gap + cell : cell + gap;
    });
    return cutTo(row.slice(0, whole).join(GAP).trimEnd(), room);
  });
}

/** With its titles dim. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { room, colours }: Paper,
): string[] {
  const [head = '', ...body] = tableLines(columns, rows, room);
  return [colours.dim(head), ...body];
}
