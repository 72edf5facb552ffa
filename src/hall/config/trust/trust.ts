// What of a project needs trust, and what is left out of its files while it has none.
import { join } from 'node:path';
import { HallError } from '../../../domain/failures/errors.ts';
import { valueAt } from '../../../domain/values/tree.ts';
import { type Overrides, PERSPECTIVES } from '../../../material/prompts/overrides.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import type { Layer, Origins } from '../merge.ts';
import type { Dotenv } from '../sources/dotenv.ts';
import type { ConfigSources, ReadFile, SourceOptions } from '../sources/sources.ts';
import { listDotenvClaims, listFileClaims, type ProjectClaim, withoutClaims } from './project-claims.ts';
import { examineHall, listTextClaims, readProjectTexts, type UnusableHall } from './project-places.ts';
import {
  type DecideTrust,
  HOW_TO_TRUST,
  nameProjectClaims,
  type TrustDecision,
  type TrustRequest,
  trustRequest,
} from './trust-request.ts';

export interface Examined {
  /** What of the project needs trust; `undefined` when nothing does. */
  readonly request: TrustRequest | undefined;
  /** The project's texts for agents as they were when they were examined. */
  readonly texts: Overrides | undefined;
  readonly unusable: UnusableHall | undefined;
}

/** Looks at what the project asks for. Starts nothing and reads nothing but what it names. */
export async function examineProject(
  sources: ConfigSources,
  options: SourceOptions,
  formats: readonly string[],
): Promise<Examined> {
  const { user, project, dotenv, repository } = sources;
  const texts = await readProjectTexts(sources, options, [...formats, PERSPECTIVES]);
  const fromFile =
    project === undefined ? [] : listFileClaims(project.file, project.layer.values, user?.layer.values ?? {});
  const fromDotenv = dotenv === undefined ? [] : listDotenvClaims(dotenv);
  const { claims: fromHall, unusable } = examineHall(sources, options);
  const fromPlaces = [...fromHall, ...listTextClaims(sources, options, texts)];
  const claims = [...fromFile, ...fromPlaces, ...fromDotenv];
  const claimed = new Set(claims.map(({ source }) => source));
  const contents = new Map([
    ...(project === undefined ? [] : [[project.file.path, project.file.sha256] as const]),
    ...(dotenv === undefined ? [] : [[dotenv.path, sha256Hex(JSON.stringify(dotenv.values))] as const]),
  ]);
  for (const path of contents.keys()) if (!claimed.has(path)) contents.delete(path);
  const { folder = '', files = [] } = texts ?? {};
  for (const [name, text] of files) {
    contents.set(join(folder, name), 'problem' in text ? text.problem : sha256Hex(text));
  }
  return { texts, unusable, request: trustRequest(repository, claims, contents) };
}

export interface ProjectTrust {
  /** `not-needed` when the project asks for nothing that needs trust. */
  readonly state: TrustDecision | 'not-needed';
  readonly request: TrustRequest | undefined;
  /** What is left out, since the project is not trusted. */
  readonly ignored: readonly ProjectClaim[];
  /** Agents that the project sets up in a way that is left out: they are not used at all, its way or any other. */
  readonly withheldAgents: readonly { readonly name: string; readonly kind: string }[];
  /** True when the project put the hall outside of its repository: nothing may use it then. */
  readonly withheldHall: boolean;
  /** Why the hall cannot be used, whoever is trusted. */
  readonly unusableHall: HallError | undefined;
}

/** Of an error, which leaves the rest to the command that it names. */
const MOST_LINES = 20;

export interface TrustedSources {
  readonly user: Layer | undefined;
  readonly project: Layer | undefined;
  readonly dotenv: Dotenv | undefined;
  readonly trust: Pick<ProjectTrust, 'state' | 'request' | 'ignored'>;
}

/** The hall stays where the project says, so that it can be named; nothing uses it then. */
const isHall = ({ path: [key] }: ProjectClaim) => key === 'hall' || key === 'DEBATE_HALL_DIR';

/** The layers of the files, with what is not trusted taken out. Asks at most once, and only where something needs trust. */
export async function applyTrust(
  { user, project, named, dotenv }: ConfigSources,
  request: TrustRequest | undefined,
  decide: DecideTrust = async () => 'undecided',
): Promise<TrustedSources> {
  const files = { user: user?.layer, project: (named ?? project)?.layer, dotenv };
  if (request === undefined) return { ...files, trust: { state: 'not-needed', request, ignored: [] } };
  const state = await decide(request);
  if (state === 'trusted') return { ...files, trust: { state, request, ignored: [] } };
  const { claims } = request;
  return {
    user: files.user,
    project: named?.layer ?? trustedPart(project, claims),
    dotenv: dotenv && { ...dotenv, values: trustedVariables(dotenv, claims) },
    trust: { state, request, ignored: claims },
  };
}

function trustedPart(project: ReadFile | undefined, claims: readonly ProjectClaim[]): Layer | undefined {
  if (project === undefined) return undefined;
  const own = claims.filter((claim) => claim.source === project.file.path && !isHall(claim));
  return { ...project.layer, values: withoutClaims(project.layer.values, own) };
}

function trustedVariables({ path, values }: Dotenv, claims: readonly ProjectClaim[]): Dotenv['values'] {
  const own = claims.filter(({ source }) => source === path).map(({ path: [name] }) => name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !own.includes(name)));
}

/** Whether the hall that was found is one that the project may not choose. */
export function isHallWithheld(ignored: readonly ProjectClaim[], origins: Origins): boolean {
  const kind = origins.get('hall')?.kind;
  return ignored.some(isHall) && kind !== 'environment' && kind !== 'flag';
}

/** For the person, when something is left out. */
export function describeUntrusted({ folder, claims }: TrustRequest): string {
  return `The project in ${escapeInvisible(folder)} is not trusted, so these settings are ignored: ${nameProjectClaims(claims)}. ${HOW_TO_TRUST}`;
}

/** The refusal of what cannot be done without trust; `what` begins a sentence. */
export function createNotTrustedError(what: string, request: TrustRequest): HallError {
  const { folder, digest, claims } = request;
  const lines = claims.slice(0, MOST_LINES).map(({ path, allows }) => `${escapeInvisible(path.join('.'))}: ${allows}`);
  const more = claims.length - lines.length;
  return new HallError('not-trusted', `${what}, and the project is not trusted.`, {
    hint: HOW_TO_TRUST,
    details: { folder, digest, issues: more > 0 ? [...lines, `… and ${more} more`] : lines },
  });
}

/** The agents that are not used, by name, each with the kind that the project says, if it says one. */
export function listClaimedAgents(
  project: ReadFile | undefined,
  ignored: readonly ProjectClaim[],
): ReadonlyMap<string, string | undefined> {
  const agents = project?.layer.values['agents'];
  const names = ignored.flatMap(({ path: [key, name] }) => (key === 'agents' && name !== undefined ? [name] : []));
  return new Map(
    names.map((name) => {
      const kind = valueAt(agents, [name, 'kind']);
      return [name, typeof kind === 'string' ? kind : undefined];
    }),
  );
}
