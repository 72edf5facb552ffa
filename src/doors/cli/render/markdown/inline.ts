// The words of a block of Markdown as pieces, each with the style that it is shown in.
import type { Token, Tokens } from 'marked';
import { decodeEntities } from '../../../../domain/words/entities.ts';
import { stripControl } from '../../../../support/control-characters.ts';
import type { Colours } from '../../terminal/io.ts';
import { type Piece, type Style, WordWrap } from '../layout/word-wrap.ts';

/** How code is written where an entity has to be shown in it. */
const CODE_TAG = /^<\/?code>$/;

const piece = (text: string, style: Style): Piece => ({ text: stripControl(text), style });

function chooseStyle(type: string, colours: Colours): Style {
  switch (type) {
    case 'strong':
      return colours.bold;
    case 'em':
      return colours.italic;
    case 'del':
      return colours.strikethrough;
    case 'codespan':
      return colours.cyan;
    default:
      return (text) => text;
  }
}

/** Where it leads stands behind it, unless that is its text: nothing may look like another address. */
function linkPieces({ href, text, tokens }: Tokens.Link, colours: Colours, outer: Style): Piece[] {
  const style: Style = (words) => outer(colours.underline(words));
  const shown = inlinePieces(tokens, colours, style);
  const isItself = href === text || href === `mailto:${text}`;
  return isItself ? shown : [...shown, piece(` (${href})`, (words) => outer(colours.dim(words)))];
}

/** A letter or digit of a script with blanks between its words, or a part of a path. */
const IN_WORD = /[\p{N}/*]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}/u;

/** Stars in the middle of a word are none of emphasis, as in `2**3` and `src/**` followed by more of a path. */
function isInWord({ type, raw }: Token, before: Token | undefined, after: Token | undefined): boolean {
  if ((type !== 'strong' && type !== 'em') || !raw.startsWith('*')) return false;
  return IN_WORD.test(before?.raw.at(-1) ?? '') || IN_WORD.test(after?.raw.at(0) ?? '');
}

export function inlinePieces(tokens: readonly Token[], colours: Colours, outer: Style = (text) => text): Piece[] {
  return tokens.flatMap((token, index): Piece[] => {
    if (token.type === 'link') return linkPieces(token as Tokens.Link, colours, outer);
    if (token.type === 'image') return [piece(`${token['text']} (${token['href']})`, outer)];
    if (token.type === 'br') return [piece('\n', outer)];
    if (isInWord(token, tokens[index - 1], tokens[index + 1]) && 'tokens' in token) {
      const mark = piece(token.type === 'strong' ? '**' : '*', outer);
      return [mark, ...inlinePieces(token.tokens ?? [], colours, outer), mark];
    }
    const own = chooseStyle(token.type, colours);
    const style: Style = (text) => outer(own(text));
    if ('tokens' in token && token.tokens !== undefined) return inlinePieces(token.tokens, colours, style);
    if (token.type === 'text') return [piece(decodeEntities(token['text']), style)];
    if (token.type === 'html' && CODE_TAG.test(token.raw)) return [];
    return [piece(token.type === 'escape' || token.type === 'codespan' ? token['text'] : token.raw, style)];
  });
}

/** Lines of at most so many columns. */
export function wrapPieces(pieces: readonly Piece[], width: number): string[] {
  const wrap = new WordWrap(width, { strict: true });
  const out = pieces.map(({ text, style }) => wrap.write(text, style)).join('') + wrap.flush();
  return out.split('\n').map((line) => line.trimEnd());
}
