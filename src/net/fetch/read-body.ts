// Reads the body of a response, unpacked, up to a size.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** What a request may be answered with. */
export const ENCODINGS = 'gzip, deflate, br';

const UNPACK = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** `undefined` when the body is larger; rejects with what the network or the packing does. */
export async function readBody(
  body: Readable,
  { encoding, maxBytes, signal }: { encoding: string; maxBytes: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding as keyof typeof UNPACK] : undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  const collect = async (unpacked: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of unpacked) {
      bytes += part.length;
      if (bytes > maxBytes) return;
      parts.push(part);
    }
  };
  try {
    if (unpack === undefined) await pipeline(body, collect, { signal });
    else await pipeline(body, unpack(), collect, { signal });
  } catch (error) {
    // Whoever stops reading ends the streams before their time.
    if (bytes <= maxBytes) throw error;
  }
  return bytes > maxBytes ? undefined : Buffer.concat(parts);
}
