// Markdown on the page, as elements: what a text can become, and that no text makes the page wait.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { lexSafely, Markdown } from '../../src/page/report/markdown.tsx';
import { inCi, sample } from '../support/campaign.ts';

function show(text: string): string {
  const shown = renderToString(h(Markdown, { text }));
  return shown
    .replace(/^<div class="prose" dir="auto">|<\/div>$/g, '')
    .replaceAll(' rel="noopener noreferrer nofollow"', '')
    .replaceAll('<div class="scrolls" tabindex="0"><table>', '<div><table>');
}

const CASES: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['line ends', 'One\ntwo  \nthree\\\nfour', '<p>One\ntwo<br/>three<br/>four</p>'],
  [
    'emphasis',
    '*a* **b** ***c*** _d_ snake_case',
    '<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <em>d</em> snake_case</p>',
  ],
  ['tildes', '~~gone~~ ~5 and ~6', '<p><s>gone</s> ~5 and ~6</p>'],
  ['a link to the web', '[a](https://x.y/ä?q=1&amp;r=2 "t")', '<p><a href="https://x.y/%C3%A4?q=1&amp;r=2">a</a></p>'],
  ['a link to an IPv6 host', '[a](https://[::1]:80/b)', '<p><a href="https://[::1]:80/b">a</a></p>'],
  ['links elsewhere', '[a](/b) [c](mailto:d@e.f) [g](ftp://h)', '<p><span>a</span> <span>c</span> <span>g</span></p>'],
  [
    'links that run something',
    '[a](javascript:b) [c](java&#115;cript:d) <javascript:e>',
    '<p>[a](javascript:b) [c](javascript:d) &lt;javascript:e></p>',
  ],
  [
    'references',
    '[a][r] [R] [none] [__proto__]\n\n[r]: https://x.y',
    '<p><a href="https://x.y">a</a> <a href="https://x.y">R</a> [none] [<strong>proto</strong>]</p>',
  ],
  ['a reference that runs something', '[a]\n\n[a]: javascript:b', '<p>[a]</p>'],
  [
    'addresses',
    '<https://x.y> https://x.y www.x.y a@b.c',
    '<p><a href="https://x.y">https://x.y</a> https://x.y www.x.y a@b.c</p>',
  ],
  [
    'entities',
    '&amp; &lt;b&gt; &copy; &#65;&#x41; &#0; &zzz; &amp;lt; &#38;lt;',
    '<p>&amp; &lt;b> © AA \ufffd &amp;zzz; &amp;lt; &amp;lt;</p>',
  ],
  [
    'entities of letters',
    'gr&ouml;&szlig;er, &Eacute;tat, &Delta;t &le; 5&nbsp;&micro;s',
    '<p>größer, État, Δt ≤ 5\u00a0µs</p>',
  ],
  ['entities of what nobody sees', 'a&#27;b&#8238;c&#x202e;', '<p>a␛b\ufffdc\ufffd</p>'],
  [
    'entities in code',
    '`&amp;`\n\n    &lt;',
    '<p><code>&amp;amp;</code></p><pre tabindex="0"><code>&amp;lt;</code></pre>',
  ],
  [
    'HTML',
    'a <b>*x*</b> <!-- c -->\n\n<div>\n*y*\n</div>',
    '<p>a &lt;b><em>x</em>&lt;/b> &lt;!-- c --></p><p>&lt;div>\n<em>y</em>\n&lt;/div></p>',
  ],
  ['escapes', '\\*a\\* \\<b\\> \\[x\\](y)', '<p>*a* &lt;b> [x](y)</p>'],
  ['a picture', '![a *b*](https://x.y/z.png)', '<p>![a *b*](https://x.y/z.png)</p>'],
  ['headings', '# One\n\n### Three\n\nOne more\n===', '<h3>One</h3><h4>Three</h4><h3>One more</h3>'],
  [
    'lists',
    '- a\n- b\n  - c\n\n3. d\n4. e',
    '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="3"><li>d</li><li>e</li></ol>',
  ],
  ['a loose list', '- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['tasks', '- [ ] a\n- [x] b', '<ul><li>[ ] a</li><li>[x] b</li></ul>'],
  ['a quote', '> a\nb\n> > c', '<blockquote><p>a\nb</p><blockquote><p>c</p></blockquote></blockquote>'],
  ['code', '```js\n<b>\n```\n\n`` a`b ``', '<pre tabindex="0"><code>&lt;b></code></pre><p><code>a`b</code></p>'],
  [
    'a table',
    '| a | b |\n|---|:-:|\n| `1\\|2` | *c* |\n| d |',
    '<div><table><thead><tr><th>a</th><th class="to-center">b</th></tr></thead><tbody><tr><td><code>1|2</code></td><td class="to-center"><em>c</em></td></tr><tr><td>d</td><td class="to-center"></td></tr></tbody></table></div>',
  ],
  ['a table without rows', 'a | b\n--|--', '<div><table><thead><tr><th>a</th><th>b</th></tr></thead></table></div>'],
  ['what looks like a footnote', 'A[^1].', '<p>A[^1].</p>'],
  ['controls', 'a\u0000b\u202ec', '<p>a␀b\ufffdc</p>'],
];

it.each(CASES)('%s', (_name, text, shown) => {
  expect(show(text)).toBe(shown);
});

it('keeps its form, however many marks a paragraph or lines a block of code has', () => {
  const marks = show('the `f0` **x**, '.repeat(130));
  expect([marks.match(/<code>/g)?.length, marks.match(/<strong>/g)?.length]).toEqual([130, 130]);
  const lines = show(Array.from({ length: 400 }, (_, line) => `line ${line} uses \`a\` and **b**`).join('\n'));
  expect([lines.match(/<code>/g)?.length, lines.match(/<strong>/g)?.length]).toEqual([400, 400]);
  const code = Array.from({ length: 500 }, (_, line) => `${line}`).join('\n');
  expect(show(`~~~\n${code}\n~~~`)).toBe(`<pre tabindex="0"><code>${code}</code></pre>`);
  expect(show(code.replace(/^/gm, '- ')).match(/<li>/g)).toHaveLength(500);
});

describe('a text of 100 KB that is hard to read', () => {
  const repeat = (text: string) => text.repeat(Math.ceil(100_000 / text.length));
  const hostile = [
    ...[
      '*',
      '*a ',
      '**a*',
      '_a ',
      '~~a ',
      '[',
      '[a](b',
      '[a][',
      '![',
      '<',
      '<a href="',
      '`',
      '`a',
      '&#',
      '|',
      'a|',
      '\\',
    ],
    ...[
      '>',
      '> a\nb\n',
      '> - a\nb\n',
      '> - ',
      '- ',
      '- a\n',
      '1. ',
      '- > a\nb\n',
      'a\n-\n',
      'a|b\n-|-\n',
      '#\n',
      '[a]:',
      '```\n',
      ' \n',
    ],
  ].map((text) => [text] as const);

  it.each(sample(hostile, 5))('%j, again and again', (text) => {
    expect(() => show(repeat(text))).not.toThrow();
  });

  it.runIf(inCi).each([
    ['- ', 'a\n'],
    ['- ', '  a\n'],
    ['> ', 'a\n'],
    ['1. > ', 'a\n'],
    ['', '|---|---|\n===\n'],
    ['# ', 'a|b\n'],
  ])('%j and then %j is read in blocks of 200 lines', (first, line) => {
    const blocks = lexSafely(first + repeat(line)).filter(({ type }) => type !== 'space');
    for (const { raw } of blocks) expect(raw.trim().split('\n').length).toBeLessThanOrEqual(200);
  });

  it('has no more cells in its tables than a page can show', () => {
    const wide = `|${'a|'.repeat(1_500)}\n|${'-|'.repeat(1_500)}\n${'a\n'.repeat(40)}\n`;
    expect(show(wide.repeat(9)).match(/<t[dh]\b/g)).toHaveLength(41 * 1_500);
    expect(show(wide.replace(/a\n/g, 'a\na\n'))).not.toContain('<table>');
  });

  it('is nested 40 deep at most, and all of it is there', () => {
    const deepest = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(2 * depth)}- ${depth}`).join('\n');
    const lists = show(deepest);
    expect(lists.match(/<ul>/g)?.length).toBeLessThanOrEqual(40);
    expect(lists).toContain('- 299');
    const quotes = show(`${'>'.repeat(300)} x`);
    expect(quotes.match(/<blockquote>/g)?.length).toBeLessThanOrEqual(40);
    expect(quotes).toContain('x');
  });
});
