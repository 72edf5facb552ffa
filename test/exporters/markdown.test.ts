// The Markdown page: it reads well, and no text of the debate can break out of its place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapePlain, plainHtml, quoteBlock } from '../../src/domain/words/markdown-safe.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter } from '../../src/exchange/exporters/markdown/index.ts';
import { times } from '../support/campaign.ts';
import { arbitraryRecord, fullRecord, hostileText, readingWith, turn } from './records.ts';

const OWN_TAGS = /<\/?(?:details|summary|b|code|pre)>/g;
const ZERO_WIDTH = '\u200b';

const body = (text: string) =>
  quoteBlock(text)
    .split('\n')
    .map((line) => line.replace(/^> ?/, ''))
    .join('\n');

describe('untrusted text', () => {
  it('stays in its quote, line by line, without a raw tag', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const quoted = quoteBlock(text);
        for (const line of quoted.split(/\r\n|\r|\n/)) expect(line).toMatch(/^>(?: |$)/);
        expect(quoted.replace(/<\/?(?:code|pre)>/g, '')).not.toContain('<');
        expect(quoted).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
      }),
      { numRuns: times(500, 63) },
    );
  });

  it('mentions nobody, closes nothing, loads nothing and links to the web alone', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        // What stands in code is shown as it is; all that follows is about text.
        const shown = body(text).replace(/<pre><code>[\s\S]*?<\/code><\/pre>/g, '');
        expect(shown).not.toMatch(/@[\p{L}\p{N}_-]/u);
        expect(shown).not.toMatch(/(?<!&)#\d/);
        expect(shown).not.toMatch(/!\[|\]:|(?<!\\)\[!/);
        expect(shown).not.toMatch(/\]\((?!https?:\/\/)/i);
        expect(shown).not.toMatch(/:\/\/[^\s)]*\/issues\//);
      }),
      { numRuns: times(500, 63) },
    );
  });

  it('has no headings but the smallest, and no underlined ones', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const line of body(text)
          .replace(/<pre><code>[\s\S]*?<\/code><\/pre>/g, '')
          .split('\n')) {
          expect(line).not.toMatch(/^[\s>*+-]*#{1,5}(?:\s|$)/);
          expect(line).not.toMatch(/^[\s>]*(?:=+|-+)[\s>]*$/);
        }
      }),
      { numRuns: times(500, 63) },
    );
  });

  it('keeps lists, emphasis, links and code', () => {
    const text = '- **a**\n  - `b_c`\n\n1. [d](https://example.org/e)\n\n```ts\nconst x = 1;\n```';
    expect(body(text)).toBe(text);
  });

  it('shows code with angle brackets and names as it was written', () => {
    expect(body('Use `Vec<T>`')).toBe('Use <code>Vec&#60;T&#62;</code>');
    expect(body('```\n<b> @x # y\n\n</pre>\n```\nz')).toBe(
      '\n<pre><code>&lt;b> @x # y\n\n&lt;/pre>\n</code></pre>\n\nz',
    );
  });

  it('ends code that the text leaves open', () => {
    expect(body('```js\nlet a;')).toBe('```js\nlet a;\n```');
    expect(body('~~~ a`b\nlet a;')).toBe('~~~\nlet a;\n~~~');
  });

  it.each([
    ['a\n===', 'a\n\\==='],
    ['a\n---', 'a\n***'],
    ['# Outcome', '###### Outcome'],
    ['- ## Outcome', '- ###### Outcome'],
    ['> [!WARNING]', '> \\[!WARNING]'],
    ['[Outcome]: https://x', '[Outcome]\\: https://x'],
    ['[a](javascript:b)', '[a]\\(javascript:b)'],
    ['![a](https://b)', '!\\[a](https://b)'],
    ['Closes #12, @ana', `Closes #${ZERO_WIDTH}12, @${ZERO_WIDTH}ana`],
    ['fixes https://github.com/o/r/issues/1', `fixes https:${ZERO_WIDTH}//github.com/o/r/issues/1`],
    ['<!-- x', '&lt;!-- x'],
    ['\u001b[31m', '␛[31m'],
  ])('turns %j into %j', (text, expected) => {
    expect(body(text)).toBe(expected);
  });

  it('is plain on one line in headings and tables', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const line of [escapePlain(text), plainHtml(text)]) expect(line).not.toMatch(/[\r\n<]|@[\p{L}\p{N}_-]/u);
        expect(escapePlain(text)).not.toMatch(/(?<!\\)(?:\\\\)*[|`*[]/);
      }),
    );
  });
});

describe('the page', () => {
  it('puts the outcome and what weakens it before everything else', () => {
    const page = renderWhole(exporter, fullRecord());
    expect(page.slice(0, page.indexOf('## Decision'))).toMatchInlineSnapshot(`
      "# Which "store"?

      - **Outcome:** Stable disagreement. The seats disagree, and the rules give them no further turn.
      - **Authority:** degraded panel: the last call failed for Wall; Door was replaced: codex in place of gemini (it timed out); rehearsal in Wind
      - **Note:** one vendor fills several seats: anthropic
      - **Opened:** 2026-11-20 10:00:00 UTC
      - **Closed:** 2026-11-20 10:00:59 UTC
      - **Spent:** 59 s, 6 calls, 36,000 tokens in, 2,700 out; cost unknown, at least $0.3702 (3 of 6 calls reported no cost)

      "
    `);
    expect([...page.matchAll(/^##? .*/gm)].map(([heading]) => heading)).toEqual([
      '# Which "store"?',
      '## Decision',
      '## Dissent',
      '## Seats',
      '## Warnings',
      '## Debate',
      '## Context',
      '## Ledger',
    ]);
  });

  it('never shows a lower bound as the cost', () => {
    const page = (calls: number, callsWithoutCost: number) =>
      renderWhole(exporter, fullRecord({ calls, callsWithoutCost, usage: { costMicroUsd: 5_000 } })).split('\n## ')[0];
    expect(page(2, 0)).toContain('cost $0.0050');
    expect(page(2, 1)).toContain('cost unknown, at least $0.0050 (1 of 2 calls reported no cost)');
    expect(page(2, 2)).toMatch(/cost unknown$/m);
  });

  it('calls only a whole panel full', () => {
    const authority = {
      full: true,
      failed: [],
      replaced: [],
      silent: [],
      left: [],
      missed: 0,
      rehearsal: [],
      sharedVendors: [],
    };
    const line = (change: object, more: object = {}) =>
      renderWhole(exporter, fullRecord({ authority: { ...authority, ...change }, ...more })).match(
        /\*\*Authority:\*\* (.*)/,
      )?.[1];
    expect(line({})).toBe('full panel');
    expect(line({ rehearsal: ['wind'] })).toBe('full panel, but: rehearsal in Wind');
    expect(line({ full: false, silent: ['door'] })).toBe('degraded panel: nothing from Door');
    const gone = { full: false, silent: ['wall', 'door'], left: [{ seat: 'wall', reason: 'It failed.' }] };
    const without = 'the debate continued without Wall (It failed)';
    expect(line(gone)).toBe(`degraded panel: ${without}; nothing from Wall, Door`);
    expect(line(gone, { status: 'open' })).toBe(`incomplete panel: ${without}; nothing yet from Door`);
  });

  it('says why a text is gone', () => {
    const page = renderWhole(exporter, fullRecord());
    expect(page).toContain('*Redacted: a key was in it*');
    expect(page).toContain('**Redaction** of /content in event 5 by ana: a key was in it');
  });

  it('shows a long topic in full below a short heading', () => {
    const page = renderWhole(exporter, fullRecord({ topic: `${'word '.repeat(60)}\n# Outcome` }));
    expect(page).toMatch(/^# (?:word )+…\n\n> word/);
    expect(page).toContain('> ###### Outcome');
  });

  it('shows what could be read, each look, and citations that do not hold', () => {
    const citations = [
      { cited: 'src/tax.ts:2', status: 'read' },
      { cited: 'src/tax.ts:9', status: 'wrong', why: 'the file has 2 lines' },
    ];
    const entries = [turn(3, 'wind', 'So.', { citations })];
    const page = renderWhole(exporter, fullRecord({ reading: readingWith('src'), entries })).replaceAll('\\', '');
    expect(page).toContain('- 2 citations: 1 read, 1 wrong; src/tax.ts:9 is wrong: the file has 2 lines');
    const [, evidence = ''] = page.split('## Evidence');
    expect(evidence.split('## Ledger')[0]).toMatchInlineSnapshot(`
      "

      - src: 3 files, 438 bytes, at commit abababababab, 1 file pinned by digest; 1 left out
      - git:v1..v2: commits abababababab..cdcdcdcdcdcd
      - decisions: 2 earlier decisions

      <details>
      <summary>2 looks</summary>

      - #​1 Wind src src: src 2–3, commit abcdef1 and 4 more (113 bytes)
      - #​2 Wind: withheld until the phase ends

      </details>

      "
    `);
    expect(renderWhole(exporter, fullRecord())).not.toContain('## Evidence');
  });

  it('keeps its own structure whatever was said', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const page = renderWhole(exporter, record);
        expect(page.replace(`<!-- debate-hall report ${record.threadId} -->`, '').replace(OWN_TAGS, '')).not.toContain(
          '<',
        );
        const lines = page.split('\n');
        const spoken = record.entries.filter(({ kind }) => ['turn', 'interjection', 'rejected'].includes(kind));
        // The looks are folded as well.
        const folds = spoken.length + 1;
        expect(lines.filter((line) => line === '<details>')).toHaveLength(folds);
        expect(lines.filter((line) => line === '</details>')).toHaveLength(folds);
        expect(lines.filter((line) => /^#{1,2} /.test(line)).map((line) => line.split(' ')[0])).toEqual([
          '#',
          ...Array(8).fill('##'),
        ]);
      }),
      { numRuns: times(200, 25) },
    );
  });

  it('is readable while the debate is open and empty', () => {
    const page = renderWhole(
      exporter,
      fullRecord({
        status: 'open',
        outcome: null,
        decision: null,
        endedAt: null,
        entries: [],
        dissent: [],
        topic: null,
      }),
    );
    expect(page).toContain('# *Topic redacted*');
    expect(page).toContain('No outcome yet: the debate is open');
    expect(page).toContain('## Decision\n\n*There is none.*');
    expect(page).not.toContain('## Dissent');
  });

  it('says which answers were refused, and why', () => {
    const page = renderWhole(exporter, fullRecord({ entries: [turn(1, 'wind', 'a', { warnings: ['No question.'] })] }));
    expect(page).toContain('- Warning: No question.');
    expect(renderWhole(exporter, fullRecord())).toContain('- It is empty.\n\n> hm');
  });
});
