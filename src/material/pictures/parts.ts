// What the readers of all kinds of pictures share: why a file is refused, and parts of it that must be there.

/** The file is not the picture that it says it is, or too large a one; the message follows its name: "is cut off". */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly isTooLarge: boolean;

  constructor(message: string, { isTooLarge = false } = {}) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

export const damaged = (): PictureError => new PictureError('is damaged');

export const animated = (): PictureError => new PictureError('is animated, of which seats would see one frame');

/** Exactly so many bytes from here; throws where the file ends before. */
export function take(bytes: Buffer, from: number, length: number): Buffer {
  if (from + length > bytes.length) throw new PictureError('is cut off');
  return bytes.subarray(from, from + length);
}

export interface CleanPicture {
  readonly width: number;
  readonly height: number;
  /** The file without everything that is not needed to draw it. */
  readonly bytes: Buffer;
}
