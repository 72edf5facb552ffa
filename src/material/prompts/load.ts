// Loads a format's texts: those in prompts/<format>/ and those of all formats in prompts/common/, each replaced by the file of that name in the user's own folder.
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { sha256Hex } from '../../support/canonical.ts';
import { packageFile } from '../../support/package-root.ts';
import { type Overrides, PERSPECTIVES, readOverrides } from './overrides.ts';
import { createUnknownPerspectiveError, isPerspective } from './perspectives.ts';

/** Anything that begins like a placeholder, so that `{{ Round}}` is refused and not sent as it is. */
const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)\}\}|\{\{/g;

/**
 * The text with each `{{name}}` replaced by its value. Values are inserted as they are and not looked at again; those
 * that the text does not use are ignored.
 * @param file names the text in errors
 * @throws HallError `config-invalid` naming file, line and placeholder
 */
export function render(text: string, values: Readonly<Record<string, string>>, file: string): string {
  return text.replace(PLACEHOLDER, (match: string, name: string | undefined, offset: number) => {
    const value = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    const line = text.slice(0, offset).split('\n').length;
    const problem =
      name === undefined
        ? 'there is a "{{" that does not start a placeholder such as {{round}}'
        : `unknown placeholder ${match}`;
    const known = Object.keys(values).map((key) => `{{${key}}}`);
    throw new HallError('config-invalid', `${file}, line ${line}: ${problem}.`, {
      hint: known.length === 0 ? 'This text has no placeholders.' : `It may use ${known.join(', ')}.`,
    });
  });
}

/** Where a text begins to say in which form programs answer. */
const FORM_FOR_PROGRAMS = /^## How to answer$/m;

const SHIPPED = packageFile('prompts/');
/** Texts that every format can have. */
const COMMON = 'common';

const SLUG = /^(?:perspectives\/)?[a-z][a-z0-9-]*$/;

interface PromptText {
  /** Line ends `\n`, no byte order mark, no blank lines at the ends; placeholders still in it. */
  readonly text: string;
  /** Absolute path that it was read from. */
  readonly file: string;
}

export type Prompts = Awaited<ReturnType<typeof loadPrompts>>;

export interface PromptOptions {
  readonly format: string;
  /** Names of the texts that the format needs: its roles and tasks. */
  readonly names: readonly string[];
  /** Absolute path of a folder that holds `<format>/<name>.md` for each text that is replaced. */
  readonly overrideFolder?: string;
  /** What was read of that folder before; read now without it. */
  readonly overrides?: Overrides | undefined;
}

function refuse(file: string, problem: string, hint: string, cause?: unknown): never {
  throw new HallError('config-invalid', `${file}: ${problem}.`, { hint, ...defined({ cause }) });
}

function decodeText(file: string, bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(file, 'is not UTF-8 text', 'Save it as UTF-8.');
  }
  const trimmed = text.replace(/\r\n?/g, '\n').trim();
  return trimmed === '' ? refuse(file, 'is empty', 'Write the text, or remove the file.') : trimmed;
}

/** The first of these files of the package that there is. They are small and here, so nobody waits for them. */
function readShipped(...files: readonly string[]): PromptText | undefined {
  const file = files.find((each) => existsSync(each));
  return file === undefined ? undefined : { file, text: decodeText(file, readFileSync(file)) };
}

const textNames = (files: readonly string[]) =>
  files.filter((file) => file.endsWith('.md') && file !== 'README.md').map((file) => file.slice(0, -'.md'.length));

/** A misspelt file would be ignored without a word, so every file of the folder has to replace something. */
async function checkOverrides(overrides: Overrides, { format, names }: PromptOptions): Promise<void> {
  const { folder, isFolder, files } = overrides;
  if (!isFolder) refuse(folder, 'there is no such folder', 'Check the path in "prompts".');
  const list = async (folder: string) => await readdir(join(SHIPPED, folder)).catch(() => []);
  const shipped = [...(await list(format)), ...(await list(COMMON))];
  const known = new Set([...names, ...textNames(shipped)]);
  const own = [...files.keys()].filter((file) => file.startsWith(`${format}/`)).map((file) => basename(file));
  const stray = textNames(own).find((name) => !known.has(name));
  if (stray !== undefined) {
    refuse(join(folder, format, `${stray}.md`), 'replaces no text', `Known prompts: ${[...known].sort().join(', ')}.`);
  }
}

/** Of a text under the shipped folder, and under that of a person or a project. */
const toPlace = (format: string, name: string) => (isPerspective(name) ? name : `${format}/${name}`);

/** The text that replaces a shipped one, with where it was read. */
function ownText(overrides: Overrides | undefined, format: string, name: string) {
  const place = `${toPlace(format, name)}.md`;
  const found = overrides?.files.get(place);
  if (overrides === undefined || found === undefined) return undefined;
  const file = join(overrides.folder, place);
  if ('problem' in found) return refuse(file, found.problem, found.hint, found.cause);
  return { file, text: decodeText(file, found) };
}

/**
 * Reads all texts at once, so that a missing one is found before any agent is asked.
 * @throws HallError `config-invalid` for an override that cannot be used, `not-found` for a text that nobody has
 */
export async function loadPrompts(options: PromptOptions) {
  const { format, overrideFolder } = options;
  const wrong = [format, ...options.names].find((name) => !SLUG.test(name));
  if (wrong !== undefined) throw new HallError('not-found', 'Names of formats and prompts are lower-case slugs.');
  const overrides =
    options.overrides ??
    (overrideFolder === undefined ? undefined : await readOverrides(overrideFolder, [format, PERSPECTIVES]));
  if (overrides !== undefined) await checkOverrides(overrides, options);

  const texts = new Map<string, PromptText>();
  for (const name of options.names) {
    const shipped = join(SHIPPED, `${toPlace(format, name)}.md`);
    const own = ownText(overrides, format, name);
    const common = join(SHIPPED, COMMON, `${name}.md`);
    const found = own ?? readShipped(shipped, common);
    if (found === undefined && isPerspective(name)) throw await createUnknownPerspectiveError(name, overrides);
    if (found === undefined)
      throw new HallError('not-found', `The format ${format} has no prompt "${name}" (${shipped}).`);
    texts.set(name, found);
  }

  return {
    /**
     * For a person, who answers in plain lines, without its section "How to answer".
     * @throws HallError `config-invalid` naming file and placeholder when one cannot be filled, `not-found` for a name that was not
     * loaded
     */
    render(name: string, values: Readonly<Record<string, string>>, reader: 'program' | 'person' = 'program'): string {
      const found = texts.get(name);
      if (found === undefined) throw new HallError('not-found', `The prompt "${name}" of ${format} was not loaded.`);
      const [forAll = ''] = found.text.split(FORM_FOR_PROGRAMS);
      return render(reader === 'person' ? forAll.trimEnd() : found.text, values, found.file);
    },
    /** In the order in which the names were given. */
    digests: [...texts].map(([name, { text }]) => ({ name, sha256: sha256Hex(text) })),
  };
}
