// The name under which a person acts.
import { hostname, userInfo } from 'node:os';
import type { AuditReport } from '../../../platform/access/audit.ts';
import { cleanName } from '../../../support/text.ts';

/** As the system knows whoever started the program. */
function loginName(): string {
  try {
    return userInfo().username || 'someone';
  } catch {
    return 'someone';
  }
}

/** As git names an author: whoever the environment says it is, else the login name, behind `sudo` that of the person. */
export function personName(): string {
  const { GIT_AUTHOR_NAME, SUDO_USER } = process.env;
  const login = loginName();
  const name = cleanName(GIT_AUTHOR_NAME ?? '').trim();
  return name || (login === 'root' && SUDO_USER ? SUDO_USER : login);
}

// Who uses a command that the audit trail records.

/** The login says who it was, whatever name they give themselves. */
export const localPrincipal = (): AuditReport['principal'] => ({
  id: `local:${loginName()}@${hostname()}`,
  name: personName(),
  by: 'local',
});
