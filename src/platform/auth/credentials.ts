// What a door gets of whoever shows it a token. The ways to recognise one do not know each other; `verify.ts` asks them.
import type { Principal } from '../access/principal.ts';

export interface SignedIn {
  /** `undefined`: somebody whom nobody gave a role here. */
  readonly principal: Principal | undefined;
  /** The public ID of the key, where it is one. */
  readonly key?: string;
  /** Until when the token is good. */
  readonly expires: Date;
}

/** `undefined` for a token that is unknown, expired, revoked, or meant for another server; nobody learns which. */
export type VerifyToken = (token: string) => Promise<SignedIn | undefined>;
