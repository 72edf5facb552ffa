// Says which files of a folder no agent reads by itself, whichever way it asks: those of version control and of the hall,
// instructions for agents, secrets by name, and what a .debatehallignore names.
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, posix, resolve, sep } from 'node:path';
import { isUtf8Name } from '../../../domain/diffs/name-bytes.ts';
import { withSlashes } from '../../../support/text.ts';
import { createIgnoreCheck } from './ignore-rules.ts';
import { isSecretFileName } from './secret-file-names.ts';

const FOLDERS =
  /^\.(?:claude|claude-plugin|codex|gemini|agents|cursor|windsurf|clinerules|aider.*|qwen|opencode|kiro|roo)$/i;
const FILES =
  /^(?:(?:CLAUDE|AGENTS?|GEMINI|QWEN|COPILOT|WARP)(?:\..+)?\.md|\.mcp\.json|\.claude\.json|\.(?:cursor|windsurf|cline|roo)rules|\.aider.*|copilot-instructions\.md)$/i;

/** `path` is relative to the root of the repository, with "/". */
function isInstructionFile(path: string): boolean {
  const parts = path.split('/');
  return FILES.test(parts.at(-1) ?? '') || parts.some((part) => FOLDERS.test(part));
}

/** What people commit of a hall. Whatever else is in its folder is theirs: the folder can be any of the repository. */
const RECORD = /^(?:[^/]+\.(?:jsonl|oct\.md)|[^/]+\.sigs\/.+\.(?:sig|txt))$/;
/** What the hall writes for people to read has the name of its record. */
const REPORT = /^([^/]+)\.(?:md|html|sarif|json)$/;
const MACHINERY = '.hall/';

export const OF_THE_HALL = 'a record of the hall';
const OF_MACHINERY = "in the hall's own folder";

/** Why a file of the hall's folder is none of the project's, by its path in that folder; `undefined` where it is one. */
export const whyOfHall = (path: string): string | undefined =>
  RECORD.test(path) ? OF_THE_HALL : path.startsWith(MACHINERY) ? OF_MACHINERY : undefined;

/** The same by an absolute path without links, for every file that the hall writes into its folder, reports as well. */
export async function createRecordCheck(hallFolder: string): Promise<(path: string) => string | undefined> {
  const hall = await realpath(hallFolder).catch(() => hallFolder);
  const below = hall.endsWith(sep) ? hall : `${hall}${sep}`;
  return (path) => {
    if (!path.startsWith(below)) return undefined;
    const inside = withSlashes(path.slice(below.length));
    const [, debate] = REPORT.exec(inside) ?? [];
    const isReport =
      debate !== undefined && ['jsonl', 'oct.md'].some((end) => existsSync(join(hall, `${debate}.${end}`)));
    return isReport ? OF_THE_HALL : whyOfHall(inside);
  };
}

const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.hg', '.svn']);

/** Why nobody reads a file, to follow "because"; `undefined` when it may be read. */
export type WhyHidden = (path: string) => Promise<string | undefined>;

/**
 * Tells whether an absolute path is that of the folder or below it. Many file systems do not tell upper from lower case, and to
 * hide too much costs little.
 */
function createInsideCheck(folder: string): (path: string) => boolean {
  const place = resolve(folder).toLowerCase();
  const below = place.endsWith(sep) ? place : `${place}${sep}`;
  return (path) => {
    const asked = path.toLowerCase();
    return asked === place || asked.startsWith(below);
  };
}

/** Both are absolute paths; `root` is without links. The paths asked for are real ones below it, relative, with "/". */
export async function createHiddenCheck(root: string, hallFolder: string): Promise<WhyHidden> {
  const isOfHall = createInsideCheck(await realpath(hallFolder).catch(() => hallFolder));
  const isIgnored = createIgnoreCheck(root);
  return async (path) => {
    if (path.split('/').some((part) => VERSION_CONTROL.has(part.toLowerCase()))) return 'it belongs to git';
    if (isOfHall(join(root, path))) return 'it belongs to the debates';
    if (isSecretFileName(posix.basename(path))) return 'such files usually hold secrets';
    if (!isUtf8Name(path)) return 'it has a name that is not UTF-8';
    if (isInstructionFile(path)) return 'it instructs agents';
    // No rule names the folder itself.
    return path !== '' && (await isIgnored(path)) ? 'a .debatehallignore names it' : undefined;
  };
}
