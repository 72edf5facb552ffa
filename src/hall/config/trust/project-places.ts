// The folders that a project names: where they really are, links followed, and what of that needs trust.
import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { HallError } from '../../../domain/failures/errors.ts';
import { expandHome, placeError } from '../../../domain/failures/storage-error.ts';
import { type Overrides, readOverrides } from '../../../material/prompts/overrides.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import { isThere } from '../../../support/stat-if-there.ts';
import { DEFAULTS } from '../config.ts';
import type { ConfigSources, SourceOptions } from '../sources/sources.ts';
import type { ProjectClaim } from './project-claims.ts';

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The real path of what is there, or would be made there; `undefined` behind a link that leads nowhere yet. */
function resolveRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    if (isLink(path)) return undefined;
    if (dirname(path) === path) return path;
    const parent = resolveRealPath(dirname(path));
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}

/** Where a folder really is when that is outside of the repository, or inside of git's own; else `undefined`. */
export function placeOutside(repository: string, folder: string): string | undefined {
  const root = resolveRealPath(repository);
  const place = resolveRealPath(folder);
  if (root === undefined || place === undefined) return folder;
  const steps = relative(root, place).split(sep);
  const isInside = !steps.includes('..') && !steps.includes('.git') && join(root, relative(root, place)) === place;
  return isInside ? undefined : place;
}

interface HallLink {
  readonly link: string;
  /** Where it leads, as far as that can be seen; absent where it cannot be read at all. */
  readonly target: string | undefined;
}

/** The links inside of the hall, through which debates would be read or written elsewhere. Throws what the system says of the hall itself. */
function findLinks(hall: string): readonly HallLink[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(hall, { recursive: true, withFileTypes: true });
  } catch (error) {
    const { code, path = hall } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' && path === hall) throw error;
    // What cannot be looked at may hold any link.
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ link: path, target: undefined }];
  }
  const links = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  return links.sort().map((link) => ({ link, target: resolveRealPath(link) ?? readlinkSync(link) }));
}

/** Whether a folder belongs to someone else, who could read along; root may anyway. */
function belongsToAnother(folder: string): boolean {
  const me = process.getuid?.() ?? 0;
  if (me === 0) return false;
  try {
    const owner = statSync(folder).uid;
    return owner !== me && owner !== 0;
  } catch {
    return false;
  }
}

/**
 * The hall that the project gives, as a path: its file's, or the default one unless a file of the person's names another.
 * Flags and variables do not count here: what a project asks for is the same at every command.
 */
function projectHall({ project, named, user, projectRoot }: ConfigSources, { home }: SourceOptions) {
  const written = project?.layer.values['hall'];
  if (typeof written === 'string') return resolve(projectRoot, expandHome(written, home));
  const isChosen = [named, user].some((file) => file?.layer.values['hall'] !== undefined);
  return isChosen ? undefined : resolve(projectRoot, DEFAULTS.hall);
}

/** A hall that cannot be looked at, so that nobody knows where debates would be kept: there is nothing to trust before that is repaired. */
export interface UnusableHall {
  readonly hall: string;
  readonly problem: HallError;
}

export interface ExaminedHall {
  /** Some where it is not a place of the project's own. */
  readonly claims: readonly ProjectClaim[];
  readonly unusable?: UnusableHall;
}

export function examineHall(sources: ConfigSources, options: SourceOptions): ExaminedHall {
  const hall = projectHall(sources, options);
  if (hall === undefined) return { claims: [] };
  try {
    isThere(hall);
    return { claims: listHallClaims(hall, sources) };
  } catch (error) {
    return { claims: [], unusable: { hall, problem: placeError(error, `read ${escapeInvisible(hall)}`, 'hall') } };
  }
}

function listHallClaims(hall: string, { project, repository }: ConfigSources): readonly ProjectClaim[] {
  const source = project?.layer.values['hall'] === undefined ? repository : project.file.path;
  const claim = (value: string, where: string): ProjectClaim => {
    return { source, path: ['hall'], value, allows: `keeps debates in ${escapeInvisible(place ?? hall)}, ${where}` };
  };
  const place = placeOutside(repository, hall);
  if (place !== undefined) return [claim(place, 'outside the repository')];
  const links = findLinks(hall);
  if (links.length > 0) {
    // Each with what it leads to: a link that is turned elsewhere later is another claim.
    return links.map(({ link, target }) =>
      claim(
        `${link} -> ${target ?? 'unreadable'}`,
        target === undefined
          ? `and perhaps elsewhere, as ${escapeInvisible(link)} cannot be read`
          : `and elsewhere, through the link ${escapeInvisible(link)} to ${escapeInvisible(target)}`,
      ),
    );
  }
  return belongsToAnother(repository) ? [claim(hall, "in another user's repository")] : [];
}

/** The texts of the folder that the project names; its .env wins over its file. */
export async function readProjectTexts(
  { project, dotenv, projectRoot }: ConfigSources,
  { home }: SourceOptions,
  formats: readonly string[],
): Promise<Overrides | undefined> {
  const inEnv = dotenv?.values['DEBATE_HALL_PROMPTS'];
  if (dotenv !== undefined && inEnv !== undefined)
    return await readOverrides(resolve(dirname(dotenv.path), expandHome(inEnv, home)), formats);
  const written = project?.layer.values['prompts'];
  if (typeof written !== 'string') return undefined;
  return await readOverrides(resolve(projectRoot, expandHome(written, home)), formats);
}

/** Whoever writes the prompts decides what the agents say, so this needs trust inside the repository too. */
export function listTextClaims(
  { project }: ConfigSources,
  { home }: SourceOptions,
  texts: Overrides | undefined,
): readonly ProjectClaim[] {
  const written = project?.layer.values['prompts'];
  if (project === undefined || written === undefined) return [];
  const folder = resolve(dirname(project.file.path), expandHome(String(written), home));
  // A .env may name another folder, and then this one has no effect.
  const count = texts?.folder === folder ? `${texts.files.size} ` : '';
  const allows = `gives agents the ${count}texts of ${escapeInvisible(folder)} instead of the built-in ones`;
  return [{ source: project.file.path, path: ['prompts'], value: written, allows }];
}
