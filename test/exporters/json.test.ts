// The JSON export: complete, and the same bytes for the same record.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exporter } from '../../src/exchange/exporters/json/index.ts';
import { arbitraryRecord, fullRecord } from './records.ts';

it('is the record itself', () => {
  fc.assert(
    fc.property(arbitraryRecord, (record) => {
      expect(JSON.parse(exporter.render(record))).toEqual(record);
    }),
  );
});

it('does not depend on the order in which the record was put together', () => {
  const record = fullRecord();
  const shuffled = Object.fromEntries(Object.entries(record).reverse()) as typeof record;
  expect(Object.keys(shuffled)).not.toEqual(Object.keys(record));
  expect(exporter.render(shuffled)).toBe(exporter.render(record));
  expect(exporter.render(record)).toMatch(/^\{\n {2}"threadId": .*[^\n]\n\}\n$/s);
});
