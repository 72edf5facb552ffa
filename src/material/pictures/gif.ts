// Reads a GIF of one frame and writes it again with the blocks that draw it.
import { animated, type CleanPicture, damaged, take } from './parts.ts';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
/** What an image block is drawn with, such as which colour is transparent; of the extensions only this is kept. */
const CONTROL = 0xf9;
const CONTROL_LENGTH = 4;

/** Bytes of the table of colours that these flags announce. */
const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Where the blocks of data end that begin here: behind an empty one. */
function skipBlocks(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const [length = 0] = take(bytes, at, 1);
    at += 1;
    if (length === 0) return at;
    take(bytes, at, length);
    at += length;
  }
}

export function readGif(bytes: Buffer, checkSize: (width: number, height: number) => void): CleanPicture {
  const screen = take(bytes, 0, 13);
  const [width, height] = [screen.readUInt16LE(6), screen.readUInt16LE(8)];
  checkSize(width, height);
  let at = 13 + tableLength(screen[10] ?? 0);
  const written = [Buffer.from('GIF89a'), take(bytes, 6, at - 6)];
  let control: Buffer | undefined;
  let images = 0;
  for (;;) {
    const [kind] = take(bytes, at, 1);
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      const [, label, length] = take(bytes, at, 3);
      const end = skipBlocks(bytes, at + 2);
      if (label === CONTROL) {
        if (length !== CONTROL_LENGTH || end !== at + 8) throw damaged();
        control = bytes.subarray(at, end);
      }
      at = end;
      continue;
    }
    if (kind !== IMAGE) throw damaged();
    images += 1;
    if (images > 1) throw animated();
    const place = take(bytes, at, 10);
    const [left, top] = [place.readUInt16LE(1), place.readUInt16LE(3)];
    const [across, down] = [place.readUInt16LE(5), place.readUInt16LE(7)];
    if (across === 0 || down === 0 || left + across > width || top + down > height) throw damaged();
    const flags = place[9] ?? 0;
    const data = at + 10 + tableLength(flags);
    const [bits = 0] = take(bytes, data, 1);
    const end = skipBlocks(bytes, data + 1);
    if (bits < 1 || bits > 11 || end < data + 4) throw damaged();
    written.push(...(control === undefined ? [] : [control]), bytes.subarray(at, end));
    at = end;
  }
  if (images === 0) throw damaged();
  return { width, height, bytes: Buffer.concat([...written, Buffer.from([TRAILER])]) };
}
