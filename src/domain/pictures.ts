// Pictures among the material of a debate: which kinds there are, how many and how large, and how they are named.
import * as z from 'zod';
import { sealedSchema } from './sealed/sealed-schema.ts';

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

const side = z.number().int().min(1).max(MAX_PICTURE_SIDE);

export const pictureFacts = {
  /** Path relative to where the run was started. */
  source: z.string().min(1),
  mediaType: z.enum(PICTURE_TYPES),
  width: side,
  height: side,
  bytes: z.number().int().min(1).max(MAX_PICTURE_BYTES),
};

/**
 * A picture that the seats are given; stands right behind the opening. Its bytes, in base64, are without what tells of the camera,
 * the place or the program.
 */
export const pictureSchema = () => z.strictObject({ ...pictureFacts, content: sealedSchema });
export type RecordedPicture = z.infer<ReturnType<typeof pictureSchema>>;

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
