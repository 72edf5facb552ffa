// Reads YAML. A text of comments alone has no document, and says as little as an empty one.
import { load, loadAll } from 'js-yaml';

/** `undefined` where there is no document. Throws for what is no YAML, and for several documents. */
export function parseYaml(text: string): unknown {
  const [first, ...more] = loadAll(text);
  return more.length === 0 ? first : load(text);
}
