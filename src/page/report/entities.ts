// Characters that a text names, such as "&amp;": by numbers and the names that people write; others stay as they are written.
import { showControls } from '../../domain/words/markdown-safe.ts';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  times: '×',
  minus: '−',
  plusmn: '±',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  harr: '↔',
  rArr: '⇒',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
};

const LAST_CODE_POINT = 0x10ffff;

function fromNumber(code: number): string {
  const isCharacter = code > 0 && code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? showControls(String.fromCodePoint(code)) : '\ufffd';
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (all, hex, decimal, name) => {
    if (hex !== undefined) return fromNumber(Number.parseInt(hex, 16));
    if (decimal !== undefined) return fromNumber(Number.parseInt(decimal, 10));
    return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? all) : all;
  });
}
