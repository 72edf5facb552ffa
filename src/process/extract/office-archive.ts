// The archive that a Word file is: what a reader of texts needs of it, not packed, within a size that is checked before
// anything is unpacked.
import { crc32 } from 'node:zlib';
import { strFromU8, type Unzipped, unzipSync, zipSync } from 'fflate';

const MAX_UNPACKED_MB = 100;
const MAX_PARTS = 10_000;

/** Pictures, drawings and charts are no text. */
const PASSED_OVER = /(?:^|\/)(?:media|embeddings|drawings|charts|diagrams)\//i;

interface Unpacked {
  readonly archive: Uint8Array;
  /** How often parts of such names say something. */
  readonly count: (name: RegExp, what: RegExp) => number;
}

/** The check sums that the directory of the archive claims, in its order. */
function* readChecksums(bytes: Uint8Array): Generator<number, undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = buffer.readUInt32LE(buffer.lastIndexOf('PK\u0005\u0006') + 16);
  for (;;) {
    yield buffer.readUInt32LE(at + 16);
    at += 46 + buffer.readUInt16LE(at + 28) + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
}

/** The archive again, or in words why there is none. */
export function unpackOffice(bytes: Uint8Array): Unpacked | { readonly problem: string } {
  let unpacked = 0;
  let parts = 0;
  let found: Unzipped;
  const claimed = new Map<string, number>();
  try {
    const checksums = readChecksums(bytes);
    found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        claimed.set(name, checksums.next().value ?? 0);
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
  // No part gets more room than it claims to need, so one that is larger is cut, and has another sum.
  if (Object.entries(found).some(([name, content]) => crc32(content) !== claimed.get(name)))
    return { problem: 'is damaged' };
  const count: Unpacked['count'] = (name, what) =>
    Object.entries(found)
      .filter(([part]) => name.test(part))
      .reduce((sum, [, content]) => sum + strFromU8(content, true).split(what).length - 1, 0);
  return { archive: zipSync(found, { level: 0 }), count };
}
