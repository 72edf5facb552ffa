// A picture out of a file: known by its first bytes, held to its limits, and without what tells of camera, place and program.
import { MAX_PICTURE_SIDE, type OpenPicture, type PictureType } from '../../domain/pictures.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { type CleanPicture, damaged, PictureError } from './parts.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** As many bytes of a file as tell what it is. */
export const SIGNATURE_BYTES = 16;

const SIGNATURES: readonly (readonly [PictureType, RegExp])[] = [
  ['image/png', new RegExp(`^${PNG_SIGNATURE.toString('latin1')}`)],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** `undefined` for what is no picture of a kind that is read. */
export function findPictureType(bytes: Uint8Array): PictureType | undefined {
  const first = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return SIGNATURES.find(([, signature]) => signature.test(first))?.[0];
}

function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged();
  if (Math.max(width, height) > MAX_PICTURE_SIDE)
    throw new PictureError(`has ${width} × ${height} pixels, and a side may have ${MAX_PICTURE_SIDE}`, {
      isTooLarge: true,
    });
}

async function clean(bytes: Buffer, mediaType: PictureType, signal: AbortSignal): Promise<CleanPicture> {
  switch (mediaType) {
    case 'image/png':
      return await readPng(bytes, checkSize, signal);
    case 'image/jpeg':
      return readJpeg(bytes, checkSize);
    case 'image/gif':
      return readGif(bytes, checkSize);
    case 'image/webp':
      return readWebp(bytes, checkSize);
  }
}

/** `problem` follows its name: "is cut off". */
export async function readPicture(
  bytes: Buffer,
  mediaType: PictureType,
  signal: AbortSignal,
): Promise<Omit<OpenPicture, 'source'> | { readonly problem: string; readonly isTooLarge: boolean }> {
  try {
    const { width, height, bytes: cleaned } = await clean(bytes, mediaType, signal);
    return { mediaType, width, height, bytes: cleaned.length, data: cleaned.toString('base64') };
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.message, isTooLarge: error.isTooLarge };
    throw error;
  }
}
