// No words of a debate can leave their place in a comment or a decision record, forge a marker, or reach out to people.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventOf, LedgerEvent } from '../../src/domain/events.ts';
import type { DebateRecord } from '../../src/domain/record.ts';
import { inertLine, quoteBlock } from '../../src/domain/words/markdown-safe.ts';
import {
  createCommentMarker,
  cutPage,
  markerIn,
  renderWithin,
  shownEvents,
} from '../../src/exchange/github/comment.ts';
import { renderAdr } from '../../src/hall/operations/github/adr-plan.ts';
import { arbitraryRecord, fullRecord, hostileText } from '../exporters/records.ts';
import { inCi, times } from '../support/campaign.ts';

const HASH = 'cd'.repeat(32);

/** As much of a ledger as comments are made of. */
function logOf(record: DebateRecord): LedgerEvent[] {
  const turns = record.entries.flatMap((entry) =>
    entry.kind === 'turn' ? [{ type: 'turn-recorded', seq: entry.seq, hash: entry.hash, data: {} }] : [],
  );
  return [...turns, closing] as unknown as LedgerEvent[];
}

const closing = {
  type: 'debate-closed',
  seq: 900,
  hash: HASH,
  at: '2026-11-20T10:00:00.000Z',
  data: { outcome: 'agreed', decision: { turn: 1 }, warnings: [], by: 'runner' },
} as unknown as EventOf<'debate-closed'>;

/** What is left of a page when its code, which is shown as it is, is taken out. */
const withoutCode = (text: string) =>
  text.replace(/<pre><code>[\s\S]*?<\/code><\/pre>/g, '').replace(/^> (`{3,}|~{3,})[\s\S]*?^> \1$/gm, '');

function expectHarmless(page: string, own: RegExp): void {
  const shown = withoutCode(page);
  expect(shown).not.toMatch(/@[\p{L}\p{N}_-]/u);
  expect(shown.replace(/&#\d+;/g, '').replace(own, '')).not.toMatch(/(?:#|\bGH-)\d/i);
  expect(page.split('<!--')).toHaveLength(2);
  expect(page.replace(/^<!--.*-->/, '').replace(/<\/?(?:code|pre)>/g, '')).not.toContain('<');
}

describe('a comment', () => {
  it('holds hostile words without harm', () => {
    fc.assert(
      fc.property(arbitraryRecord, hostileText, (record, decision) => {
        for (const { event, body: render } of shownEvents(record, logOf(record), () => ({ ...record, decision }))) {
          const body = render();
          expect(markerIn(body)).toBe(createCommentMarker(record.threadId, event));
          expectHarmless(body, /^<!--.*-->/);
          const headings = withoutCode(body).match(/^ {0,3}#{1,5} .*/gm) ?? [];
          const isDecisionShown = record.result === null || record.result.besideDecision === true;
          const parts = [record.result !== null, isDecisionShown, record.dissent.length > 0].filter(Boolean).length;
          expect(headings.length).toBe(event.type === 'debate-closed' ? 1 + parts : 1);
          expect(body.split('\n').at(-1)).toMatch(/^\*Debate Hall: .*\*$/);
          expect(body.length).toBeLessThanOrEqual(65_536);
        }
      }),
      { numRuns: times(200, 25) },
    );
  });

  it('is ours only when its first line says so', () => {
    const marker = createCommentMarker('rewrite', { seq: 3, hash: HASH });
    expect(markerIn(`${marker}\ntext`)).toBe(marker);
    expect(markerIn(`${marker}\r\ntext`)).toBe(marker);
    expect(markerIn(`text\n${marker}\n`)).toBeUndefined();
    expect(markerIn(`> ${marker}\n`)).toBeUndefined();
    expect(markerIn(marker.slice(0, -5))).toBeUndefined();
  });

  it('reads well', () => {
    const record = fullRecord();
    const [first] = shownEvents(record, logOf(record), () => record);
    expect(first?.body().replace(/[0-9a-f]{16}/g, 'HASH')).toMatchInlineSnapshot(`
      "<!-- debate-hall v1 2026-11-20-which-store #2 HASH -->
      ## 🌬️ Round 1, wind (PATHOS)

      **Model:** claude (opus) · **Turn:** 1/12

      > - a?
      > - b

      ---

      *Debate Hall: debate 2026-11-20-which-store, event 2, HASH*"
    `);
  });
});

const UNPLANNED = { data: {}, headline: 'No plan: not all planners have planned.', markdown: '' };

it('has no heading above nothing where the headline of a result says all', () => {
  const record = fullRecord({ decision: null, dissent: [], result: UNPLANNED });
  const [end] = shownEvents(record, [closing], () => record);
  expect(end?.body()).toContain(UNPLANNED.headline);
  expect(end?.body()).not.toContain('### Result');
});

describe('a decision record', () => {
  it('says that nothing was decided where the headline of a result says all', () => {
    const record = fullRecord({ decision: null, result: UNPLANNED });
    const { file } = renderAdr({ number: 7, record, threadUrl: undefined });
    expect(file).toContain('## Decision\n\n*No decision was recorded');
  });

  it('holds hostile words without harm', () => {
    fc.assert(
      fc.property(arbitraryRecord, hostileText, hostileText, (record, topic, decision) => {
        const texts = renderAdr({ number: 7, record: { ...record, topic, decision }, threadUrl: undefined });
        expectHarmless(texts.file, /^<!--.*-->/);
        expectHarmless(texts.pullBody, /^<!--.*-->/);
        expect(texts.title).not.toMatch(/[\r\n]|@[\p{L}\p{N}_-]|#\d/u);
        expect(texts.pullBody.length).toBeLessThan(65_536);
      }),
      { numRuns: times(200, 25) },
    );
  });
});

describe('one line for titles and commit messages', () => {
  it('mentions nobody and closes nothing', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(inertLine(text)).not.toMatch(/[\r\n\u0000-\u001f]|@[\p{L}\p{N}_-]|#\d|\bGH-\d/iu);
      }),
    );
  });
});

describe('a text that is too long', () => {
  it.runIf(inCi)('is cut so that it fits, and never in the middle of a character', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 200, max: 2_000 }), (text, most) => {
        const long = `${text}x`.repeat(Math.ceil(3_000 / (text.length + 1)));
        const cut = renderWithin(long, most, quoteBlock);
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(cut).toContain('Cut here');
        expect(cut.isWellFormed?.() ?? true).toBe(true);
      }),
    );
  });

  it('leaves no code open behind which all else would be code, wherever it is cut', () => {
    const evidence = quoteBlock(`\`\`\`\`\n${'<b>bold</b>\n'.repeat(4)}\`\`\`\``);
    const page = ['Found:', evidence, '```mermaid\ngraph TD\n\na --> b\n```', 'Fix:', evidence, 'The end.'].join(
      '\n\n',
    );
    for (let most = 120; most < page.length; most += 1) {
      const cut = cutPage(page, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(cut).toMatch(/\*Cut here.*\*$/);
      expect(cut.split('<pre>')).toHaveLength(cut.split('</pre>').length);
      expect((cut.match(/^```/gm) ?? []).length % 2).toBe(0);
    }
    expect(cutPage(page, page.length)).toBe(page);
  });
});
