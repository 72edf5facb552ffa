// A picture out of a file: known by its first bytes, held to its limits, and without what tells of camera, place and program.
import { MAX_PICTURE_SIDE, type OpenPicture, PICTURE_TYPES, type PictureType } from '../../domain/pictures.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { type CleanPicture, damaged, PictureError } from './parts.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** As many bytes of a file as tell what it is. */
export const SIGNATURE_BYTES = 16;

type Reader = (bytes: Buffer, check: typeof checkSize, signal: AbortSignal) => CleanPicture | Promise<CleanPicture>;

const KINDS: Readonly<Record<PictureType, readonly [signature: RegExp, read: Reader]>> = {
  'image/png': [new RegExp(`^${PNG_SIGNATURE.toString('latin1')}`), readPng],
  'image/jpeg': [/^\xff\xd8\xff/, readJpeg],
  'image/gif': [/^GIF8[79]a/, readGif],
  'image/webp': [/^RIFF[\s\S]{4}WEBP/, readWebp],
};

/** `undefined` for what is no picture of a kind that is read. */
export function findPictureType(bytes: Uint8Array): PictureType | undefined {
  const first = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return PICTURE_TYPES.find((type) => KINDS[type][0].test(first));
}

function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged();
  if (Math.max(width, height) > MAX_PICTURE_SIDE)
    throw new PictureError(`has ${width} × ${height} pixels, and a side may have ${MAX_PICTURE_SIDE}`, {
      isTooLarge: true,
    });
}

/** `problem` follows its name: "is cut off". */
export async function readPicture(
  bytes: Buffer,
  mediaType: PictureType,
  signal: AbortSignal,
): Promise<Omit<OpenPicture, 'source'> | { readonly problem: string; readonly isTooLarge: boolean }> {
  try {
    const [, read] = KINDS[mediaType];
    const { width, height, bytes: cleaned } = await read(bytes, checkSize, signal);
    return { mediaType, width, height, bytes: cleaned.length, data: cleaned.toString('base64') };
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.message, isTooLarge: error.isTooLarge };
    throw error;
  }
}
