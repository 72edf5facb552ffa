// The pictures that a debate was opened with, as its log has them.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { MAX_PICTURES, type OpenPicture, type RecordedPicture, toDataUrl } from '../../../domain/pictures.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';

export interface GivenPicture extends RecordedPicture {
  /** Number of its event. */
  readonly seq: number;
}

/** In their order. Their bytes are decoded only where somebody reads them. */
export function listPictures(log: readonly LedgerEvent[]): readonly GivenPicture[] {
  return log
    .slice(0, MAX_PICTURES + 1)
    .flatMap((event) => (isEvent(event, 'picture-given') ? [{ ...event.data, seq: event.seq }] : []));
}

/** Addresses that hold those that were not redacted, by their digests. */
export const listPictureAddresses = (log: readonly LedgerEvent[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listPictures(log).flatMap(({ content, mediaType }) => {
      const data = readSealed(content);
      return data === undefined ? [] : [[content.sha256, toDataUrl({ mediaType, data })]];
    }),
  );

/** Those that were not redacted, to give them again. */
export function toOpenPictures(pictures: readonly GivenPicture[]): readonly OpenPicture[] {
  return pictures.flatMap(({ seq: _, content, ...picture }) => {
    const data = readSealed(content);
    return data === undefined ? [] : [{ ...picture, data }];
  });
}
