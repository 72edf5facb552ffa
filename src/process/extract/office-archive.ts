// The archive that a Word file is: what a reader of texts needs of it, not packed, within a size that is checked before
// anything is unpacked.
import { strFromU8, type Unzipped, unzipSync, zipSync } from 'fflate';

const MAX_UNPACKED_MB = 100;
const MAX_PARTS = 10_000;

/** Pictures, drawings and charts are no text. */
const PASSED_OVER = /(?:^|\/)(?:media|embeddings|drawings|charts|diagrams)\//i;

interface Unpacked {
  readonly archive: Uint8Array;
  /** Whether a part says something, by their names. */
  readonly says: (name: RegExp, what: RegExp) => boolean;
}

/** The archive again, or in words why there is none. */
export function unpackOffice(bytes: Uint8Array): Unpacked | { readonly problem: string } {
  let unpacked = 0;
  let parts = 0;
  let found: Unzipped;
  try {
    found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/i.test(name) || PASSED_OVER.test(name)) return false;
        unpacked += originalSize;
        parts += 1;
        return unpacked <= MAX_UNPACKED_MB * 1024 * 1024 && parts <= MAX_PARTS;
      },
    });
  } catch {
    return { problem: 'is damaged' };
  }
  if (unpacked > MAX_UNPACKED_MB * 1024 * 1024) return { problem: `unpacks to more than ${MAX_UNPACKED_MB} MB` };
  if (parts > MAX_PARTS) return { problem: `has more than ${MAX_PARTS} parts` };
  const says: Unpacked['says'] = (name, what) =>
    Object.entries(found).some(([part, content]) => name.test(part) && what.test(strFromU8(content, true)));
  return { archive: zipSync(found, { level: 0 }), says };
}
