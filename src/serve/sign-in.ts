// Who is at the other end of a request: the one place that reads tokens, for MCP and for the page.
import {
  type AuthInfo,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import type { Principal } from '../access/principal.ts';
import type { SignedIn, Verify } from '../auth/credentials.ts';
import { HallError } from '../domain/failures/errors.ts';

/** What a token has to allow at least; each role includes it. */
const LEAST_SCOPE = 'debate-hall:reader';

export interface SignInOptions {
  /** Or who everybody is, where nobody is asked, as only this machine reaches the server. */
  readonly verify: Verify | Principal;
  /** Where MCP is served, as people know it. */
  readonly resource: URL;
  /** Whether there is a document that says where to sign in. */
  readonly hasDocument: boolean;
}

export interface SignIn {
  /** The principal, or the answer to give in its place. */
  forMcp(request: Request): Promise<{ principal: Principal; auth: AuthInfo } | Response>;
  /** Throws `not-authenticated`, `not-permitted`. */
  forPage(request: Request): Promise<Principal>;
  /** Throws `not-authenticated`. */
  requireToken(token: string): Promise<void>;
}

/** Tokens stay here; whatever handles the request later does not get them. */
const toAuthInfo = ({ principal, expires }: SignedIn, resource: URL): AuthInfo => ({
  token: '',
  // A session and what was signed for it end with a change of role.
  clientId: principal === undefined ? '' : `${principal.role} ${principal.id}`,
  scopes: principal === undefined ? [] : [LEAST_SCOPE],
  expiresAt: Math.floor(expires.getTime() / 1_000),
  resource,
  extra: { principal },
});

function createUnknownError(): HallError {
  return new HallError('not-authenticated', 'The key or token is missing, wrong, or no longer valid.', {
    hint: 'Sign in again, or ask an administrator of the hall for a new key.',
  });
}

const tokenOf = ({ headers }: Request) => /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];

/** Everybody is the same principal. */
function letIn(principal: Principal): SignIn {
  const auth: AuthInfo = { token: '', clientId: principal.id, scopes: [LEAST_SCOPE] };
  return { forMcp: async () => ({ principal, auth }), forPage: async () => principal, requireToken: async () => {} };
}

export function createSignIn({ verify, resource, hasDocument }: SignInOptions): SignIn {
  if (typeof verify !== 'function') return letIn(verify);
  const requireAuth = requireBearerAuth({
    verifier: {
      verifyAccessToken: async (token) => {
        const signedIn = await verify(token);
        if (signedIn === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, createUnknownError().message);
        return toAuthInfo(signedIn, resource);
      },
    },
    requiredScopes: [LEAST_SCOPE],
    expectedResource: resource,
    ...(hasDocument ? { resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource) } : {}),
  });
  const recognise = async (token: string | undefined): Promise<SignedIn> => {
    const signedIn = token === undefined ? undefined : await verify(token);
    if (signedIn === undefined) throw createUnknownError();
    return signedIn;
  };
  return {
    forMcp: async (request) => {
      const auth = await requireAuth(request);
      return auth instanceof Response ? auth : { principal: auth.extra?.['principal'] as Principal, auth };
    },
    forPage: async (request) => {
      const { principal } = await recognise(tokenOf(request));
      if (principal !== undefined) return principal;
      throw new HallError('not-permitted', 'You are signed in, but nobody gave you a role in this hall.', {
        hint: 'Ask an administrator of the hall for a role.',
      });
    },
    requireToken: async (token) => void (await recognise(token)),
  };
}
