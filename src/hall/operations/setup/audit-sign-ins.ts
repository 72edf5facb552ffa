// Puts refused sign-ins into the trail, but not more than a few a minute: whoever tries keys must not be able to fill a disk.
import type { Audit } from '../../../platform/access/audit.ts';
import type { Verify } from '../../../platform/auth/credentials.ts';
import type { Hall } from '../hall.ts';

const MOST_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

export function auditSignIns(verify: Verify, { audit, hall }: { readonly audit: Audit; readonly hall: Hall }): Verify {
  const { clock, metrics, loaded } = hall;
  let minute = 0;
  let kept = 0;
  return async (token) => {
    const signedIn = await verify(token);
    if (signedIn !== undefined) return signedIn;
    metrics.count('debate_hall_sign_in_refusals_total');
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now !== minute) kept = 0;
    minute = now;
    kept += 1;
    const entry = { principal: undefined, operation: 'sign-in', decision: 'not-authenticated' } as const;
    if (kept <= MOST_PER_MINUTE) await audit.record({ ...entry, hall: loaded.config.store.hall });
    return undefined;
  };
}
