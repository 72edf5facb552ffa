// Pictures for tests: small ones as a browser wrote them, and what can be hidden in each kind.
import { crc32, deflateSync } from 'node:zlib';

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

/** Each has 6 × 4 pixels. */
export const PICTURES = {
  png: fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAKElEQVR4AZSJQQoAAAiDZC/v5yuIjh0mCIIy1AmeXMVDPhoAAP//AwCJhQqAjEGU4gAAAABJRU5ErkJggg==',
  ),
  jpeg: fromBase64(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAZEAEAAgMAAAAAAAAAAAAAAAAAAQQzcsH/xAAVAQEBAAAAAAAAAAAAAAAAAAACBv/EABkRAAIDAQAAAAAAAAAAAAAAAAAFAjRxA//aAAwDAQACEQMRAD8Alr2aNeyArVlTng2Fqen/2Q==',
  ),
  webp: fromBase64(
    'UklGRkwAAABXRUJQVlA4IEAAAACwAgCdASoGAAQAAsBMJagCdHIA+wCuAP0AA+kArXgA/u+WR/gZP/jt2CUT/+2h/7tWVkT9R368ecMm+Tz78QAA',
  ),
  'transparent webp': fromBase64(
    'UklGRnIAAABXRUJQVlA4WAoAAAAQAAAABQAAAwAAQUxQSAwAAAABD/DA/4iI0IOI/gdWUDggQAAAALACAJ0BKgYABAACwEwlqAJ0cgD7AK4A/QAD6QCvwAD+75ZH+Bk/+XJmgv/9aH/2/nN34ufmJvHSdXgLyh+8AAA=',
  ),
  'lossless webp': fromBase64('UklGRiAAAABXRUJQVlA4TBMAAAAvBcAAEA8Q+z///wOMCsWJ6H8AAA=='),
  gif: Buffer.concat([
    Buffer.from('GIF89a\x06\0\x04\0\x80\0\0\xff\0\0\0\0\xff', 'latin1'),
    Buffer.from('!\xf9\x04\0\0\0\0\0', 'latin1'),
    Buffer.from(',\0\0\0\0\x06\0\x04\0\0\x02\x07\x44\x0c\x7a\xa7\x10\xad\x05\0;', 'latin1'),
  ]),
} as const;
export type PictureName = keyof typeof PICTURES;

function pngChunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const PNG_HEADER = 8 + 25;

/** Behind the header of a PNG. */
export const withPngChunk = (type: string, data: Buffer | string, png: Buffer = PICTURES.png): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEADER), pngChunk(type, data), png.subarray(PNG_HEADER)]);

/** A grey PNG, with this behind the compressed pixels. */
export function makePng(width: number, height: number, { behind = '', lines = height } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = Buffer.alloc(lines * (width + 1), 0x80).map((byte, index) => (index % (width + 1) === 0 ? 0 : byte));
  return Buffer.concat([
    PICTURES.png.subarray(0, 8),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.concat([deflateSync(pixels), Buffer.from(behind)])),
    pngChunk('IEND', ''),
  ]);
}

/** Behind the first two bytes of a JPEG. */
export function withSegment(marker: number, data: string, jpeg: Buffer = PICTURES.jpeg): Buffer {
  const segment = Buffer.from(`\xff${String.fromCharCode(marker)}\0\0${data}`, 'latin1');
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** Metadata of a camera: which side is up, and words. */
export const exif = (orientation: number, words: string) =>
  `Exif\0\0II*\0\x08\0\0\0\x02\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation)}\0\0\0\x0e\x01\x02\0${String.fromCharCode(words.length)}\0\0\0\x26\0\0\0\0\0\0\0${words}`;

export function withWebpChunk(type: string, data: string, webp: Buffer = PICTURES['transparent webp']): Buffer {
  const chunk = Buffer.from(`${type}\0\0\0\0${data}${data.length % 2 === 0 ? '' : '\0'}`, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  const file = Buffer.concat([webp, chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** Before the frame of a GIF. */
export function withGifBlock(block: string, gif: Buffer = PICTURES.gif): Buffer {
  const at = gif.indexOf(0x21);
  return Buffer.concat([gif.subarray(0, at), Buffer.from(block, 'latin1'), gif.subarray(at)]);
}

/** Two frames, of which the second is the first again. */
export function makeAnimatedGif(): Buffer {
  const { gif } = PICTURES;
  return Buffer.concat([gif.subarray(0, -1), gif.subarray(gif.indexOf(0x2c))]);
}
