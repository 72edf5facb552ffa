// Lays rows out in columns: text to the left, figures to the right, and no wider than the terminal where that can be had.
import stringWidth from 'fast-string-width';

export interface Column {
  readonly title: string;
  readonly figures?: true;
  /** A detail: left out when no row has it, and where the terminal is too narrow, the first of these first. */
  readonly detail?: true;
  /** Long text, at the end of a line: cut to the room that the terminal leaves. */
  readonly cut?: true;
}

/** In place of a figure that nobody reported. */
export const UNKNOWN = '–';
const GAP = '  ';
/** However narrow the terminal is. */
const LEAST_CUT = 20;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function cutTo(text: string, room: number): string {
  if (stringWidth(text) <= room) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
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

const widthOf = (all: readonly Cells[]) => all.reduce((sum, { width }) => sum + width, GAP.length * (all.length - 1));

function fitting(all: readonly Cells[], room: number): readonly Cells[] {
  const least = all.map((each) => (each.column.cut ? { ...each, width: Math.min(each.width, LEAST_CUT) } : each));
  const dropped = all.findIndex(({ column }) => column.detail);
  if (widthOf(least) > room && dropped !== -1) return fitting(all.toSpliced(dropped, 1), room);
  const others = widthOf(least.map((each) => (each.column.cut ? { ...each, width: 0 } : each)));
  return all.map((each) => {
    if (each.column.cut !== true) return each;
    const width = Math.max(LEAST_CUT, room - others);
    return { ...each, cells: each.cells.map((cell) => cutTo(cell, width)) };
  });
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
  const shown = fitting(all, room);
  return ['', ...rows].map((_, line) =>
    shown
      .map(({ column, cells, width }) => {
        const cell = cells[line] ?? '';
        const gap = ' '.repeat(Math.max(0, width - stringWidth(cell)));
        return column.figures ? gap + cell : cell + gap;
      })
      .join(GAP)
      .trimEnd(),
  );
}
