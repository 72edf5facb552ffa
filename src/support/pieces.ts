// Long text in pieces that are neither many nor large, so that it is written without being in memory as a whole.
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

/** In UTF-16 units. */
const PIECE = 32 * 1024;

/** The same text in pieces of about this length. One string is one piece. */
export function* gathered(text: string | Iterable<string>): Generator<string> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of typeof text === 'string' ? [text] : text) {
    waiting.push(piece);
    length += piece.length;
    if (length < PIECE) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}
