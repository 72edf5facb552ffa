// The person at the terminal, for human seats, and the name under which a person acts.
import { userInfo } from 'node:os';
import pLimit from 'p-limit';
import type { PersonPort } from '../agents/agent.ts';

/** The login name; "someone" where the system knows none. */
export function personName(): string {
  try {
    return userInfo().username || 'someone';
  } catch {
    return 'someone';
  }
}

/** `undefined` when standard input or error is no terminal, so that nobody can be asked. */
export function terminalPerson(): PersonPort | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  // Seats may be asked at the same time, but there is one keyboard.
  const oneAtATime = pLimit(1);
  return {
    name: personName(),
    write: (request) =>
      oneAtATime(async () => {
        if (request.signal.aborted) return undefined;
        const { askForTurn } = await import('./ask-for-turn.ts');
        return await askForTurn(request);
      }),
  };
}
