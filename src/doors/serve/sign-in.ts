// Who is at the other end of a request: the one place that reads tokens, for MCP and for the page.
import {
  type AuthInfo,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import { HallError } from '../../domain/failures/errors.ts';
import { readBearer } from '../../net/server/answers.ts';
import type { Connection } from '../../net/server/server.ts';
import type { Principal } from '../../platform/access/principal.ts';
import type { SignedIn, VerifyToken } from '../../platform/auth/credentials.ts';
import type { CredentialExpiry, CredentialUse } from './credential-expiry.ts';
import { WrongKeys } from './rate-limits.ts';

/** What a token has to allow at least; each role includes it. */
const LEAST_SCOPE = 'debate-hall:reader';

export interface SignInOptions {
  readonly verify: VerifyToken;
  /** Who everybody is until the hall has a key, on a server that only its machine reaches. */
  readonly anyone: Principal | undefined;
  readonly hasKeys: () => Promise<boolean>;
  /** Where MCP is served, as people know it. */
  readonly resource: URL;
  /** Whether there is a document that says where to sign in. */
  readonly hasDocument: boolean;
  readonly credentials: CredentialExpiry;
  /** Counts a key that was not looked at. */
  readonly countRefusal: () => void;
}

/** Somebody who is known. */
export interface Visitor {
  readonly principal: Principal;
  /** For what goes on after the answer has begun: it ends with the key or token. */
  readonly useCredential: () => CredentialUse;
}

export interface SignIn {
  /** The principal, or the answer to give in its place. */
  forMcp(request: Request, connection: Connection): Promise<(Visitor & { readonly auth: AuthInfo }) | Response>;
  /** Throws `not-authenticated`, `not-permitted`, `quota-reached`. */
  forPage(request: Request, connection: Connection): Promise<Visitor>;
}

/** Tokens stay here; whatever handles the request later does not get them. */
const toAuthInfo = (signedIn: SignedIn, resource: URL): AuthInfo => ({
  token: '',
  // A session and what was signed for it end with a change of role.
  clientId: signedIn.principal === undefined ? '' : `${signedIn.principal.role} ${signedIn.principal.id}`,
  scopes: signedIn.principal === undefined ? [] : [LEAST_SCOPE],
  expiresAt: Math.floor(signedIn.expires.getTime() / 1_000),
  resource,
});

function createUnknownError(): HallError {
  return new HallError('not-authenticated', 'The key or token is missing, wrong, or no longer valid.', {
    hint: 'Sign in again, or ask an administrator of the hall for a new key.',
  });
}

function refuseForwarded({ isForwarded }: Connection): void {
  if (!isForwarded) return;
  throw new HallError('not-permitted', 'This server has no sign-in, so it answers only its own machine.', {
    hint: 'Add a key with "debate-hall keys add NAME --role admin"; then it answers through a proxy.',
  });
}

/** Everybody is the same principal until the hall has its first key. */
function letIn(principal: Principal, { hasKeys, credentials }: SignInOptions, strict: SignIn): SignIn {
  const auth: AuthInfo = { token: '', clientId: principal.id, scopes: [LEAST_SCOPE] };
  const visitor: Visitor = { principal, useCredential: () => credentials.openWithoutKey() };
  let isClosed = false;
  const find = async (connection: Connection): Promise<Visitor | undefined> => {
    isClosed ||= await hasKeys();
    if (isClosed) return undefined;
    refuseForwarded(connection);
    return visitor;
  };
  return {
    forMcp: async (request, connection) => {
      const anyone = await find(connection);
      return anyone === undefined ? await strict.forMcp(request, connection) : { ...anyone, auth };
    },
    forPage: async (request, connection) => (await find(connection)) ?? (await strict.forPage(request, connection)),
  };
}

export function createSignIn(options: SignInOptions): SignIn {
  const strict = createStrictSignIn(options);
  return options.anyone === undefined ? strict : letIn(options.anyone, options, strict);
}

function createStrictSignIn({ verify, resource, hasDocument, credentials, countRefusal }: SignInOptions): SignIn {
  const wrongKeys = new WrongKeys(countRefusal);
  const look = async (token: string, request: Request, connection: Connection): Promise<SignedIn | undefined> => {
    await wrongKeys.check(token, request, connection);
    const found = await verify(token);
    await wrongKeys.count(token, found, request, connection);
    return found === 'ended' ? undefined : found;
  };
  const requireAuth = (signedIn: SignedIn | undefined) =>
    requireBearerAuth({
      verifier: {
        verifyAccessToken: async () => {
          if (signedIn === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, createUnknownError().message);
          return toAuthInfo(signedIn, resource);
        },
      },
      requiredScopes: [LEAST_SCOPE],
      expectedResource: resource,
      ...(hasDocument ? { resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource) } : {}),
    });
  const recognise = async (token: string | undefined, request: Request, connection: Connection): Promise<SignedIn> => {
    const signedIn = token === undefined ? undefined : await look(token, request, connection);
    if (signedIn === undefined) throw createUnknownError();
    return signedIn;
  };
  const toVisitor = ({ principal, who: _, ...credential }: SignedIn): Visitor | undefined =>
    principal && { principal, useCredential: () => credentials.open(credential) };
  return {
    forMcp: async (request, connection) => {
      const token = readBearer(request);
      const signedIn = token === undefined ? undefined : await look(token, request, connection);
      const auth = await requireAuth(signedIn)(request);
      if (auth instanceof Response) return auth;
      const visitor = signedIn && toVisitor(signedIn);
      // Without a role nobody has the scope.
      if (visitor === undefined) throw createUnknownError();
      return { ...visitor, auth };
    },
    forPage: async (request, connection) => {
      const visitor = toVisitor(await recognise(readBearer(request), request, connection));
      if (visitor !== undefined) return visitor;
      throw new HallError('not-permitted', 'You are signed in, but you have no role in this hall.', {
        hint: 'Ask an administrator of the hall for a role.',
      });
    },
  };
}
