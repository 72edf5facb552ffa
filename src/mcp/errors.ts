// How failures look to a client: a sentence, the next step in words of the tools, and a code that programs can read.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ZodError } from 'zod';
import { type ErrorCode, HallError } from '../domain/errors.ts';
import type { OfferedTools } from './tools/offered-tools.ts';

/**
 * Said in place of a hint that names commands and flags, or tools that this client does not have: the first of these that it
 * can do. The last one names no tool.
 */
const NEXT_STEPS: Readonly<Record<ErrorCode, readonly [string, ...string[]]>> = {
  internal: ['Nothing that was acknowledged is lost. The log of the server has the particulars.'],
  usage: ['Correct the arguments and call again.'],
  'bad-input': ['Correct the arguments and call again.'],
  'nothing-to-review': ['Change something, or name other commits as range, and call again.'],
  'not-found': [
    'debate_history lists the debates, list_agents the agents and formats.',
    'debate_history lists the debates.',
    'Check the name: the resource debate://index lists the debates.',
  ],
  'already-exists': ['Choose another name, or leave it out.'],
  'config-invalid': ['A person has to correct the configuration; the next call reads it again.'],
  'not-your-turn': ['get_debate shows who is due.', 'debate_status shows who is due.', 'Wait for your turn.'],
  'not-your-seat': ['Speak only for the seat that you were given.'],
  'rule-violation': ['Correct what the message names and call again.'],
  'not-active': [
    'Read it with get_debate.',
    'Read it with debate_status.',
    'Read it as the resource debate://{thread_id}/transcript.',
  ],
  'key-conflict': ['Use a new key for a new contribution.'],
  'already-running': [
    'Follow it with get_debate and wait_seconds.',
    'Follow it with debate_status.',
    'Wait until the run that is in progress has ended.',
  ],
  'ledger-damaged': [
    'Nothing was changed. verify_debate says what is wrong; a person should restore the file from a copy.',
    'Nothing was changed. A person should look at it with "debate-hall verify".',
  ],
  locked: ['Another process holds the ledger; call again in a moment.'],
  storage: ['A person has to mend what the message names, such as a full disk or missing rights; then call again.'],
  'signing-failed': [
    'Signing, and checking who signed, is for a person at a terminal. verify_debate checks the ledger.',
    'Signing, and checking who signed, is for a person at a terminal.',
  ],
  'secret-found': ['Leave that file out of the context. Only a person can decide that it holds no secret.'],
  'context-unreadable': ['Correct the context sources and call again.'],
  'no-agents': [
    'See what is usable with list_agents, or rehearse without a model with preset "rehearsal".',
    'Install claude, codex or gemini and log in to it.',
  ],
  'agent-failed': [
    'list_agents shows who is usable; name another agent or call again.',
    'Name another agent, or call again.',
  ],
  'not-trusted': [
    'Show the user what the project asks for and let them decide, with "debate-hall trust add" in its folder. Do not decide for them.',
  ],
  reentrant: ['Run the debate from outside this agent; opening debates and taking turns works here.'],
  'already-linked': ['Leave repo and the target out: the debate stays with the thread that it is linked to.'],
  'not-linked': [
    'Give repo and target_id, or link the debate with github_sync_debate first.',
    'Give the repository and the thread.',
  ],
  'github-disabled': ['A person has to allow it: GITHUB_TOOLS_ENABLED switches GitHub off.'],
  'github-login': ['A person has to set GITHUB_TOKEN, or log in with "gh auth login".'],
  'github-refused': ['What GitHub says names the reason; a person may have to grant the token more.'],
  'github-limited': ['What is done stays done. Call it again after the time that the message names.'],
  'github-unreachable': ['What is done stays done. Call it again.'],
  'limit-reached': ['resume_debate with higher limits continues it.', 'Raise the limit and call again.'],
  cancelled: [
    'Nothing that was recorded is lost: resume_debate continues it.',
    'Nothing that was recorded is lost; call again.',
  ],
};
const SPEAKS_OF_THE_COMMAND_LINE = /debate-hall |--[a-z]|shell/;

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next_step: string;
  readonly issues?: readonly string[];
}

function nextStep({ code, hint }: HallError, tools: OfferedTools): string {
  if (hint !== undefined && !SPEAKS_OF_THE_COMMAND_LINE.test(hint) && tools.allows(hint)) return hint;
  return tools.step(...NEXT_STEPS[code]);
}

/** Faults are reported only to the operator, as their text may hold anything. */
export function toHallError(error: unknown): HallError {
  if (error instanceof HallError) return error;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`debate-hall: internal error: ${said}\n`);
  return new HallError('internal', 'Debate Hall itself is at fault.');
}

export function errorBody(error: HallError, tools: OfferedTools): ErrorBody {
  const issues = error.details['issues'];
  return {
    code: error.code,
    message: error.message,
    next_step: nextStep(error, tools),
    ...(Array.isArray(issues) ? { issues: issues.map(String) } : {}),
  };
}

/** What a tool returns when it refuses. */
export function toolError(error: unknown, tools: OfferedTools): CallToolResult {
  const body = errorBody(toHallError(error), tools);
  const issues = (body.issues ?? []).filter((issue) => !body.message.includes(issue)).map((issue) => `- ${issue}`);
  const lines = [body.message, ...issues, `Next step: ${body.next_step}`];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { error: body } };
}

/** What resources and prompts throw. */
export function protocolError(error: unknown, tools: OfferedTools): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const known = toHallError(error);
  const body = errorBody(known, tools);
  const code = known.code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, `${body.message} ${body.next_step}`, { error: body });
}

/** Arguments that do not fit, each named by its path. */
export function badArguments(tool: string, error: ZodError): HallError {
  const issues = error.issues.slice(0, 10).map(({ path, message }) => {
    const place = path.map(String).join('.').slice(0, 80);
    return place === '' ? message.slice(0, 300) : `${place}: ${message.slice(0, 300)}`;
  });
  return new HallError('bad-input', `The arguments of ${tool} are wrong: ${issues.join('; ')}.`, {
    hint: 'Correct the arguments and call again.',
    details: { issues },
  });
}
