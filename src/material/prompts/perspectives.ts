// Points of view that a seat can look from: texts that come with the program, and those of a person or a project beside them.
import { readdir } from 'node:fs/promises';
import { collapseSpace } from '../../domain/evidence/quote-in-text.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { packageFile } from '../../support/package-root.ts';
import { readBytes } from '../../support/read-bytes.ts';
import { MAX_BYTES, type Overrides, PERSPECTIVES } from './overrides.ts';

const PREFIX = `${PERSPECTIVES}/`;
const ENDING = '.md';

export const isPerspective = (name: string) => name.startsWith(PREFIX);

export interface Perspective {
  readonly name: string;
  /** Its first sentence below the heading. */
  readonly summary: string;
  readonly text: string;
  /** It does not come with the program, or replaces a text that does. */
  readonly own: boolean;
}

/** The names of one's own come first. */
async function listTexts(overrides: Overrides | undefined): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
  const folder = packageFile(`prompts/${PERSPECTIVES}/`);
  const texts = new Map<string, Uint8Array | undefined>();
  for (const file of (await readdir(folder)).filter((each) => each.endsWith(ENDING))) {
    const bytes = await readBytes(packageFile(`prompts/${PREFIX}${file}`), MAX_BYTES);
    texts.set(file.slice(0, -ENDING.length), bytes === 'too-large' ? undefined : bytes);
  }
  for (const [file, bytes] of overrides?.files ?? []) {
    if (!isPerspective(file)) continue;
    texts.set(file.slice(PREFIX.length, -ENDING.length), bytes instanceof Uint8Array ? bytes : undefined);
  }
  return texts;
}

function summarize(text: string): string {
  const paragraph = text
    .split(/\n\s*\n/)
    .map(collapseSpace)
    .find((part) => part !== '' && !part.startsWith('#'));
  return /^.*?[.!?](?=\s|$)/.exec(paragraph ?? '')?.[0] ?? paragraph ?? '';
}

/** `overrides`: what was read of one's own texts. */
export async function listPerspectives(overrides: Overrides | undefined): Promise<readonly Perspective[]> {
  const texts = await listTexts(overrides);
  return [...texts]
    .map(([name, bytes]) => ({ name, text: bytes === undefined ? '' : new TextDecoder().decode(bytes) }))
    .map(({ name, text }) => ({
      name,
      summary: summarize(text),
      text,
      own: overrides?.files.has(`${PREFIX}${name}${ENDING}`) === true,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

export async function createUnknownPerspectiveError(
  name: string,
  overrides: Overrides | undefined,
): Promise<HallError> {
  const known = (await listPerspectives(overrides)).map((each) => each.name).join(', ');
  return new HallError('not-found', `There is no perspective "${name.slice(PREFIX.length)}".`, {
    hint: `Known perspectives: ${known}. Add your own as perspectives/NAME.md in the folder "prompts" of the configuration.`,
  });
}
