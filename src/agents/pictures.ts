// Pictures in what an agent is asked: those that it can see go with the message, of the others it gets the names.
import { posix } from 'node:path';
import { describePicture, type OpenPicture, type PictureType } from '../domain/pictures.ts';
import { joinWords } from '../domain/words/format-figures.ts';

/** What an agent sees, as far as that is known before it has started. */
export type Sight = readonly PictureType[] | 'announced';

export interface PromptPicture {
  readonly source: string;
  readonly mediaType: PictureType;
  /** Its bytes in base64, which are large and mostly not needed. */
  readonly read: () => string;
}

export interface PromptPictures {
  readonly given: readonly PromptPicture[];
  /** All of them in words, the redacted ones as well, for people. */
  readonly rows: readonly string[];
  /** What the seat reads of them, where these go with the message. */
  render(attached: readonly PromptPicture[]): string;
}

/** What is asked, before anybody knows what of it the agent takes. */
export interface PromptQuestion {
  readonly text: string;
  /** Only of the first one in a session. */
  readonly pictures?: PromptPictures | undefined;
}

export interface PromptMessage {
  readonly text: string;
  readonly attached: readonly PromptPicture[];
}

/** What of the pictures an agent sees that takes these types. */
export const selectSeen = (pictures: PromptPictures | undefined, sees: readonly PictureType[]) =>
  pictures?.given.filter(({ mediaType }) => sees.includes(mediaType)) ?? [];

export function toMessage({ text, pictures }: PromptQuestion, sees: readonly PictureType[]): PromptMessage {
  if (pictures === undefined) return { text, attached: [] };
  const attached = selectSeen(pictures, sees);
  return { text: `${pictures.render(attached)}\n\n${text}`, attached };
}

/** The whole request in words, as read by whoever was given the pictures of these names. */
export function withSight(
  { user, pictures }: { readonly user: string; readonly pictures?: PromptPictures },
  seen: readonly string[] = [],
): string {
  const attached = pictures?.given.filter(({ source }) => seen.includes(source)) ?? [];
  return pictures === undefined ? user : `${pictures.render(attached)}\n\n${user}`;
}

/** For the record; absent where there are none. */
export function namePictures(seen: readonly PromptPicture[]): { readonly pictures?: readonly string[] } {
  return seen.length === 0 ? {} : { pictures: seen.map(({ source }) => source) };
}

/** "picture 1", "pictures 1 and 3" */
function nameNumbers(numbers: readonly number[]): string {
  return `${numbers.length < 2 ? 'picture' : 'pictures'} ${joinWords(numbers.map(String))}`;
}

/** What a seat reads of those that go with its message, and of those that it cannot see; each about "pictures 1 and 3". */
export interface SightTexts {
  readonly seen: (numbers: string) => string;
  readonly unseen: (numbers: string) => string;
}

/** `all`: with the redacted ones, which nobody can read any more. `list` puts the rows where nobody takes them for instructions. */
export function describeForSeat(
  all: readonly (Omit<OpenPicture, 'data'> & Partial<Pick<PromptPicture, 'read'>>)[],
  list: (rows: string) => string,
  texts: SightTexts,
): PromptPictures {
  const numbered = all.map((picture, index) => ({ ...picture, number: index + 1 }));
  const given = numbered.flatMap(({ read, ...picture }) => (read === undefined ? [] : [{ ...picture, read }]));
  const rows = numbered.map(
    (picture) =>
      `${picture.number}. ${picture.source}: ${picture.read === undefined ? 'redacted' : describePicture(picture)}`,
  );
  return {
    ...{ given, rows },
    render(attached) {
      const say = (text: (numbers: string) => string, isSeen: boolean) => {
        const numbers = given.filter((picture) => attached.includes(picture) === isSeen).map(({ number }) => number);
        return numbers.length === 0 ? [] : [text(nameNumbers(numbers))];
      };
      return [`# Pictures\n\n${list(rows.join('\n'))}`, ...say(texts.seen, true), ...say(texts.unseen, false)].join(
        '\n\n',
      );
    },
  };
}

/** As files of the scratch folder, for programs that take paths. */
export function toFiles(attached: readonly PromptPicture[], folder = '.'): readonly (readonly [string, Uint8Array])[] {
  return attached.map(({ mediaType, read }, index) => [
    posix.join(folder, `picture-${index + 1}.${mediaType.slice('image/'.length)}`),
    Buffer.from(read(), 'base64'),
  ]);
}
