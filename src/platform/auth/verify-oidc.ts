// Recognises whoever shows a token of the organisation's sign-in service (OpenID Connect). This server only checks such tokens;
// it gives none out.
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { stripControl } from '../../support/control-characters.ts';
import { startTimeLimit } from '../../support/wait.ts';
import { type Principal, ROLES, type Role } from '../access/principal.ts';
import type { VerifyToken } from './credentials.ts';

export interface OidcOptions {
  /** As it stands in tokens, such as "https://login.example.com". */
  readonly issuer: string;
  /** What the service calls this server in the tokens that are meant for it. */
  readonly audience: string;
  /** The claim that names roles. */
  readonly rolesClaim: string;
  /** The claim that names halls; without one everybody belongs to `hall`. */
  readonly hallsClaim?: string | undefined;
  readonly hall: string;
}

/** Signatures that need a private key: with any other, whoever can check a token could make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCKS_DIFFER_BY_S = 30;
const ANSWER_WITHIN_MS = 5_000;
/** Characters; records show it in one line. */
const MOST_NAME = 100;
const ROLE_PREFIX = 'debate-hall:';

/** What is wrong with a token, and not with the service; the names are those of the library. */
const OF_TOKEN = /^ERR_(?:JW[TSE]_|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS)/;

const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });

function createUnreachableError(cause: unknown): HallError {
  return new HallError('storage', 'The keys of the sign-in service cannot be fetched.', {
    hint: 'Try again. If it keeps failing, ask an administrator to check that this server reaches the service.',
    cause,
  });
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { redirect: 'error', signal: startTimeLimit(ANSWER_WITHIN_MS) });
  if (!response.ok) throw new TypeError(`The sign-in service answered ${response.status}.`);
  const found = discoverySchema.parse(await response.json());
  if (found.issuer !== issuer) throw new TypeError('The sign-in service calls itself by another name.');
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: ANSWER_WITHIN_MS });
}

/** A list, or words in one string, as scopes are. */
function namesIn(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : [];
}

function roleIn(claim: unknown): Role | undefined {
  const names = namesIn(claim);
  return ROLES.findLast((role) => names.includes(`${ROLE_PREFIX}${role}`));
}

/** People can choose the other names that services give them; one of these is theirs alone. No key can be called as a subject is here. */
function readName({ sub = '', iss = '', email, email_verified: verified }: JWTPayload): string {
  if (sub.trim() === '') return '';
  const name = typeof email === 'string' && verified === true ? email : `${sub} (${new URL(iss).host})`;
  return stripControl(name).replace(/\s+/g, ' ').trim().slice(0, MOST_NAME);
}

/** `undefined` for somebody whom nobody gave a role here. */
function toPrincipal(claims: JWTPayload, options: OidcOptions): Principal | undefined {
  const role = roleIn(claims[options.rolesClaim]);
  const name = readName(claims);
  if (role === undefined || claims.sub === undefined || name === '') return undefined;
  const { hall, hallsClaim } = options;
  const halls = hallsClaim === undefined ? [hall] : namesIn(claims[hallsClaim]);
  return { id: `oidc:${claims.sub}`, name, role, halls, by: 'oidc' };
}

export interface OidcVerifier {
  readonly verify: VerifyToken;
  /** Whether the service can be asked. Throws `storage`. */
  readonly check: () => Promise<void>;
}

export function verifyOidc(options: OidcOptions): OidcVerifier {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const loadKeys = async () => {
    keys ??= discoverKeys(options.issuer);
    try {
      return await keys;
    } catch (error) {
      keys = undefined;
      throw createUnreachableError(error);
    }
  };
  return {
    check: async () => void (await loadKeys()),
    verify: async (token) => {
      const { jwtVerify } = await import('jose');
      const getKey = await loadKeys();
      try {
        const { payload } = await jwtVerify(token, getKey, {
          issuer: options.issuer,
          audience: options.audience,
          algorithms: ALGORITHMS,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: CLOCKS_DIFFER_BY_S,
        });
        const expires = new Date(((payload.exp ?? 0) + CLOCKS_DIFFER_BY_S) * 1_000);
        return { principal: toPrincipal(payload, options), expires };
      } catch (error) {
        if (OF_TOKEN.test((error as { readonly code?: string }).code ?? '')) return undefined;
        throw createUnreachableError(error);
      }
    },
  };
}
