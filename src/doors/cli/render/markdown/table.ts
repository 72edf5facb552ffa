// A table of Markdown in columns that fit the terminal: cells wrap, and the widest columns give way first.

import type { Tokens } from 'marked';
import type { Colours } from '../../terminal/io.ts';
import { stringWidth } from '../layout/string-width.ts';
import { inlinePieces, type Piece, wrapPieces } from './inline.ts';

const BETWEEN = 3;
const NARROWEST = 6;

/** Widths that fit into `room`, or `undefined` where columns would be too narrow to read. */
function fit(wanted: readonly number[], room: number): number[] | undefined {
  const widths = wanted.map(() => 0);
  const open = new Set(wanted.keys());
  let left = room;
  while (open.size > 0) {
    const share = Math.floor(left / open.size);
    const small = [...open].filter((index) => (wanted[index] as number) <= share);
    if (small.length === 0) {
      if (share < NARROWEST) return undefined;
      for (const index of open) widths[index] = share;
      return widths;
    }
    for (const index of small) {
      widths[index] = wanted[index] as number;
      left -= widths[index];
      open.delete(index);
    }
  }
  return widths;
}

function pad(line: string, width: number, align: Tokens.TableCell['align']): string {
  const blank = Math.max(0, width - stringWidth(line));
  const before = align === 'right' ? blank : align === 'center' ? Math.floor(blank / 2) : 0;
  return ' '.repeat(before) + line + ' '.repeat(blank - before);
}

/** `undefined` when it does not fit. */
export function tableLines({ header, rows }: Tokens.Table, width: number, colours: Colours): string[] | undefined {
  const piecesOf = (row: readonly Tokens.TableCell[], isHead: boolean): Piece[][] =>
    row.map(({ tokens }) => inlinePieces(tokens, colours, isHead ? colours.bold : undefined));
  const cells = [piecesOf(header, true), ...rows.map((row) => piecesOf(row, false))];
  const widthOf = (cell: readonly Piece[]) => stringWidth(cell.map(({ text }) => text).join(''));
  const wanted = header.map((_, index) => Math.max(1, ...cells.map((row) => widthOf(row[index] ?? []))));
  const widths = fit(wanted, width - BETWEEN * (header.length - 1));
  if (widths === undefined) return undefined;
  const lines = cells.map((row) => {
    const wrapped = widths.map((columns, index) => wrapPieces(row[index] ?? [], columns));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) =>
      widths
        .map((columns, index) => pad(wrapped[index]?.[at] ?? '', columns, header[index]?.align ?? null))
        .join(` ${colours.dim('│')} `)
        .trimEnd(),
    );
  });
  const [head = [], ...body] = lines;
  return [...head, colours.dim(widths.map((columns) => '─'.repeat(columns)).join('─┼─')), ...body.flat()];
}
