// The pictures that the seats were given, with which of them saw each.
import type { DebateRecord } from '../../domain/record.ts';
import { describePictures } from '../../domain/words/describe-pictures.ts';
import type { PageData } from './page-data.ts';
import { safe } from './words.ts';

interface GivenPicturesProps {
  readonly record: DebateRecord;
  readonly urls: NonNullable<PageData['pictures']>;
}

export function GivenPictures({ record, urls }: GivenPicturesProps) {
  const words = describePictures(record);
  return (
    <>
      {(record.pictures ?? []).map(({ seq, source, width, height, sha256, redacted }, index) => (
        <figure key={seq} class="given-picture">
          {redacted !== true && urls[sha256] !== undefined && (
            <img src={urls[sha256]} alt={safe(source)} width={width} height={height} loading="lazy" />
          )}
          <figcaption>
            <code>{safe(source)}</code> {words[index]?.what}; {words[index]?.more}
          </figcaption>
        </figure>
      ))}
    </>
  );
}
