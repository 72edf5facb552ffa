// The HTML export as text: what stands in the file, whatever a browser makes of it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { debateRecordSchema } from '../../src/domain/record.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter, loadPageParts } from '../../src/exchange/exporters/html/index.ts';
import { fullRecord, turn } from './records.ts';
import { finding, review, reviewRecord } from './review-records.ts';

const blockIn = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}">([\\s\\S]*?)</script>`).exec(html)?.[1] ?? 'null');

describe('the HTML export', () => {
  const html = renderWhole(exporter, fullRecord());

  it('allows its own script and style by their digests, and nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${digest(script)}`,
      `style-src ${digest(style)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    // The script holds the name of an element that only a part of "marked" writes which nothing calls.
    const markup = html.replace(/(<script[^>]*>).*?<\/script>/gs, '$1');
    expect(markup).not.toMatch(/<(?:link|img|iframe)|\son\w+=|\sstyle=/);
  });

  it('holds the whole record, whatever its texts say', () => {
    const record = fullRecord({
      topic: '</script><script>"entries":[]</script> <!--',
      entries: [turn(2, 'wind', '</SCRIPT>')],
    });
    const text = renderWhole(exporter, record);
    expect(debateRecordSchema.parse(blockIn(text, 'record'))).toEqual(record);
    expect(text.match(/<script/g)).toEqual(html.match(/<script/g));
  });

  it('says decision, dissent and authority as plain HTML before any script', () => {
    const plain = html.slice(0, html.indexOf('<script'));
    for (const words of ['Keep files', 'No numbers.', 'Degraded panel', 'Stable disagreement', 'Rehearsal.'])
      expect(plain).toContain(words);
  });

  it('passes on the licenses of what its script holds', () => {
    for (const name of ['preact', '@preact/signals', 'marked']) expect(html).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('shows the part of the change that a finding points at, and no more of it', () => {
    const lines = Array.from({ length: 60 }, (_, index) => ` line ${index + 1}`);
    const diff = [
      'diff --git a/src/a.ts b/src/a.ts',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -1,60 +1,61 @@',
      ...lines.slice(0, 30),
      '+added',
      ...lines.slice(30),
      '',
    ].join('\n');
    const found = finding({ id: 'F1', file: 'src/a.ts', line: 31, verified: 'line' });
    const record = reviewRecord(review({ findings: [found], files: ['src/a.ts'] }));
    const hunks = blockIn(renderWhole(exporter, record, { context: [null, diff] }), 'hunks') as {
      finding: string;
      hunk: { lines: { text: string; number: number }[] };
    }[];
    expect(hunks.map((each) => each.finding)).toEqual(['F1']);
    expect(hunks[0]?.hunk.lines).toHaveLength(13);
    expect(hunks[0]?.hunk.lines[6]).toMatchObject({ text: 'added', number: 31 });
    expect(blockIn(renderWhole(exporter, record), 'hunks')).toEqual([]);
  });

  it('is as small as promised in a hall: the list, and what a debate adds', () => {
    const size = (file: string) =>
      gzipSync(fs.readFileSync(new URL(`../../dist/page/${file}`, import.meta.url)), { level: 9 }).length;
    expect(size('hall.js') + size('hall.css')).toBeLessThanOrEqual(40 * 1024);
    expect(size('debate.js')).toBeLessThanOrEqual(60 * 1024);
  });

  it('is as small as promised: script and style, and a debate of 12 turns', () => {
    const { script, style } = loadPageParts();
    expect(gzipSync(script, { level: 9 }).length + gzipSync(style, { level: 9 }).length).toBeLessThanOrEqual(60 * 1024);
    const entries = Array.from({ length: 12 }, (_, index) => turn(index + 2, 'wind', 'Words of a turn. '.repeat(120)));
    expect(Buffer.byteLength(renderWhole(exporter, fullRecord({ entries })))).toBeLessThanOrEqual(250 * 1024);
  });
});
