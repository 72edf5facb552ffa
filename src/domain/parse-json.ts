// Reads JSON that may be none, or say two things at once.

/** `undefined` where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A key that an object has twice, and where the second one begins. A parser keeps the last value and says nothing. */
export function findRepeatedKey(json: string): { readonly key: string; readonly at: number } | undefined {
  const objects: Set<string>[] = [];
  for (const { 0: token, 1: text = '', 2: colon, index } of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(text) as string;
      if (objects.at(-1)?.has(key) === true) return { key, at: index };
      objects.at(-1)?.add(key);
    }
  }
  return undefined;
}
