// The name under which a person acts.
import { userInfo } from 'node:os';
import { cleanName } from '../../context/text.ts';

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

/** Whether somebody sits at a terminal who can be asked. */
export function isAttended(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}
