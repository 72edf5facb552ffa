// A table of Markdown, of cells that are safe already.

/** `figures`: the columns whose cells are set to the right. */
export function renderTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  figures: readonly string[] = [],
): string {
  const rule = columns.map((column) => (figures.includes(column) ? '--:' : '---'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
