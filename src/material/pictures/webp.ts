// Reads a WebP of one frame and writes it again with the chunks that draw it.
import { animated, type CleanPicture, damaged, PictureError, take } from './parts.ts';

type Size = readonly [width: number, height: number];

/** The size in the frame of a picture with losses. */
function readLossy(data: Buffer): Size {
  const head = take(data, 0, 10);
  // The first frame of a video, which can stand alone; then a start code.
  if (((head[0] ?? 1) & 1) !== 0 || head.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
  const partition = head.readUIntLE(0, 3) >> 5;
  if (partition > data.length - 10) throw new PictureError('is cut off');
  return [head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff];
}

/** The size in the frame of a picture without losses. */
function readLossless(data: Buffer): Size {
  const head = take(data, 0, 5);
  const bits = head.readUInt32LE(1);
  if (head[0] !== 0x2f || bits >>> 29 !== 0) throw damaged();
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

function writeChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The header of a picture whose transparency stands in a chunk of its own. */
function writeExtended([width, height]: Size): Buffer {
  const data = Buffer.alloc(10);
  data[0] = 0x10;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return writeChunk('VP8X', data);
}

function readChunks(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = 8 + take(bytes, 0, 12).readUInt32LE(4);
  take(bytes, 0, end);
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at < end; ) {
    const head = take(bytes, at, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (at + 8 + length > end) throw damaged();
    if (type === 'ANIM' || type === 'ANMF') throw animated();
    if (/^(?:VP8[ LX]|ALPH)$/.test(type) && chunks.has(type)) throw damaged();
    chunks.set(type, bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return chunks;
}

export function readWebp(bytes: Buffer, checkSize: (width: number, height: number) => void): CleanPicture {
  const chunks = readChunks(bytes);
  const [lossy, lossless, extended, alpha] = ['VP8 ', 'VP8L', 'VP8X', 'ALPH'].map((type) => chunks.get(type));
  if ((lossy === undefined) === (lossless === undefined)) throw damaged();
  const size = lossy === undefined ? readLossless(lossless as Buffer) : readLossy(lossy);
  checkSize(...size);
  if (extended !== undefined) {
    const head = take(extended, 0, 10);
    if (head.readUIntLE(4, 3) + 1 !== size[0] || head.readUIntLE(7, 3) + 1 !== size[1]) throw damaged();
  }
  const drawn =
    lossy === undefined
      ? [writeChunk('VP8L', lossless as Buffer)]
      : [
          ...(alpha === undefined || extended === undefined ? [] : [writeExtended(size), writeChunk('ALPH', alpha)]),
          writeChunk('VP8 ', lossy),
        ];
  const body = Buffer.concat([Buffer.from('WEBP'), ...drawn]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return { width: size[0], height: size[1], bytes: Buffer.concat([head, body]) };
}
