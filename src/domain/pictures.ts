// Pictures among the material of a debate: which kinds there are, how many and how large, and how they are named.
import type { Sealed } from './sealed/sealed.ts';

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** More, larger or wider ones some of the services refuse. */
export const MAX_PICTURES = 8;
/** Of one picture, so that its base64 has at most 5,000,000 characters. */
export const MAX_PICTURE_BYTES = 3_750_000;
/** Of all together: what programs take on standard input. */
export const MAX_ALL_PICTURE_BYTES = 6_000_000;
/** Of each side, in pixels. */
export const MAX_PICTURE_SIDE = 8_000;

/** As a ledger has it; see `pictureSchema`. */
export interface RecordedPicture {
  readonly source: string;
  readonly mediaType: PictureType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly content: Sealed;
}

/** A picture before it is sealed. */
export type OpenPicture = Omit<RecordedPicture, 'content'> & {
  /** Base64. */
  readonly data: string;
};

const NAMES: Readonly<Record<PictureType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
};

/** "PNG, 800 × 600 pixels, 12345 bytes" */
export const describePicture = ({ mediaType, width, height, bytes }: Omit<RecordedPicture, 'source' | 'content'>) =>
  `${NAMES[mediaType]}, ${width} × ${height} pixels, ${bytes} bytes`;

/** As an address that holds it. */
export const toDataUrl = ({ mediaType, data }: Pick<OpenPicture, 'mediaType' | 'data'>) =>
  `data:${mediaType};base64,${data}`;
