// The name under which a person acts.
import { userInfo } from 'node:os';

/** The login name; "someone" where the system knows none. */
export function personName(): string {
  try {
    return userInfo().username || 'someone';
  } catch {
    return 'someone';
  }
}
