// Gathers what of a project needs trust, from what was read of it.
import { type Overrides, PERSPECTIVES } from '../../../material/prompts/overrides.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { SourceOptions, Sources } from '../sources/sources.ts';
import { listDotenvClaims, listFileClaims } from './project-claims.ts';
import { listHallClaims, listTextClaims, readProjectTexts } from './project-places.ts';
import { type TrustRequest, trustRequest } from './trust-request.ts';

export interface Examined {
  /** What of the project needs trust; `undefined` when nothing does. */
  readonly request: TrustRequest | undefined;
  /** The project's texts for agents as they were when they were examined. */
  readonly texts: Overrides | undefined;
}

/** Looks at what the project asks for. Starts nothing and reads nothing but what it names. */
export async function examineProject(
  sources: Sources,
  options: SourceOptions,
  formats: readonly string[],
): Promise<Examined> {
  const { project, dotenv, repository } = sources;
  const texts = await readProjectTexts(sources, options, [...formats, PERSPECTIVES]);
  const fromFile = project === undefined ? [] : listFileClaims(project.file, project.layer.values);
  const fromDotenv = dotenv === undefined ? [] : listDotenvClaims(dotenv);
  const fromPlaces = [...(await listHallClaims(sources, options)), ...listTextClaims(sources, options, texts)];
  const claims = [...fromFile, ...fromPlaces, ...fromDotenv];
  const claimed = new Set(claims.map(({ source }) => source));
  const contents = new Map([
    ...(project === undefined ? [] : [[project.file.path, project.file.sha256] as const]),
    ...(dotenv === undefined ? [] : [[dotenv.path, sha256Hex(JSON.stringify(dotenv.values))] as const]),
  ]);
  for (const path of contents.keys()) if (!claimed.has(path)) contents.delete(path);
  for (const [name, text] of texts?.files ?? []) contents.set(name, 'problem' in text ? text.problem : sha256Hex(text));
  return { texts, request: trustRequest(repository, claims, contents) };
}
