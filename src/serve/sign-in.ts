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
import { openEndlessPass, type Pass, type Passes } from './passes.ts';

/** What a token has to allow at least; each role includes it. */
const LEAST_SCOPE = 'debate-hall:reader';

export interface SignInOptions {
  /** Or who everybody is, where nobody is asked, as only this machine reaches the server. */
  readonly verify: Verify | Principal;
  /** Where MCP is served, as people know it. */
  readonly resource: URL;
  /** Whether there is a document that says where to sign in. */
  readonly hasDocument: boolean;
  readonly passes: Passes;
}

/** Somebody who is known. */
export interface Visitor {
  readonly principal: Principal;
  /** For what goes on after the answer has begun: it ends with the key or token. */
  readonly openPass: () => Pass;
}

export interface SignIn {
  /** The principal, or the answer to give in its place. */
  forMcp(request: Request): Promise<(Visitor & { readonly auth: AuthInfo }) | Response>;
  /** Throws `not-authenticated`, `not-permitted`. */
  forPage(request: Request): Promise<Visitor>;
  /** Throws `not-authenticated`. */
  requireToken(token: string): Promise<void>;
}

/** Tokens stay here; whatever handles the request later does not get them. */
const toAuthInfo = (signedIn: SignedIn, resource: URL): AuthInfo => ({
  token: '',
  // A session and what was signed for it end with a change of role.
  clientId: signedIn.principal === undefined ? '' : `${signedIn.principal.role} ${signedIn.principal.id}`,
  scopes: signedIn.principal === undefined ? [] : [LEAST_SCOPE],
  expiresAt: Math.floor(signedIn.expires.getTime() / 1_000),
  resource,
  extra: { signedIn },
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
  const visitor: Visitor = { principal, openPass: openEndlessPass };
  return { forMcp: async () => ({ ...visitor, auth }), forPage: async () => visitor, requireToken: async () => {} };
}

export function createSignIn({ verify, resource, hasDocument, passes }: SignInOptions): SignIn {
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
  const toVisitor = ({ principal, ...credential }: SignedIn): Visitor | undefined =>
    principal && { principal, openPass: () => passes.open(credential) };
  return {
    forMcp: async (request) => {
      const auth = await requireAuth(request);
      if (auth instanceof Response) return auth;
      const visitor = toVisitor(auth.extra?.['signedIn'] as SignedIn);
      // Without a role nobody has the scope.
      if (visitor === undefined) throw createUnknownError();
      return { ...visitor, auth };
    },
    forPage: async (request) => {
      const visitor = toVisitor(await recognise(tokenOf(request)));
      if (visitor !== undefined) return visitor;
      throw new HallError('not-permitted', 'You are signed in, but you have no role in this hall.', {
        hint: 'Ask an administrator of the hall for a role.',
      });
    },
    requireToken: async (token) => void (await recognise(token)),
  };
}
