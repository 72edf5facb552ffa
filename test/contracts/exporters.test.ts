// What every exporter keeps to, found by their folders: any record, however hostile its texts, becomes a document.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoverExporters } from '../../src/compose/discover.ts';
import { arbitraryRecord, fullRecord } from '../exporters/records.ts';

const exporters = await discoverExporters();
/** Forms of another program, which have no place for the authority of a panel. */
const FOREIGN = ['octave-v1', 'python-json'];

it('have names of their own', () => {
  expect(new Set(exporters.map(({ id }) => id)).size).toBe(exporters.length);
});

describe.each(exporters.map((exporter) => [exporter.id, exporter] as const))('exporter %s', (_, exporter) => {
  it('says what it makes', () => {
    expect(exporter.extension).toMatch(/^(\.[a-z0-9]+)+$/);
    expect(exporter.mimeType).toMatch(/^[a-z]+\/[a-z0-9.+-]+/);
    expect(exporter.title).not.toBe('');
  });

  it('renders the same record to the same text, ending with one line end', () => {
    const text = exporter.render(fullRecord());
    expect(text).toMatch(/\S\n$/);
    expect(exporter.render(fullRecord())).toBe(text);
  });

  it('throws for no record and lets no control character through', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const text = exporter.render(record);
        expect(text.endsWith('\n')).toBe(true);
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.skipIf(FOREIGN.includes(exporter.id))('keeps quiet about nothing: a degraded panel changes the document', () => {
    const whole = fullRecord();
    const full = { ...whole.authority, full: true, failed: [], replaced: [], silent: [] };
    const degraded = { ...full, full: false, failed: ['wall'] };
    expect(exporter.render({ ...whole, authority: degraded })).not.toBe(exporter.render({ ...whole, authority: full }));
  });
});
