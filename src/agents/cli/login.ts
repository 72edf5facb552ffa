// Whether a CLI has a login, as far as that shows without asking its service anything.
import type { AgentSession, LoginState, Probe, Reply } from '../agent.ts';
import type { LocatedProgram } from './probe-program.ts';

export interface Login {
  /** A sentence with the exact command, such as 'Run "codex login", or set CODEX_API_KEY.' */
  readonly remedy: string;
  /** Looks for the login and spends nothing. */
  findState(located: LocatedProgram, signal: AbortSignal): Promise<LoginState>;
  /** Finding it takes as long as a start of the program. */
  readonly startsProgram?: true;
}

export function withLogin(probe: Probe, state: LoginState, program: string, { remedy }: Login): Probe {
  if (!probe.usable || state !== 'missing') return { ...probe, login: state };
  const failure = { code: 'not-logged-in' as const, message: `"${program}" is not logged in. ${remedy}` };
  return { ...probe, login: state, usable: false, failure };
}

/** The session, whose refused logins name the command to log in with. */
export function withLoginRemedy(session: AgentSession, { remedy }: Login): AgentSession {
  const addRemedy = (reply: Reply): Reply =>
    reply.status === 'answered' || reply.failure.code !== 'not-logged-in'
      ? reply
      : { ...reply, failure: { ...reply.failure, message: `${reply.failure.message} ${remedy}` } };
  return { ...session, ask: async (prompt, options) => addRemedy(await session.ask(prompt, options)) };
}
