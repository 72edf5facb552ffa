// The name under which a person acts.
import { fstatSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { isatty } from 'node:tty';
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

const STDIN = 0;
const STDERR = 2;

/** What is no device at all is known as such without the module for terminals, which takes 2 ms to load. */
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    // A stream that was closed.
    return false;
  }
}

/** Whether somebody sits at a terminal who can be asked. Opening the streams to look at them takes longer. */
export function isAttended(): boolean {
  return isTerminal(STDIN) && isTerminal(STDERR);
}

// Who uses a command that the audit trail records.

/** The login says who it was, whatever name they give themselves. */
export const localPrincipal = (): AuditReport['principal'] => ({
  id: `local:${loginName()}@${hostname()}`,
  name: personName(),
  by: 'local',
});
