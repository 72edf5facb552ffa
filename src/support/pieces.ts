// Long text in pieces that are neither many nor large, so that it is written without being in memory as a whole.

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
