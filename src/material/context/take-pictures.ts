// Takes pictures among the context, as many and as large as a debate may have.
import {
  MAX_ALL_PICTURE_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PICTURES,
  type OpenPicture,
  type PictureType,
} from '../../domain/pictures.ts';
import { readPicture } from '../pictures/read-picture.ts';
import type { Refused } from './read-document.ts';

const SAVE_AGAIN = 'Save it again as a PNG or JPEG, or leave it out.';
const MAKE_SMALLER = 'Scale it down or cut out what matters, and save it again.';

export const tooLargePicture = (bytes: number): Refused => ({
  why: `is a picture of ${bytes} bytes, and one may have ${MAX_PICTURE_BYTES}`,
  hint: MAKE_SMALLER,
});

/** Whether a debate may have all of these, of which the last came last. */
export function checkTogether(pictures: readonly Pick<OpenPicture, 'bytes'>[]): Refused | undefined {
  if (pictures.length > MAX_PICTURES)
    return { why: `is one picture too many: a debate may have ${MAX_PICTURES}`, hint: 'Leave out some of them.' };
  const all = pictures.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all <= MAX_ALL_PICTURE_BYTES) return undefined;
  return {
    why: `brings all pictures to ${all} bytes, and they may have ${MAX_ALL_PICTURE_BYTES}`,
    hint: MAKE_SMALLER,
  };
}

export function createPictureTaker(signal: AbortSignal) {
  const taken: OpenPicture[] = [];
  return {
    taken: taken as readonly OpenPicture[],
    async take(source: string, file: Buffer, type: PictureType): Promise<Refused | undefined> {
      if (file.length > MAX_PICTURE_BYTES) return tooLargePicture(file.length);
      const picture = await readPicture(file, type, signal);
      if ('problem' in picture) {
        const { problem, isTooLarge } = picture;
        return { why: `is a picture that ${problem}`, hint: isTooLarge ? MAKE_SMALLER : SAVE_AGAIN };
      }
      const problem = checkTogether([...taken, picture]);
      if (problem === undefined) taken.push({ source, ...picture });
      return problem;
    },
  };
}
