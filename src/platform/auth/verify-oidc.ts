// Recognises whoever shows a token of the organisation's sign-in service (OpenID Connect). This server only checks such tokens;
// it gives none out.
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { MAX_NAME } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { cutText } from '../../domain/words/cut-line.ts';
import { fetchWhole } from '../../net/fetch/fetch-whole.ts';
import { stripControl } from '../../support/control-characters.ts';
import { endInDigest, MOST_NAME, type Principal, ROLES, type Role } from '../access/principal.ts';
import type { SignedIn, VerifyToken } from './credentials.ts';

export interface OidcOptions {
  /** As it stands in tokens, such as "https://login.example.com". */
  readonly issuer: string;
  /** What the service calls this server in the tokens that are meant for it. */
  readonly audience: string;
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
/** A new key of the service counts at once; tokens with keys that nobody knows have it asked once a second. */
const cooldownDuration = 1_000;
const CLOCKS_DIFFER_BY_S = 30;
const LAST_DATE_MS = 8.64e15;
const LIMITS = { withinMs: 5_000, maxBytes: 1024 * 1024 };
/** Ledgers name by its ID who asked for something. */
const MOST_SUBJECT = MAX_NAME - 'oidc:'.length;
const MOST_HOST = 60;
/** Of the IDs of principals. */
const ID_PREFIXES = /^(?:(?:key|oidc|local):)+/;
const ROLE_PREFIX = 'debate-hall:';

/** What is wrong with a token, and not with the service; the names are those of the library. */
const OF_TOKEN = /^ERR_(?:JW[TSE]_|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS)/;

/** What a token says, which is looked at once its signature was right. */
const OF_CLAIMS = /^ERR_JWT_(?:EXPIRED|CLAIM_VALIDATION_FAILED|INVALID)$/;

const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });

function createUnreachableError(cause: unknown): HallError {
  return new HallError('storage', 'The keys of the sign-in service cannot be fetched.', {
    hint: 'Try again. If it keeps failing, ask an administrator to check that this server reaches the service.',
    cause,
  });
}

/** `onMoved`: the keys are no longer where the service said. */
async function discoverKeys(issuer: string, onMoved: () => void): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetchWhole(address, { redirect: 'error' }, LIMITS);
  if (!response.ok) throw new TypeError(`The sign-in service answered ${response.status}.`);
  const found = discoverySchema.parse(await response.json());
  if (found.issuer !== issuer) throw new TypeError('The sign-in service calls itself by another name.');
  const askForKeys = async (url: string, { headers, signal }: RequestInit) => {
    const answer = await fetchWhole(url, { ...defined({ headers, signal }) }, LIMITS);
    if (answer.status === 404 || answer.status === 410) onMoved();
    return answer;
  };
  const { withinMs: timeoutDuration } = LIMITS;
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration, cooldownDuration, [customFetch]: askForKeys });
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

/** In one line, no longer than this, and not like an ID. */
function toLine(text: string, most: number): string {
  const line = stripControl(text).replace(/\s+/g, ' ').trim().replace(ID_PREFIXES, '');
  return line === text && line.length <= most ? line : endInDigest(line, text, most);
}

/** People can choose the other names that services give them; one of these is theirs alone. No key can be called as a subject is here. */
function readName(sub: string, { iss = '', email, email_verified: verified }: JWTPayload): string {
  if (typeof email === 'string' && email.trim() !== '' && verified === true) return toLine(email, MOST_NAME);
  const host = cutText(new URL(iss).host, MOST_HOST);
  return `${toLine(sub, MOST_NAME - host.length - 3)} (${host})`;
}

function readWho(claims: JWTPayload & { readonly sub: string }): SignedIn['who'] {
  const { sub } = claims;
  const subject = sub.length > MOST_SUBJECT ? endInDigest(sub, sub, MOST_SUBJECT) : sub;
  return { id: `oidc:${subject}`, name: readName(sub, claims), by: 'oidc' };
}

/** `undefined` for somebody whom nobody gave a role here. */
function toPrincipal(who: SignedIn['who'], claims: JWTPayload, options: OidcOptions): Principal | undefined {
  const { sub = '' } = claims;
  const role = roleIn(claims[options.rolesClaim]);
  if (role === undefined || sub.trim() === '') return undefined;
  const { hall, hallsClaim } = options;
  const halls = hallsClaim === undefined ? [hall] : namesIn(claims[hallsClaim]);
  return { ...who, role, halls };
}

/** Throws `storage` where the service cannot be asked. */
export function verifyOidc(options: OidcOptions): VerifyToken {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const forget = () => {
    keys = undefined;
  };
  const loadKeys = async () => {
    keys ??= discoverKeys(options.issuer, forget).catch((error: unknown) => {
      forget();
      throw createUnreachableError(error);
    });
    return await keys;
  };
  return async (token) => {
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
      // The library checks neither: a subject is text, and no date is later than the last one.
      const { sub } = payload;
      if (typeof sub !== 'string') return 'ended';
      const expires = new Date(Math.min(((payload.exp ?? 0) + CLOCKS_DIFFER_BY_S) * 1_000, LAST_DATE_MS));
      const who = readWho({ ...payload, sub });
      return { who, principal: toPrincipal(who, payload, options), expires };
    } catch (error) {
      const { code = '' } = error as { readonly code?: string };
      if (OF_CLAIMS.test(code)) return 'ended';
      if (OF_TOKEN.test(code)) return undefined;
      throw createUnreachableError(error);
    }
  };
}
