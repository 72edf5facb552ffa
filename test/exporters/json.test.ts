// The JSON export: complete, and the same bytes for the same record.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter } from '../../src/exchange/exporters/json/index.ts';
import { arbitraryRecord, fullRecord } from './records.ts';

it('is the record itself', () => {
  fc.assert(
    fc.property(arbitraryRecord, (record) => {
      expect(JSON.parse(renderWhole(exporter, record))).toEqual(record);
    }),
  );
});

it('does not depend on the order in which the record was put together', () => {
  const record = fullRecord();
  const shuffled = Object.fromEntries(Object.entries(record).reverse()) as typeof record;
  expect(Object.keys(shuffled)).not.toEqual(Object.keys(record));
  expect(renderWhole(exporter, shuffled)).toBe(renderWhole(exporter, record));
  expect(renderWhole(exporter, record)).toMatch(/^\{\n {2}"threadId": .*[^\n]\n\}\n$/s);
});
