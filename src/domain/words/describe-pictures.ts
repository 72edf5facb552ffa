// Pictures of a debate in the words of every door: what each is, and which seats were given it.
import { describePicture } from '../pictures.ts';
import type { DebateRecord } from '../record.ts';
import { countNoun } from './format-figures.ts';
import { labelSeats } from './label-seats.ts';

export interface PictureWords {
  readonly source: string;
  /** "PNG, 800 × 600 pixels, 12345 bytes" */
  readonly what: string;
  /** "event 1, seen by Wind, not seen by Wall" */
  readonly more: string;
}

export function describePictures(
  { pictures = [], authority, seats: named }: Pick<DebateRecord, 'pictures' | 'authority' | 'seats'>,
  label = labelSeats(named),
): readonly PictureWords[] {
  return pictures.map((picture, index) => {
    const { seen = [], unseen = [] } = authority.pictures?.[index] ?? {};
    const by = (verb: string, seats: readonly string[]) =>
      seats.length === 0 ? [] : [`${verb} by ${seats.map(label).join(', ')}`];
    const parts = [`event ${picture.seq}`, ...by('seen', seen), ...by('not seen', unseen)];
    const more = [...parts, ...(picture.redacted === true ? ['redacted'] : [])].join(', ');
    return { source: picture.source, what: describePicture(picture), more };
  });
}

/** What a large picture comes to at least in the services that say how they count. */
const MOST_TOKENS = 1_600;
const PIXELS_PER_TOKEN = 750;

/** "2 pictures, about 2400 tokens in each session that sees them" */
export function describePictureCost(pictures: readonly { readonly width: number; readonly height: number }[]): string {
  const tokens = pictures.map(({ width, height }) =>
    Math.min(MOST_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN)),
  );
  const sum = tokens.reduce((total, each) => total + each, 0);
  return `${countNoun(pictures.length, 'picture')}, about ${countNoun(sum, 'token')} in each session that sees them`;
}
