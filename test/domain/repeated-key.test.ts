// A key that stands twice in one object of JSON is found, whatever texts and objects are around it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRepeatedKey } from '../../src/domain/parse-json.ts';

it.each([
  ['{}', undefined],
  ['"a"', undefined],
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', undefined],
  ['{"a": "a", "b": "\\"b\\": {\\"b\\":"}', undefined],
  ['{"a": 1, "A": 2, "": 3}', undefined],
  ['{"a": 1, "a": 1}', { key: 'a', at: 9 }],
  ['{"a" : {"b": [], "c": {}}, "\\u0061"\n: 2}', { key: 'a', at: 27 }],
  ['[{"x": {"a": [{"b": 1, "b": 2}]}}]', { key: 'b', at: 23 }],
  ['{"__proto__": 1, "__proto__": 2}', { key: '__proto__', at: 17 }],
])('in %s', (json, found) => {
  expect(findRepeatedKey(json)).toEqual(found);
});

it('in no JSON that was written of a value, and in each whose first key is written again at its end', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const json = JSON.stringify(value);
      expect(findRepeatedKey(json)).toBeUndefined();
      const [first] = Object.keys(value);
      const again = `${json.slice(0, -1)},${JSON.stringify(first)}:0}`;
      expect(findRepeatedKey(again)).toEqual({ key: first, at: json.length });
    }),
  );
});
