// A draw that a recorded debate repeats: the same text gives the same number everywhere.
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, 32 bits, over UTF-16 units. */
export function hashText(text: string): number {
  let value = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME) >>> 0;
  }
  return value;
}
