// How failures look to a client: a sentence, the next step in words of the tools, and a code that programs can read.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { ZodError } from 'zod';
import { type ErrorCode, HallError } from '../domain/errors.ts';

/** Said in place of a hint that names commands and flags, which a client of this server does not have. */
const NEXT_STEPS: Partial<Record<ErrorCode, string>> = {
  'not-found': 'debate_history lists the debates and list_agents the agents.',
  'already-exists': 'Choose another thread_id, or leave it out.',
  'already-running': 'Follow it with get_debate and wait_seconds.',
  'not-active': 'get_debate shows how it stands. One that met a limit can still be closed with close_debate.',
  'no-agents': 'See what is usable with list_agents, or rehearse without a model with preset "rehearsal".',
  'bad-input': 'Correct the arguments and call again.',
  'ledger-damaged': 'Nothing was changed. A person should look at it with "debate-hall verify".',
  'not-trusted':
    'Show the user what the project asks for and let them decide, with "debate-hall trust add" in its folder. Do not decide for them.',
  reentrant: 'Run the debate from outside this agent; opening debates and taking turns works here.',
};
const SPEAKS_OF_THE_COMMAND_LINE = /debate-hall |--[a-z]|shell/;

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next_step?: string;
  readonly issues?: readonly string[];
}

function nextStep({ code, hint }: HallError): string | undefined {
  if (hint !== undefined && !SPEAKS_OF_THE_COMMAND_LINE.test(hint)) return hint;
  return NEXT_STEPS[code] ?? hint;
}

/** Faults are told to nobody but the operator: their text may hold anything. */
export function toHallError(error: unknown): HallError {
  if (error instanceof HallError) return error;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`debate-hall: internal error: ${said}\n`);
  return new HallError('internal', 'Debate Hall itself is at fault.', {
    hint: 'Nothing that was acknowledged is lost. The log of the server has the particulars.',
  });
}

export function errorBody(error: HallError): ErrorBody {
  const step = nextStep(error);
  const issues = error.details['issues'];
  return {
    code: error.code,
    message: error.message,
    ...(step === undefined ? {} : { next_step: step }),
    ...(Array.isArray(issues) ? { issues: issues.map(String) } : {}),
  };
}

/** What a tool returns when it refuses. */
export function toolError(error: unknown): CallToolResult {
  const body = errorBody(toHallError(error));
  const issues = (body.issues ?? []).filter((issue) => !body.message.includes(issue)).map((issue) => `- ${issue}`);
  const lines = [body.message, ...issues, ...(body.next_step === undefined ? [] : [`Next step: ${body.next_step}`])];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { error: body } };
}

/** What resources and prompts throw. */
export function protocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const known = toHallError(error);
  const body = errorBody(known);
  const code = known.code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  const said = body.next_step === undefined ? body.message : `${body.message} ${body.next_step}`;
  return new ProtocolError(code, said, { error: body });
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
