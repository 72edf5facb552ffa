// Sections of a transcript: a name, and one line for each item.

/** One line for each item, made when it is written. */
export function* section<T>(
  name: string,
  items: readonly T[],
  line: (item: T, index: number) => string,
): Generator<string> {
  yield items.length === 0 ? `${name}::[]` : `${name}::[`;
  for (const [index, item] of items.entries()) yield `  ${line(item, index)},`;
  if (items.length > 0) yield ']';
  yield '';
}

/** Lines named by the section's first letter and a number: N1, N2, … */
export function numbered<T>(name: string, items: readonly T[], value: (item: T) => string): Generator<string> {
  return section(name, items, (item, index) => `${name[0]}${index + 1}::${value(item)}`);
}
