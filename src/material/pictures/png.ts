// Reads a PNG and writes it again with the chunks that draw it, and no others.
import { crc32, createInflate } from 'node:zlib';
import { animated, type CleanPicture, damaged, PictureError, take } from './parts.ts';

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Colours and transparency, and how many bytes they take (PNG, third edition, section 11). A colour profile is left out, since it
 * can say anything, and so could one of these with more bytes.
 */
const KEPT: Readonly<Record<string, (length: number) => boolean>> = {
  PLTE: (length) => length > 0 && length <= 3 * 256 && length % 3 === 0,
  tRNS: (length) => length > 0 && length <= 256,
  gAMA: (length) => length === 4,
  cHRM: (length) => length === 32,
  sRGB: (length) => length === 1,
  sBIT: (length) => length > 0 && length <= 4,
};
/** By the colour type, which is the index: how many samples a pixel has, and how many bits a sample may have. */
const COLOURS: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** First pixel and distance between pixels in each pass of an interlaced picture: across, down. */
const PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly interlaced: boolean;
}

function readHeader(data: Buffer): Header {
  if (data.length !== 13) throw damaged();
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8);
  const known = COLOURS[colour];
  if (known === undefined || !known.depths.includes(depth)) throw damaged();
  if (compression !== 0 || filter !== 0 || interlace > 1) throw damaged();
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsPerPixel: known.samples * depth,
    interlaced: interlace === 1,
  };
}

function countBytes(width: number, height: number, bitsPerPixel: number): number {
  // Each line begins with the number of its filter.
  return width === 0 ? 0 : height * (1 + Math.ceil((width * bitsPerPixel) / 8));
}

function countDrawnBytes({ width, height, bitsPerPixel, interlaced }: Header): number {
  if (!interlaced) return countBytes(width, height, bitsPerPixel);
  return PASSES.reduce((sum, [x, dx, y, dy]) => {
    const [across, down] = [Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))];
    return sum + countBytes(across, down, bitsPerPixel);
  }, 0);
}

/** The compressed pixels without what is hidden behind them; they are all there, and no more than the picture has. */
async function checkPixels(packed: Buffer, expected: number, signal: AbortSignal): Promise<Buffer> {
  const inflate = createInflate();
  let length = 0;
  inflate.end(packed);
  try {
    for await (const chunk of inflate) {
      signal.throwIfAborted();
      length += (chunk as Buffer).length;
      if (length > expected) throw damaged();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? new PictureError('is cut off') : damaged();
  }
  if (length < expected) throw new PictureError('is cut off');
  return packed.subarray(0, inflate.bytesWritten);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export async function readPng(
  bytes: Buffer,
  checkSize: (width: number, height: number) => void,
  signal: AbortSignal,
): Promise<CleanPicture> {
  const chunks: { readonly type: string; readonly data: Buffer }[] = [];
  for (let at = PNG_SIGNATURE.length, type = ''; type !== 'IEND'; ) {
    const length = take(bytes, at, 8).readUInt32BE(0);
    const body = take(bytes, at + 4, length + 4);
    if (take(bytes, at + 8 + length, 4).readUInt32BE(0) !== crc32(body)) throw damaged();
    type = body.toString('latin1', 0, 4);
    if (type === 'acTL') throw animated();
    chunks.push({ type, data: body.subarray(4) });
    at += length + 12;
  }
  const [first, ...rest] = chunks;
  if (first?.type !== 'IHDR') throw damaged();
  const header = readHeader(first.data);
  const { width, height } = header;
  checkSize(width, height);
  const kept = rest.filter(({ type }) => Object.hasOwn(KEPT, type));
  if (!kept.every(({ type, data }) => KEPT[type]?.(data.length))) throw damaged();
  // A name in capitals is of a chunk that a reader has to know.
  const isUnknown = ({ type }: { readonly type: string }) => /^[A-Z]/.test(type) && !/^(?:PLTE|IDAT|IEND)$/.test(type);
  if (rest.some(isUnknown) || new Set(kept.map(({ type }) => type)).size < kept.length) throw damaged();
  const packed = Buffer.concat(rest.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
  const pixels = await checkPixels(packed, countDrawnBytes(header), signal);
  const written = [first, ...kept, { type: 'IDAT', data: pixels }, { type: 'IEND', data: Buffer.alloc(0) }];
  return {
    width,
    height,
    bytes: Buffer.concat([PNG_SIGNATURE, ...written.map(({ type, data }) => writeChunk(type, data))]),
  };
}
