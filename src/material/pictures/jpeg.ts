// Reads a JPEG and writes it again with the segments that draw it; of its metadata only which side is up is kept.
import { type CleanPicture, damaged, PictureError, take } from './parts.ts';

const [SOI, EOI, SOS, DQT, DHT, DRI, APP0, APP1, APP14] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xe0, 0xe1, 0xee];
/** Baseline, extended and progressive ones with Huffman codes; nothing else is read everywhere. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Other ways to code a picture, which few programs read. */
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc, 0xde, 0xdf];

const ORIENTATION = 0x0112;

/** Which side is up, from 1 to 8; 1 where the metadata does not say so in a way that can be read. */
function readOrientation(exif: Buffer): number {
  if (exif.toString('latin1', 0, 6) !== 'Exif\0\0') return 1;
  const tiff = exif.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let index = 0; index < short(directory); index += 1) {
      const entry = directory + 2 + 12 * index;
      if (short(entry) === ORIENTATION) return short(entry + 8);
    }
  } catch (error) {
    // Metadata that leads beyond its end says nothing.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** Metadata with this one value. */
function writeOrientation(orientation: number): Buffer {
  const exif = Buffer.from(`Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${'\0'.repeat(7)}`, 'latin1');
  exif.writeUInt8(orientation, 25);
  return writeSegment(APP1, exif);
}

function writeSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Each table says how long it is; nothing may follow the last one. */
function checkTables(data: Buffer, lengthAt: (at: number) => number): void {
  let at = 0;
  while (at < data.length) at += lengthAt(at);
  if (at !== data.length || at === 0) throw damaged();
}

function checkSegment(marker: number, data: Buffer): void {
  if (marker === DQT) checkTables(data, (at) => ((data[at] ?? 0) >> 4 === 0 ? 65 : 129));
  else if (marker === DHT) checkTables(data, (at) => take(data, at + 1, 16).reduce((sum, count) => sum + count, 17));
  else if (marker === DRI && data.length !== 2) throw damaged();
  else if (FRAMES.includes(marker) && data.length !== 6 + 3 * (data[5] ?? 0)) throw damaged();
  else if (marker === SOS && data.length !== 4 + 2 * (data[0] ?? 0)) throw damaged();
}

/** Where the coded pixels that begin here end: at the next marker that is no part of them. */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isCoded = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (isCoded) at += 1;
    else if (next !== 0xff) return at;
  }
  throw new PictureError('is cut off');
}

export function readJpeg(bytes: Buffer, checkSize: (width: number, height: number) => void): CleanPicture {
  const written: Buffer[] = [];
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  let scans = 0;
  for (let at = 2; ; ) {
    if (take(bytes, at, 2)[0] !== 0xff) throw damaged();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) break;
    if (OTHER_FRAMES.includes(marker)) throw new PictureError('is coded in a way that few programs read');
    const length = take(bytes, at + 2, 2).readUInt16BE(0);
    if (length < 2 || marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) throw damaged();
    const data = take(bytes, at + 4, length - 2);
    at += 2 + length;
    checkSegment(marker, data);
    if (FRAMES.includes(marker)) {
      if (size !== undefined) throw damaged();
      size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) };
      checkSize(size.width, size.height);
    }
    if (marker === APP1 && orientation === 1) orientation = readOrientation(data);
    // The header of the format without the small picture that may follow it, and what Adobe says of the colours.
    if (marker === APP0 && data.toString('latin1', 0, 5) === 'JFIF\0')
      written.push(writeSegment(APP0, Buffer.concat([take(data, 0, 12), Buffer.alloc(2)])));
    if (marker === APP14 && data.toString('latin1', 0, 5) === 'Adobe')
      written.push(writeSegment(APP14, take(data, 0, 12)));
    if (marker === SOS ? size !== undefined : FRAMES.includes(marker) || [DQT, DHT, DRI].includes(marker))
      written.push(writeSegment(marker, data));
    if (marker !== SOS) continue;
    if (size === undefined) throw damaged();
    const end = findScanEnd(bytes, at);
    if (end === at) throw damaged();
    written.push(bytes.subarray(at, end));
    at = end;
    scans += 1;
  }
  if (size === undefined || scans === 0) throw damaged();
  const up = orientation >= 2 && orientation <= 8 ? [writeOrientation(orientation)] : [];
  return { ...size, bytes: Buffer.concat([Buffer.from([0xff, SOI]), ...up, ...written, Buffer.from([0xff, EOI])]) };
}
