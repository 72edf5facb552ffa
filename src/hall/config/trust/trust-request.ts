// What a project asks for, as one question with one digest: trust is given for exactly this, and a change asks again.
import { relative } from 'node:path';
import { sha256Hex } from '../../../support/canonical.ts';
import { escapeInvisible } from '../../../support/control-characters.ts';
import type { ProjectClaim } from './project-claims.ts';

export interface TrustRequest {
  /** Real path of the repository's root, or of the folder where there is no repository. */
  readonly folder: string;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly claims: readonly ProjectClaim[];
}

/** `undecided` is what nobody was asked about yet. */
export type TrustDecision = 'trusted' | 'refused' | 'undecided';

export type DecideTrust = (request: TrustRequest) => Promise<TrustDecision>;

/** The digests of what the claims were read from, by path. */
export type Contents = ReadonlyMap<string, string>;

/** `undefined` when nothing needs trust. Where folders really are counts too, since a link can be turned elsewhere. */
export function trustRequest(
  folder: string,
  claims: readonly ProjectClaim[],
  contents: Contents,
): TrustRequest | undefined {
  if (claims.length === 0) return undefined;
  const inside = (path: string) => relative(folder, path);
  const covered = {
    contents: [...contents].map(([path, digest]) => [inside(path), digest]).sort(),
    claims: claims.map(({ source, path, value }) => [inside(source), path, value]),
  };
  return { folder, digest: sha256Hex(JSON.stringify(covered)), claims };
}

/** One line for each claim, below the file that it stands in. */
export function claimLines({ folder, claims }: TrustRequest): readonly string[] {
  const sources = [...new Set(claims.map(({ source }) => source))];
  return sources.flatMap((source) => [
    escapeInvisible(relative(folder, source) || source),
    ...claims
      .filter((claim) => claim.source === source)
      .map(({ path, allows }) => `  ${escapeInvisible(path.join('.'))}: ${allows}`),
  ]);
}

/** What somebody at a client reads before they decide. */
export function trustQuestion(request: TrustRequest): string {
  return [
    `The project in ${escapeInvisible(request.folder)} has settings or debates that could run programs, use your logins and keys, or reach other files or servers:`,
    '',
    ...claimLines(request),
    '',
    'Trust it only if you know who wrote them. Trust covers exactly these settings: if they change, you are asked again.',
  ].join('\n');
}

/** The command that trusts a project, as a person types it. */
export const TRUST_COMMAND = 'debate-hall trust add';

export const HOW_TO_TRUST = `Review and trust it with "${TRUST_COMMAND}", or add --trust for one command.`;

/** `agents.claude.path, agents.router.keyEnv and 3 more` */
export function nameProjectClaims(claims: readonly ProjectClaim[]): string {
  const names = [...new Set(claims.map(({ path }) => escapeInvisible(path.join('.')).slice(0, 80)))];
  const more = names.length - 8;
  return more > 1 ? `${names.slice(0, 8).join(', ')} and ${more} more` : names.join(', ');
}
