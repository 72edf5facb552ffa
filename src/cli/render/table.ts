// Lays rows out in columns: text to the left, figures to the right.
import width from 'fast-string-width';

export interface Column {
  readonly title: string;
  readonly figures?: true;
}

/** The titles, then the rows; a column that is empty in every row is left out. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const used = columns.map((_, index) => rows.some((row) => row[index] !== ''));
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => width(line[index] ?? ''))));
  return lines.map((line) =>
    line
      .flatMap((cell, index) => {
        if (used[index] !== true) return [];
        const gap = ' '.repeat((widths[index] ?? 0) - width(cell));
        return columns[index]?.figures === true ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}
