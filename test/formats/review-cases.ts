// Reviews of the diff in review-play.ts and their points, worked out by hand:
// P0, P1, P2, false positives, fixes, files, clarity, total.
import { type Written, written } from './review-play.ts';

type Points = readonly [number, number, number, number, number, number, number, number];

interface Case {
  readonly name: string;
  readonly findings: readonly Written[];
  readonly risks?: readonly string[];
  readonly questions?: readonly string[];
  readonly explore?: boolean;
  readonly points: Points;
}

const times = (count: number, severity: string, more: Partial<Written> = {}) =>
  Array.from({ length: count }, (_, index) => written(severity, { title: `Title ${index}`, ...more }));

const p2 = (more: Partial<Written> = {}) => [written('P2', more)];
const cart = (more: Partial<Written> = {}) => p2({ file: 'src/cart.ts', ...more });
const fixed = (...fixes: readonly string[]) => fixes.map((fix) => written('P2', { fix }));

/** 12 characters, 10 and 16. */
const MARKED = 'Use `i < n`.';
const TEN = 'use i < n.';
const WORDS = 'Stop one earlier';

export const cases: readonly Case[] = [
  { name: 'nothing at all', findings: [], points: [0, 0, 0, 0, 0, 0, 0, 0] },
  { name: 'a risk only', findings: [], risks: ['r'], points: [0, 0, 0, 0, 0, 0, 2, 2] },
  { name: 'a question only', findings: [], questions: ['q'], points: [0, 0, 0, 0, 0, 0, 2, 2] },
  {
    name: 'risks and questions, several',
    findings: [],
    risks: ['r', 's'],
    questions: ['q', 'p'],
    points: [0, 0, 0, 0, 0, 0, 4, 4],
  },
  { name: 'a blank risk is none', findings: [], risks: ['  '], points: [0, 0, 0, 0, 0, 0, 0, 0] },

  { name: 'one P0', findings: times(1, 'P0'), points: [15, 0, 0, 0, 0, 0, 3, 18] },
  { name: 'one P1', findings: times(1, 'P1'), points: [0, 8, 0, 0, 0, 0, 3, 11] },
  { name: 'one P2', findings: times(1, 'P2'), points: [0, 0, 3, 0, 0, 0, 3, 6] },
  { name: 'lower case severity', findings: times(1, 'p1'), points: [0, 8, 0, 0, 0, 0, 3, 11] },
  { name: 'severity in brackets', findings: times(1, '[P0]'), points: [15, 0, 0, 0, 0, 0, 3, 18] },
  { name: 'three P0 are the most', findings: times(3, 'P0'), points: [45, 0, 0, 0, 0, 0, 3, 48] },
  { name: 'a fourth P0 counts nothing', findings: times(4, 'P0'), points: [45, 0, 0, 0, 0, 0, 3, 48] },
  { name: 'three P1', findings: times(3, 'P1'), points: [0, 24, 0, 0, 0, 0, 3, 27] },
  { name: 'four P1 are the most', findings: times(4, 'P1'), points: [0, 32, 0, 0, 0, 0, 3, 35] },
  { name: 'a fifth P1 counts nothing', findings: times(5, 'P1'), points: [0, 32, 0, 0, 0, 0, 3, 35] },
  { name: 'four P2 are the most', findings: times(4, 'P2'), points: [0, 0, 12, 0, 0, 0, 3, 15] },
  { name: 'a fifth P2 counts nothing', findings: times(5, 'P2'), points: [0, 0, 12, 0, 0, 0, 3, 15] },
  {
    name: 'one of each',
    findings: [...times(1, 'P0'), ...times(1, 'P1'), ...times(1, 'P2')],
    points: [15, 8, 3, 0, 0, 0, 3, 29],
  },

  { name: 'a file of the diff', findings: cart(), points: [0, 0, 3, 0, 0, 2, 3, 8] },
  { name: 'a line that the diff adds', findings: cart({ line: 12 }), points: [0, 0, 3, 0, 0, 3, 3, 9] },
  { name: 'a line that the diff shows around', findings: cart({ line: 16 }), points: [0, 0, 3, 0, 0, 3, 3, 9] },
  { name: 'a line that the diff does not show', findings: cart({ line: 99 }), points: [0, 0, 3, 0, 0, 2, 3, 8] },
  {
    name: 'a line written behind the name',
    findings: cart({ file: 'src/cart.ts:12' }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },
  {
    name: 'a range of lines behind the name',
    findings: cart({ file: 'src/cart.ts:12-14' }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },
  {
    name: 'an absent line behind the name',
    findings: cart({ file: 'src/cart.ts:99' }),
    points: [0, 0, 3, 0, 0, 2, 3, 8],
  },
  {
    name: 'three files with lines',
    findings: times(3, 'P2', { file: 'src/pay.ts', line: 2 }),
    points: [0, 0, 9, 0, 0, 9, 3, 21],
  },
  {
    name: 'four files with lines reach the most',
    findings: times(4, 'P2', { file: 'src/pay.ts', line: 2 }),
    points: [0, 0, 12, 0, 0, 10, 3, 25],
  },
  {
    name: 'five files without lines are the most',
    findings: times(5, 'P2', { file: 'src/pay.ts' }),
    points: [0, 0, 12, 0, 0, 10, 3, 25],
  },
  {
    name: 'a name that is not ASCII',
    findings: p2({ file: 'docs/café.md', line: 1 }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },
  { name: 'a name in other case', findings: p2({ file: 'SRC/Cart.ts' }), points: [0, 0, 3, 0, 0, 2, 3, 8] },
  { name: 'a name with ./', findings: p2({ file: './src/cart.ts' }), points: [0, 0, 3, 0, 0, 2, 3, 8] },
  { name: 'the last part of a name', findings: p2({ file: 'cart.ts' }), points: [0, 0, 3, 0, 0, 2, 3, 8] },

  { name: 'an absent file', findings: p2({ file: 'src/gone.ts' }), points: [0, 0, 3, -10, 0, 0, 3, -4] },
  { name: 'two absent files', findings: times(2, 'P2', { file: 'src/gone.ts' }), points: [0, 0, 6, -20, 0, 0, 3, -11] },
  {
    name: 'three absent files: the lowest there is',
    findings: times(3, 'P2', { file: 'src/gone.ts' }),
    points: [0, 0, 9, -30, 0, 0, 3, -18],
  },
  {
    name: 'a fourth absent file costs nothing more',
    findings: times(4, 'P2', { file: 'src/gone.ts' }),
    points: [0, 0, 12, -30, 0, 0, 3, -15],
  },
  { name: 'the end of a name within a word', findings: p2({ file: 'art.ts' }), points: [0, 0, 3, -10, 0, 0, 3, -4] },
  {
    name: 'a longer name than there is',
    findings: p2({ file: 'legacy/cart.ts' }),
    points: [0, 0, 3, -10, 0, 0, 3, -4],
  },
  {
    name: 'an absent file of a common name is not forgiven',
    findings: p2({ file: 'src/app/main.ts' }),
    points: [0, 0, 3, -10, 0, 0, 3, -4],
  },
  {
    name: 'a file of the surroundings',
    findings: p2({ file: 'src/types.ts', line: 2 }),
    points: [0, 0, 3, 0, 0, 0, 3, 6],
  },
  {
    name: 'an absent file, but one may look further',
    findings: p2({ file: 'src/gone.ts' }),
    explore: true,
    points: [0, 0, 3, 0, 0, 0, 3, 6],
  },

  {
    name: 'a quote gives the line',
    findings: cart({ evidence: 'sum += items[i].price;' }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },
  {
    name: 'a quote gives file and line',
    findings: p2({ evidence: 'charge(card, order.total);' }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },
  {
    name: 'a quote of a removed line gives the file',
    findings: cart({ evidence: 'return items.reduce(' }),
    points: [0, 0, 3, 0, 0, 2, 3, 8],
  },
  {
    name: 'an invented quote in a right place',
    findings: cart({ line: 12, evidence: 'eval(items)' }),
    points: [0, 0, 3, -10, 0, 3, 3, -1],
  },
  {
    name: 'an invented quote and no file',
    findings: p2({ evidence: 'eval(items)' }),
    points: [0, 0, 3, -10, 0, 0, 3, -4],
  },
  {
    name: 'an invented quote in an absent file counts once',
    findings: p2({ file: 'gone.ts', evidence: 'eval(items)' }),
    points: [0, 0, 3, -10, 0, 0, 3, -4],
  },
  {
    name: 'a quote that stands in another file',
    findings: cart({ line: 12, evidence: 'charge(card, order.total);' }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },
  {
    name: 'a quote of the surroundings',
    findings: p2({ file: 'src/types.ts', evidence: 'price: number;' }),
    points: [0, 0, 3, 0, 0, 0, 3, 6],
  },
  {
    name: 'a quote with marks of a diff',
    findings: cart({ evidence: '+    sum += items[i].price;\n+  }' }),
    points: [0, 0, 3, 0, 0, 3, 3, 9],
  },

  { name: 'a fix of ten characters says nothing', findings: fixed(TEN), points: [0, 0, 3, 0, 0, 0, 6, 9] },
  { name: 'a fix in words: 2.5, rounded down', findings: fixed(WORDS), points: [0, 0, 3, 0, 2, 0, 6, 11] },
  { name: 'the end of a sentence is no member', findings: fixed(`${WORDS}.`), points: [0, 0, 3, 0, 2, 0, 6, 11] },
  { name: 'two fixes in words: 5', findings: fixed(WORDS, WORDS), points: [0, 0, 6, 0, 5, 0, 6, 17] },
  { name: 'a fix with a call', findings: fixed('call clamp(i) here'), points: [0, 0, 3, 0, 5, 0, 6, 14] },
  { name: 'a fix with a member', findings: fixed('use items.length instead'), points: [0, 0, 3, 0, 5, 0, 6, 14] },
  {
    name: 'a bracket after a blank is no call',
    findings: fixed('stop earlier (by one)'),
    points: [0, 0, 3, 0, 2, 0, 6, 11],
  },
  { name: 'a fix with code', findings: fixed(MARKED), points: [0, 0, 3, 0, 10, 0, 6, 19] },
  {
    name: 'two with code and one in words: 22.5',
    findings: fixed(MARKED, MARKED, WORDS),
    points: [0, 0, 9, 0, 22, 0, 6, 37],
  },
  {
    name: 'three with code reach the most',
    findings: fixed(MARKED, MARKED, MARKED),
    points: [0, 0, 9, 0, 25, 0, 6, 40],
  },
  { name: 'not every finding has a fix', findings: [...fixed(MARKED), ...p2()], points: [0, 0, 6, 0, 10, 0, 3, 19] },
  {
    name: 'not every finding has a detail',
    findings: p2({ fix: MARKED, detail: '' }),
    points: [0, 0, 3, 0, 10, 0, 3, 16],
  },
  { name: 'a fix in another script', findings: fixed('出错时返回空列表并记录'), points: [0, 0, 3, 0, 2, 0, 6, 11] },

  {
    name: 'the most there is',
    findings: ['P0', 'P0', 'P0', 'P1', 'P1', 'P1', 'P1', 'P2', 'P2', 'P2', 'P2'].map((severity, index) =>
      written(severity, { title: `Title ${index}`, file: 'src/cart.ts', line: 12, fix: MARKED }),
    ),
    risks: ['r'],
    questions: ['q'],
    points: [45, 32, 12, 0, 25, 10, 10, 134],
  },
];
