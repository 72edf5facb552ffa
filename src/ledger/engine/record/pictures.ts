// The pictures that a debate was opened with, as its log has them.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { MAX_PICTURES, type OpenPicture, type RecordedPicture } from '../../../domain/pictures.ts';
import { textOf } from '../../../domain/sealed/sealed.ts';

export interface GivenPicture extends Omit<RecordedPicture, 'content'> {
  /** Number of its event. */
  readonly seq: number;
  readonly sha256: string;
  /** Base64; `undefined` once it was redacted. */
  readonly data: string | undefined;
}

/** In their order. */
export function listPictures(log: readonly LedgerEvent[]): readonly GivenPicture[] {
  return log.slice(0, MAX_PICTURES + 1).flatMap((event) => {
    if (!isEvent(event, 'picture-given')) return [];
    const { content, ...picture } = event.data;
    return [{ ...picture, seq: event.seq, sha256: content.sha256, data: textOf(content) }];
  });
}

/** Those that were not redacted, to give them again. */
export function toOpenPictures(pictures: readonly GivenPicture[]): readonly OpenPicture[] {
  return pictures.flatMap(({ seq: _seq, sha256: _sha256, data, ...picture }) =>
    data === undefined ? [] : [{ ...picture, data }],
  );
}
