// The shape of a picture among the material; src/domain/pictures.ts works with it.
import * as z from 'zod';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, PICTURE_TYPES } from './pictures.ts';
import { sealedSchema } from './sealed/sealed-schema.ts';

const side = z.int().min(1).max(MAX_PICTURE_SIDE);

export const pictureFacts = {
  /** Path relative to where the run was started. */
  source: z.string().min(1),
  mediaType: z.enum(PICTURE_TYPES),
  width: side,
  height: side,
  bytes: z.int().min(1).max(MAX_PICTURE_BYTES),
};

/**
 * A picture that the seats are given; stands right behind the opening. Its bytes, in base64, are without what tells of the camera,
 * the place or the program.
 */
export const pictureSchema = () => z.strictObject({ ...pictureFacts, content: sealedSchema });
