// Markdown at a terminal: what it looks like, that it is the same in whatever pieces it comes, and that nothing of a model's
// steers the terminal.
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { quoteBlock } from '../../src/domain/words/markdown-safe.ts';
import { MarkdownStream } from '../../src/doors/cli/render/markdown/stream.ts';
import { inCi } from '../support/campaign.ts';
import { createProject } from '../support/project.ts';

const colours = pc.createColors(true);

function rendered(pieces: readonly string[], width = 60): string[] {
  const stream = new MarkdownStream(colours, () => width);
  return [...pieces.flatMap((piece) => stream.write(piece)), ...stream.flush()];
}

const plain = (text: string, width?: number) => rendered([text], width).map(stripVTControlCharacters);

describe('a text of a seat', () => {
  it('is shown without its marks', () => {
    const text = '# Title\n\nSome **bold** and *slanted* `code`, ~~gone~~ 2**3 src/**/*.ts\n';
    expect(plain(text)).toEqual(['Title', '', 'Some bold and slanted code, gone 2**3 src/**/*.ts']);
    const [, , line] = rendered([text]);
    expect(line).toContain(colours.bold('bold'));
    expect(line).toContain(colours.cyan('code'));
  });

  it('takes stars inside of words and paths for what they are', () => {
    const text = '2**3 src/**/*.ts, lib/**/*.js, 2*3*4 and f(**args)';
    expect(plain(text)).toEqual([text]);
    expect(plain('これは**重要**です')).toEqual(['これは重要です']);
  });

  it('keeps its line ends, and the numbers of its lists', () => {
    expect(plain('one\ntwo\n3. three\n4) four\n')).toEqual(['one', 'two', '3. three', '4) four']);
  });

  it('hangs nested lists below their own text', () => {
    const text = '1. first point of all\n   - nested and longer\n     1. deepest\n2. [x] second\n';
    expect(plain(text, 21)).toEqual([
      '1. first point of all',
      '   • nested and',
      '     longer',
      '     1. deepest',
      '2. [x] second',
    ]);
  });

  it('names where a link leads, and nothing twice', () => {
    expect(plain('[our bank](https://evil.example) and https://a.example', 50)).toEqual([
      'our bank (https://evil.example) and',
      'https://a.example',
    ]);
  });

  it('has tables in columns that wrap, and rows as items where words would be broken', () => {
    const table = '| claim | n |\n|---|--:|\n| a claim of many words | 10 |\n';
    expect(plain(table, 20)).toEqual([
      'claim           │  n',
      '────────────────┼───',
      'a claim of many │ 10',
      'words           │',
    ]);
    expect(plain('| a | b | c |\n|---|---|---|\n| long words | **x** | two long words |\n', 16)).toEqual([
      '• a: long words',
      '  b: x',
      '  c: two long',
      '  words',
    ]);
  });

  it('breaks code by columns only', () => {
    expect(plain('```ts\nif (a) {\n\tgo();\n}\n```\n')).toEqual(['  if (a) {', '      go();', '  }']);
  });
});

it('shows the code of a report as it was written, whatever had to be escaped in it', () => {
  const said = 'Use `a<b && c`, not a<b.\n\n```js\nif (a < b) {\n  go(x && y);\n}\n```\n\nEnd.';
  expect(plain(quoteBlock(said)).map((line) => line.trimEnd())).toEqual([
    ...['│ Use a<b && c, not a<b.', '│', '│   if (a < b) {', '│     go(x && y);', '│   }', '│', '│ End.'],
  ]);
});

it('shows the characters that entities name, and those that nobody knows as they were written', () => {
  expect(plain('gr&ouml;&szlig;er, &Delta;t &le; 5&nbsp;&micro;s, &amp;lt; &nonsense;')).toEqual([
    'größer, Δt ≤ 5\u00a0µs, &lt; &nonsense;',
  ]);
});

it.each(['&lt;b&gt; &amp; &quot;', '&LT;b&GT; &AMP; &QUOT;'])(
  'shows the marks that %s names, in small and in capital letters',
  (text) => {
    expect(plain(text)).toEqual(['<b> & "']);
  },
);

it('nothing that a model writes steers the terminal, entities included', () => {
  const text =
    '&#27;[2J &#x9b;31m **&#27;]0;title&#7;** `&#27;c` [&#27;[1m](https://a.example/&#27;[2J)\n\n```\n&#27;[2J\n```\n';
  const line = rendered([text]).join('\n');
  const own = line.replaceAll(/\x1b\[(?:1|2|4|22|24|36|39)m/g, '');
  expect(own).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
});

const block = fc.constantFrom(
  ...[
    '# Head',
    'a **bold** word',
    'これは長い文章です',
    '- item',
    '  - nested',
    '2. two',
    '> quote',
    '```',
    'code',
    '',
  ],
  ...['| a | b |', '|---|---|', '---', '&#27;[2J', '👩‍👩‍👧 é', `${'x'.repeat(70)}`, '[a](b)', '**open', '<b>'],
);

it('is the same in whatever pieces it comes, and never wider than the terminal', () => {
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 14 }),
      fc.array(fc.nat({ max: 200 }), { maxLength: 6 }),
      fc.integer({ min: 12, max: 80 }),
      (lines, cuts, width) => {
        const text = lines.join('\n');
        const at = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        const whole = rendered([text], width);
        expect(rendered(pieces, width)).toEqual(whole);
        expect(whole.filter((line) => stringWidth(line) > width)).toEqual([]);
      },
    ),
  );
});

it('shows blocks as soon as they are certain', () => {
  const stream = new MarkdownStream(colours, () => 60);
  expect(stream.write('# Head\n')).toHaveLength(1);
  expect(stream.write('one\n')).toEqual([]);
  expect(stream.write('\n')).toEqual(['one']);
  expect(stream.write('- a\n- b\n').map(stripVTControlCharacters)).toEqual(['', '• a']);
  expect(stream.write('```\ncode\n').map(stripVTControlCharacters)).toEqual(['• b']);
  expect(stream.write('```\n').map(stripVTControlCharacters)).toEqual(['  code']);
});

it.runIf(inCi).each([
  ['>'.repeat(20_000), 'quotes'],
  ['**a_'.repeat(8_000), 'marks'],
  [`${'> - '.repeat(900)}a\n`.repeat(20), 'quotes of lists'],
])('takes texts that are made to strain a parser as they are written: %#', (text) => {
  const words = plain(text, 80).join('').replace(/\s/g, '');
  expect(words.length).toBe(text.replace(/\s/g, '').length);
});

describe('a text of a seat that goes into a pipe', () => {
  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', TERM: 'dumb' }, true],
    [{ FORCE_COLOR: '' }, false],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('with %j is shown as at a terminal: %s', async (env, isRendered) => {
    const project = createProject();
    await project.call(['open', '--id', 'lunch', 'What about lunch?']);
    await project.call(['say', 'lunch', '--seat', 'wind', 'We eat **soup**.']);
    const { stdout } = await project.call(['show', 'lunch'], { env });
    expect(stdout.includes(colours.bold('soup'))).toBe(isRendered);
    expect(stdout.includes('**soup**')).toBe(!isRendered);
    expect(stdout.includes('\x1b')).toBe(isRendered);
    project.dispose();
  });
});
