// What every exporter keeps to, found by their folders: any record, however hostile its texts, becomes a document.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DebateRecord } from '../../src/domain/record.ts';
import { type Exporter, renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { discoverExporters } from '../../src/hall/compose/discover.ts';
import { arbitraryRecord, fullRecord } from '../exporters/records.ts';
import { arbitraryReview, review, reviewRecord } from '../exporters/review-records.ts';
import { inCi, times } from '../support/campaign.ts';

const exporters = await discoverExporters();
/** Forms of another program, which have no place for the authority of a panel. */
const FOREIGN = ['octave-v1', 'python-json'];

/** One that the exporter is for: the result of a review in place of words where it is for reviews. */
function recordFor({ onlyFor }: Exporter, record: DebateRecord, result = review()): DebateRecord {
  if (onlyFor === 'review') return { ...reviewRecord(result), authority: record.authority, topic: record.topic };
  return onlyFor === undefined ? record : { ...record, format: onlyFor };
}

it('have names of their own', () => {
  expect(new Set(exporters.map(({ id }) => id)).size).toBe(exporters.length);
});

describe.each(exporters.map((exporter) => [exporter.id, exporter] as const))('exporter %s', (_, exporter) => {
  it('says what it makes', () => {
    expect(exporter.extension).toMatch(/^(\.[a-z0-9]+)+$/);
    expect(exporter.mimeType).toMatch(/^[a-z]+\/[a-z0-9.+-]+/);
  });

  it('renders the same record to the same text, ending with one line end', () => {
    const text = renderWhole(exporter, recordFor(exporter, fullRecord()));
    expect(text).toMatch(/\S\n$/);
    expect(renderWhole(exporter, recordFor(exporter, fullRecord()))).toBe(text);
  });

  it('throws for no record and lets no control character through', () => {
    fc.assert(
      fc.property(arbitraryRecord, arbitraryReview, (record, result) => {
        const text = renderWhole(exporter, recordFor(exporter, record, result));
        expect(text.endsWith('\n')).toBe(true);
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: times(150, inCi ? 19 : 5) },
    );
  });

  it.skipIf(FOREIGN.includes(exporter.id))('keeps quiet about nothing: a degraded panel changes the document', () => {
    const whole = recordFor(exporter, fullRecord());
    const full = { ...whole.authority, full: true, failed: [], replaced: [], silent: [] };
    const degraded = { ...full, full: false, failed: ['wall'] };
    expect(renderWhole(exporter, { ...whole, authority: degraded })).not.toBe(
      renderWhole(exporter, { ...whole, authority: full }),
    );
  });

  it.skipIf(exporter.onlyFor === undefined)('refuses a debate of another format, and says what to do', () => {
    const other = fullRecord({ format: 'another' });
    expect(() => renderWhole(exporter, other)).toThrow(
      expect.objectContaining({ code: 'bad-input', hint: expect.stringContaining('markdown') }),
    );
  });
});
