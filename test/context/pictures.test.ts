// Pictures as context: which are taken, what is taken out of them, which are refused, and how many a debate may have.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../src/domain/pictures.ts';
import { findPictureType, readPicture } from '../../src/material/pictures/read-picture.ts';
import { inCi } from '../support/campaign.ts';
import {
  exif,
  makeAnimatedGif,
  makePng,
  PICTURES,
  type PictureName,
  withGifBlock,
  withPngChunk,
  withSegment,
  withWebpChunk,
} from '../support/pictures.ts';
import { type Folder, makeFolder } from './folder.ts';

const NAMES = Object.keys(PICTURES) as PictureName[];
const CANARY = 'CANARY-52.5200N-13.4050E';

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

async function read(bytes: Buffer) {
  const type = findPictureType(bytes);
  if (type === undefined) return { problem: 'is no picture' };
  return await readPicture(bytes, type, new AbortController().signal);
}

async function clean(bytes: Buffer): Promise<Buffer> {
  const picture = await read(bytes);
  if ('problem' in picture) throw new Error(picture.problem);
  return Buffer.from(picture.data, 'base64');
}

describe('a picture that is named', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['transparent webp', 'image/webp'],
    ['lossless webp', 'image/webp'],
    ['gif', 'image/gif'],
  ] as const)('is taken, whatever its name ends with: %s', async (name, mediaType) => {
    await folder.write({ 'shot.txt': PICTURES[name], 'notes.md': 'Notes' });
    const { items, pictures, leftOut } = await folder.collect(['shot.txt', 'notes.md']);
    expect(items.map(({ source }) => source)).toEqual(['notes.md']);
    expect(leftOut).toEqual([]);
    expect(pictures).toEqual([
      {
        ...{ source: 'shot.txt', mediaType, width: 6, height: 4, bytes: PICTURES[name].length },
        data: PICTURES[name].toString('base64'),
      },
    ]);
  });

  it('is taken however little room is left for text', async () => {
    await folder.write({ 'a.png': makePng(64, 64), 'b.md': 'Text' });
    const { items, pictures } = await folder.collect(['a.png', 'b.md'], { maxBytes: 10 });
    expect([items.length, pictures.length]).toEqual([1, 1]);
  });

  it('is not what a folder or a glob brings along', async () => {
    await folder.write({ 'docs/a.png': PICTURES.png, 'docs/b.md': 'B' });
    for (const source of ['docs', 'docs/*']) {
      const { items, pictures, leftOut } = await folder.collect([source]);
      expect([items.length, pictures.length]).toEqual([1, 0]);
      expect(leftOut).toEqual([{ source: 'docs/a.png', reason: 'a picture: pass it by its name' }]);
    }
  });

  it.each([[['shots', 'shots/login.png']], [['shots/*', 'shots/login.png']], [['shots/login.png', 'shots']]])(
    'is taken also where a folder or a glob holds it: %j',
    async (sources) => {
      await folder.write({
        'shots/login.png': PICTURES.png,
        'shots/notes.md': 'Notes',
        'shots/other.png': makePng(3, 3),
      });
      const { pictures, leftOut } = await folder.collect(sources);
      expect(pictures.map(({ source }) => source)).toEqual(['shots/login.png']);
      expect(leftOut).toEqual([{ source: 'shots/other.png', reason: 'a picture: pass it by its name' }]);
    },
  );

  it('is text where it is text', async () => {
    await folder.write({ 'a.gif': 'GIF89a is the name of a format.' });
    const { items, pictures } = await folder.collect(['a.gif']);
    expect([items.length, pictures.length]).toEqual([1, 0]);
  });
});

describe('what is no part of the picture', () => {
  const jpegTrailer = Buffer.concat([PICTURES.jpeg, Buffer.from(`\xff\xd8${CANARY}`, 'latin1')]);
  const word = (text: string) => `${String.fromCharCode(text.length)}${text}\0`;
  it.each([
    ['a text of a PNG', withPngChunk('tEXt', `Comment\0${CANARY}`)],
    ['a compressed text of a PNG', withPngChunk('zTXt', `Comment\0\0${CANARY}`)],
    ['an international text of a PNG, as of XMP', withPngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${CANARY}`)],
    ['metadata of a camera in a PNG', withPngChunk('eXIf', CANARY)],
    ['the time of a PNG', withPngChunk('tIME', CANARY)],
    ['the colour profile of a PNG', withPngChunk('iCCP', CANARY)],
    ['a private chunk of a PNG', withPngChunk('prVt', CANARY)],
    ['what follows the end of a PNG', Buffer.concat([PICTURES.png, Buffer.from(CANARY)])],
    ['what follows the pixels of a PNG', makePng(6, 4, { behind: CANARY })],
    ['metadata of a camera in a JPEG', withSegment(0xe1, exif(1, CANARY))],
    ['the same where it says which side is up', withSegment(0xe1, exif(6, CANARY))],
    ['XMP of a JPEG', withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${CANARY}`)],
    ['the colour profile of a JPEG', withSegment(0xe2, `ICC_PROFILE\0\x01\x01${CANARY}`)],
    ['words of an agency in a JPEG', withSegment(0xed, `Photoshop 3.0\0${CANARY}`)],
    ['a comment of a JPEG', withSegment(0xfe, CANARY)],
    ['the small picture in the head of a JPEG', withSegment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x02\x04${CANARY}`)],
    ['a name in what Adobe says of a JPEG', withSegment(0xee, `Adobe\0d\0\0\0\0\x01${CANARY}`)],
    ['a second picture behind a JPEG', jpegTrailer],
    ['metadata of a camera in a WebP', withWebpChunk('EXIF', CANARY)],
    ['XMP of a WebP', withWebpChunk('XMP ', CANARY)],
    ['the colour profile of a WebP', withWebpChunk('ICCP', CANARY)],
    ['an unknown chunk of a WebP', withWebpChunk('what', CANARY)],
    ['what follows the end of a WebP', Buffer.concat([PICTURES.webp, Buffer.from(CANARY)])],
    ['a comment of a GIF', withGifBlock(`!\xfe${word(CANARY)}`)],
    ['XMP of a GIF', withGifBlock(`!\xff\x0bXMP DataXMP${word(CANARY)}`)],
    ['text over a GIF', withGifBlock(`!\x01\x0c${'\0'.repeat(12)}${word(CANARY)}`)],
    ['what follows the end of a GIF', Buffer.concat([PICTURES.gif, Buffer.from(CANARY)])],
    ['a program behind a GIF', Buffer.concat([PICTURES.gif, Buffer.from(`PK\x03\x04${CANARY}`)])],
  ])('is taken out: %s', async (_, bytes) => {
    expect(bytes.includes(CANARY)).toBe(true);
    const cleaned = await clean(bytes);
    expect(cleaned.includes(CANARY)).toBe(false);
    expect(await clean(cleaned)).toEqual(cleaned);
  });

  it('leaves which side of a JPEG is up', async () => {
    const cleaned = await clean(withSegment(0xe1, exif(6, CANARY)));
    expect(cleaned.length).toBe(PICTURES.jpeg.length + 36);
    expect(await clean(cleaned)).toEqual(cleaned);
    expect(await clean(withSegment(0xe1, exif(9, CANARY)))).toEqual(PICTURES.jpeg);
  });

  it('leaves colours and transparency of a PNG', async () => {
    for (const [type, data] of [
      ['gAMA', '\0\0\xb1\x8f'],
      ['sRGB', '\0'],
      ['tRNS', '\0\0'],
    ] as const) {
      const png = withPngChunk(type, data, makePng(6, 4));
      expect(await clean(png)).toEqual(png);
    }
  });
});

describe('a picture that cannot be read', () => {
  const wide = makePng(8_001, 1);
  const bomb = makePng(8_000, 8_000, { lines: 1 });
  const png = Buffer.from(PICTURES.png);
  png[20] = 99;
  const hugeFrame = Buffer.from(PICTURES.gif);
  hugeFrame.writeUInt16LE(60_000, hugeFrame.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5);
  it.each([
    ['with a wrong sum', png, /is a picture that is damaged\./],
    ['of too many pixels in a line', wide, /has 8001 × 1 pixels, and a side may have 8000/],
    ['with fewer pixels than it says', bomb, /is cut off/],
    ['with more pixels than it says', makePng(6, 4, { lines: 40 }), /is damaged/],
    ['with an unknown chunk that matters', withPngChunk('ABCD', 'x'), /is damaged/],
    ['with words where a colour should be', withPngChunk('gAMA', CANARY), /is damaged/],
    ['with a palette of half a colour', withPngChunk('PLTE', '\0\0'), /is damaged/],
    ['whose frame is larger than its screen', hugeFrame, /is damaged/],
    ['that moves, as a PNG', withPngChunk('acTL', '\0'.repeat(8)), /is animated, of which seats would see one frame/],
    ['that moves, as a GIF', makeAnimatedGif(), /is animated/],
    ['that moves, as a WebP', withWebpChunk('ANIM', '\0'.repeat(6)), /is animated/],
    ['that is coded without Huffman tables', withSegment(0xc9, 'x'), /is coded in a way that few programs read/],
    ['whose table is longer than its segment', withSegment(0xdb, '\0abc'), /is damaged/],
    ['with two headers', withSegment(0xc0, '\x08\0\x04\0\x06\x01\x01\x11\0'), /is damaged/],
    ['with other sizes in a WebP', withWebpChunk('VP8X', '\0'.repeat(10)), /is damaged/],
    ['with too many bytes', Buffer.concat([PICTURES.png, Buffer.alloc(MAX_PICTURE_BYTES)]), /one may have 3750000\./],
    ['that is neither', Buffer.from([0, 1, 2, 0, 255, 254]), /is neither text nor a picture that can be read/],
    ['of another kind', Buffer.from('BM\0\0\0\0\xff', 'latin1'), /is neither text nor a picture that can be read/],
  ])('is refused with what to do: %s', async (_, bytes, message) => {
    await folder.write({ 'a.png': bytes });
    const refusal = await folder.refusal(['a.png']);
    expect([refusal.code, refusal.hint === undefined]).toEqual(['context-unreadable', false]);
    expect(refusal.message).toMatch(message);
  });

  it.each(NAMES)('is refused wherever it was cut off: %s', async (name) => {
    const bytes = PICTURES[name];
    for (let length = 12; length < bytes.length; length += 1)
      expect(await read(bytes.subarray(0, length))).toMatchObject({
        problem: expect.stringMatching(/cut off|damaged/),
      });
  });

  it.each(NAMES)('never breaks the reader, and what is taken stays as it is: %s', async (name) => {
    const bytes = PICTURES[name];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.uint8Array({ maxLength: 20 }),
        async (changes, behind) => {
          const changed = Buffer.concat([bytes, behind]);
          for (const [at, byte] of changes) changed[at] = byte;
          const picture = await read(changed);
          if ('problem' in picture) return;
          const cleaned = Buffer.from(picture.data, 'base64');
          expect(cleaned.length).toBeLessThanOrEqual(changed.length + 64);
          expect(await clean(cleaned)).toEqual(cleaned);
        },
      ),
    );
  });

  it('costs time in proportion to its bytes', async () => {
    const scans = Buffer.concat([PICTURES.jpeg.subarray(0, -2), Buffer.alloc(3_000_000, '\xff\0', 'latin1')]);
    expect(await read(scans)).toMatchObject({ problem: 'is cut off' });
  });
});

describe('of pictures a debate may have', () => {
  it('eight', async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.png`, makePng(6, index + 1)]));
    await folder.write(files);
    const names = Object.keys(files);
    expect((await folder.collect(names.slice(0, 8))).pictures).toHaveLength(8);
    expect((await folder.refusal(names)).message).toContain('"8.png" is one picture too many: a debate may have 8.');
  });

  it.runIf(inCi)('six million bytes', async () => {
    const large = () => {
      const bytes = Buffer.alloc(2_500_000, 'x');
      return Buffer.concat([PICTURES.jpeg.subarray(0, -2), bytes, PICTURES.jpeg.subarray(-2)]);
    };
    await folder.write({ 'a.jpg': large(), 'b.jpg': large(), 'c.jpg': large() });
    expect((await folder.collect(['a.jpg', 'b.jpg'])).pictures).toHaveLength(2);
    const { message, hint } = await folder.refusal(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(message).toContain('and they may have 6000000');
    expect(hint).toContain('Scale it down');
  });

  it('each once', async () => {
    await folder.write({ 'a.png': PICTURES.png });
    expect((await folder.collect(['a.png', './a.png'])).pictures).toHaveLength(1);
  });

  it('none whose name usually holds secrets', async () => {
    await folder.write({ 'server.key': PICTURES.png });
    expect((await folder.refusal(['server.key'])).code).toBe('secret-found');
  });
});
