// A table that scrolls sideways, by keys too, where it is wider than the page.
import type { ComponentChildren } from 'preact';

interface Column {
  readonly name: string;
  /** Of figures, which are set to the right. */
  readonly figures?: boolean;
  /** Named for those alone who cannot see what it shows. */
  readonly unseen?: boolean;
}

export const figures = (...names: readonly string[]): readonly Column[] =>
  names.map((name) => ({ name, figures: true }));

interface TableProps {
  readonly title: string;
  readonly look?: string;
  readonly columns: readonly (string | Column)[];
  readonly children: ComponentChildren;
}

export function Table({ title, look, columns, children }: TableProps) {
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label={title}>
      <table class={look}>
        <thead>
          <tr>
            {columns
              .map((column): Column => (typeof column === 'string' ? { name: column } : column))
              .map(({ name, figures, unseen }) => (
                <th key={name} scope="col" class={figures ? 'to-right' : undefined}>
                  {unseen ? <span class="hidden">{name}</span> : name}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

// A line across a chart at one value, with that value before it.
interface GridLineProps {
  readonly pad: { readonly left: number; readonly right: number };
  readonly width: number;
  readonly y: number;
  readonly isZero: boolean;
  readonly label: string | number;
}

export function GridLine({ pad, width, y, isZero, label }: GridLineProps) {
  return (
    <>
      <line x1={pad.left} x2={width - pad.right} y1={y} y2={y} class={isZero ? 'zero' : 'grid'} />
      <text x={pad.left - 8} y={y + 4} text-anchor="end">
        {label}
      </text>
    </>
  );
}
