// Characters that a text names, such as "&amp;": by numbers and the names that people write; others stay as they are written.
import { showControls } from './markdown-safe.ts';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  AMP: '&',
  LT: '<',
  GT: '>',
  QUOT: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  minus: '−',
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

const inOrder = (first: number, names: string) =>
  names.split(' ').map((name, index): readonly [string, string] => [name, String.fromCodePoint(first + index)]);

/** Names of characters that follow each other: Latin letters with their signs, and Greek. "-": nobody sees it, or it is none. */
const ROWS = [
  ...inOrder(
    0xa0,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not - reg macr deg plusmn sup2 sup3 ' +
      'acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde ' +
      'Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc ' +
      'Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml ' +
      'aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc ' +
      'otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ),
  ...inOrder(
    0x391,
    'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau ' +
      'Upsilon Phi Chi Psi Omega',
  ),
  ...inOrder(
    0x3b1,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau ' +
      'upsilon phi chi psi omega',
  ),
];
const CHARACTERS: ReadonlyMap<string, string> = new Map([...ROWS, ...Object.entries(NAMED)]);

const LAST_CODE_POINT = 0x10ffff;

function fromNumber(code: number): string {
  const isCharacter = code > 0 && code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? showControls(String.fromCodePoint(code)) : '\ufffd';
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (all, hex, decimal, name) => {
    if (hex !== undefined) return fromNumber(Number.parseInt(hex, 16));
    if (decimal !== undefined) return fromNumber(Number.parseInt(decimal, 10));
    return CHARACTERS.get(name) ?? all;
  });
}
