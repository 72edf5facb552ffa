// Blocks of Markdown as lines for a terminal: marks become styles, the text and its line ends stay as they were written.
import type { Token, Tokens } from 'marked';
import { decodeEntities } from '../../../../domain/words/entities.ts';
import { stripControl } from '../../../../support/control-characters.ts';
import type { Colours } from '../../terminal/io.ts';
import { type Piece, stringWidth } from '../layout/word-wrap.ts';
import { inlinePieces, wrapPieces } from './inline.ts';

const BETWEEN = 3;
const NARROWEST = 6;
/** Longer words, such as paths, may be broken in a table. */
const LONGEST_WORD = 16;

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** Widths that fit into `room`, none below the `least` of its column; `undefined` where there is no room for those. */
function fit(wanted: readonly number[], least: readonly number[], room: number): number[] | undefined {
  if (sum(least) > room) return undefined;
  const widthsUpTo = (most: number) => wanted.map((width, index) => Math.max(least[index] ?? 0, Math.min(width, most)));
  let most = room;
  while (sum(widthsUpTo(most)) > room) most -= 1;
  return widthsUpTo(most);
}

function pad(line: string, width: number, align: Tokens.TableCell['align']): string {
  const blank = Math.max(0, width - stringWidth(line));
  const before = align === 'right' ? blank : align === 'center' ? Math.floor(blank / 2) : 0;
  return ' '.repeat(before) + line + ' '.repeat(blank - before);
}

/** `undefined` when it does not fit without breaking words. */
function tableLines({ header, rows }: Tokens.Table, width: number, colours: Colours): string[] | undefined {
  const toPieces = (row: readonly Tokens.TableCell[], isHead: boolean): Piece[][] =>
    row.map(({ tokens }) => inlinePieces(tokens, colours, isHead ? colours.bold : undefined));
  const cells = [toPieces(header, true), ...rows.map((row) => toPieces(row, false))];
  const joinText = (cell: readonly Piece[] = []) => cell.map(({ text }) => text).join('');
  const listTexts = (index: number) => cells.map((row) => joinText(row[index]));
  const wanted = header.map((_, index) => Math.max(1, ...listTexts(index).map(stringWidth)));
  const least = wanted.map((most, index) => {
    const words = listTexts(index).flatMap((text) => text.split(' ').map(stringWidth));
    return Math.min(most, Math.max(NARROWEST, ...words.map((word) => Math.min(word, LONGEST_WORD))));
  });
  const widths = fit(wanted, least, width - BETWEEN * (header.length - 1));
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

/** With fewer columns than this, nothing is moved to the right any more. */
const LEAST_ROOM = 12;
const CODE_INDENT = '  ';
const RULE_COLUMNS = 40;

const ITEM = /^\s*(?:[-*+]|(\d{1,9}[.)]))/;
/** How code is written that Markdown would not leave as it is. */
const CODE_BLOCK = /^<pre><code>([\s\S]*?)\n?<\/code><\/pre>\s*$/;
const CHECKBOX = /^\[[ xX]\]/;

export class BlockLines {
  readonly #colours: Colours;
  /** Line ends since the last words; a blank line of the source is one in the output. */
  #ends: number | undefined;

  constructor(colours: Colours) {
    this.#colours = colours;
  }

  /** The lines of the blocks that come next; none is wider than `width`. */
  next(tokens: readonly Token[], width: number): string[] {
    return tokens.flatMap((token) => {
      const blank = token.type !== 'space' && this.#ends !== undefined && this.#ends > 1 ? [''] : [];
      const trailing = /\s*$/.exec(token.raw)?.[0] ?? '';
      const ends = trailing.split('\n').length - 1;
      if (token.type !== 'space') this.#ends = ends;
      else if (this.#ends !== undefined) this.#ends += ends;
      return token.type === 'space' ? [] : [...blank, ...this.#lines(token, width)];
    });
  }

  #lines(token: Token, width: number): string[] {
    const colours = this.#colours;
    switch (token.type) {
      case 'heading':
        return wrapPieces(inlinePieces(token.tokens ?? [], colours, colours.bold), width);
      case 'paragraph':
      case 'text':
        return wrapPieces(inlinePieces(token.tokens ?? [token], colours), width);
      case 'code':
        return this.#code((token as Tokens.Code).text, width);
      case 'blockquote':
        return this.#indented(token.tokens ?? [], width, colours.dim('│ '), colours.dim('│ '));
      case 'list':
        return this.#list(token as Tokens.List, width);
      case 'table':
        return tableLines(token as Tokens.Table, width, colours) ?? this.#rows(token as Tokens.Table, width);
      case 'hr':
        return [colours.dim('─'.repeat(Math.min(width, RULE_COLUMNS)))];
      case 'html': {
        const code = CODE_BLOCK.exec(token.raw)?.[1];
        return code === undefined ? this.#plain(token.raw, width) : this.#code(decodeEntities(code), width);
      }
      default:
        return this.#plain(token.raw, width);
    }
  }

  #plain(raw: string, width: number): string[] {
    return wrapPieces([{ text: stripControl(raw).trimEnd(), style: (text) => text }], width);
  }

  /** A table that is too wide: each row as an item, a line for each cell with its title. */
  #rows({ header, rows }: Tokens.Table, width: number): string[] {
    const colours = this.#colours;
    return rows.flatMap((row) =>
      row.flatMap(({ tokens }, index) => {
        const title = inlinePieces(header[index]?.tokens ?? [], colours, colours.bold);
        const colon = { text: ': ', style: colours.bold };
        const lines = wrapPieces([...title, colon, ...inlinePieces(tokens, colours)], Math.max(1, width - 2));
        return lines.map((line, at) => (index === 0 && at === 0 ? '• ' : '  ') + line);
      }),
    );
  }

  #code(text: string, width: number): string[] {
    const room = Math.max(1, width - CODE_INDENT.length);
    const lines = stripControl(text).replaceAll('\t', '    ').split('\n');
    return lines.flatMap((line) =>
      wrapPieces([{ text: line, style: this.#colours.cyan }], room).map((part) => CODE_INDENT + part),
    );
  }

  #list({ items }: Tokens.List, width: number): string[] {
    let ends = 0;
    return items.flatMap((item, index) => {
      const number = ITEM.exec(item.raw)?.[1];
      const box = item.task ? (CHECKBOX.exec(item.raw.replace(ITEM, '').trimStart())?.[0] ?? '') : '';
      const marker = `${number ?? '•'} ${box === '' ? '' : `${box} `}`;
      const blank = index > 0 && ends > 1 ? [''] : [];
      ends = (/\s*$/.exec(item.raw)?.[0] ?? '').split('\n').length - 1;
      const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
      return [...blank, ...this.#indented(tokens, width, marker, ' '.repeat(marker.length))];
    });
  }

  /** `first` and `others` are equally wide. */
  #indented(tokens: readonly Token[], width: number, first: string, others: string): string[] {
    const inside = new BlockLines(this.#colours);
    const columns = others.length;
    if (width - columns < LEAST_ROOM) return [first.trimEnd(), ...inside.next(tokens, width)];
    const lines = inside.next(tokens, width - columns);
    return (lines.length === 0 ? [''] : lines).map((line, index) => (index === 0 ? first : others) + line);
  }
}
