// A file that begins with one JSON object, without fences, followed by a body in Markdown.
import { findRepeatedKey } from '../../../domain/parse-json.ts';

/** Throws `SyntaxError` for what is no JSON, or says something twice. */
export function parseClear(json: string): unknown {
  const value: unknown = JSON.parse(json);
  const repeated = findRepeatedKey(json);
  if (repeated !== undefined) throw new SyntaxError(`it has "${repeated.key}" twice in one object`);
  return value;
}

/** The object, and the body without its leading line ends. Throws `SyntaxError` for a file that begins otherwise. */
export function readFrontmatter(text: string): { data: unknown; body: string } {
  const start = text.search(/\S/);
  if (text[start] !== '{') throw new SyntaxError('it does not begin with a JSON object');
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) {
        return { data: parseClear(text.slice(start, at + 1)), body: text.slice(at + 1).replace(/^[\r\n]+/, '') };
      }
    }
  }
  throw new SyntaxError('its JSON object has no end');
}

/** Characters beyond ASCII are escaped, so that any reader's encoding does. */
export function writeFrontmatter(data: object, body: string): string {
  const json = JSON.stringify(data, null, 2).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n\n${body}`;
}
