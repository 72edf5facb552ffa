// Long JSON piece by piece: what `printableJson` with an indent of 2 gives, without the whole of it in memory.
import { toPrintableJson } from './control-characters.ts';

/** JSON of `value` with these items in its list `key`. */
export function* jsonPieces(value: object, key: string, items: Iterable<unknown>): Generator<string> {
  const whole = toPrintableJson({ ...value, [key]: [] }, 2);
  // Only the value's own members stand at this indent, and no text holds a bare line end.
  const place = `\n  ${JSON.stringify(key)}: [`;
  const end = whole.indexOf(`${place}]`) + place.length;
  yield whole.slice(0, end);
  let count = 0;
  for (const item of items) {
    yield `${count === 0 ? '' : ','}\n    ${toPrintableJson(item, 2).replaceAll('\n', '\n    ')}`;
    count += 1;
  }
  yield `${count === 0 ? '' : '\n  '}${whole.slice(end)}`;
}
