// How failures look to a client: a sentence, the next step in words of the tools, and a code that programs can read.
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { type ErrorCode, HallError } from '../../domain/failures/errors.ts';
import { isTyped, nameSteps, type Steps } from '../../domain/failures/hints.ts';
import { shownError } from '../../domain/failures/storage-error.ts';
import { findProblems, joinHints, problemSentence } from '../../domain/values/problems.ts';
import { shortenPaths } from '../../exchange/without-paths.ts';
import { packageFile } from '../../support/package-root.ts';
import type { OfferedTools } from './clients/offered-tools.ts';
import { fitResult } from './texts/text.ts';

/** What only the user decides. */
export const TRUST_STEP =
  'Show the user what the project asks for. They decide, with "debate-hall trust add" in its folder; do not decide for them.';

/**
 * Said instead of a hint that names commands and flags, or tools that this client does not have: the first of these that it
 * can do. The last one names no tool.
 */
const NEXT_STEPS: Readonly<Record<ErrorCode, readonly [string, ...string[]]>> = {
  internal: ['Nothing acknowledged is lost. See the server log for details.'],
  usage: ['Correct the arguments and call again.'],
  'bad-input': ['Correct the arguments and call again.'],
  'nothing-to-review': ['Change something, or pass another range, and call again.'],
  'plugin-failed': ['Ask the user to run the command that the message names.'],
  'not-found': [
    'debate_history lists debates, list_agents lists agents and formats.',
    'debate_history lists debates.',
    'Check the ID: the resource debates://index lists the debates.',
  ],
  'already-exists': ['Choose another ID, or omit it.'],
  'config-invalid': ['Ask the user to correct the configuration; the next call reads it again.'],
  'not-authenticated': ['Ask the user to sign in again.'],
  'not-permitted': ['Ask the user to ask whoever runs the hall.'],
  'not-your-turn': ['get_debate shows who is next.', 'debate_status shows who is next.', 'Wait for your turn.'],
  'not-your-seat': ['Speak only for the seat you were given.'],
  'rule-violation': ['Correct what the message names and call again.'],
  'not-active': [
    'Read it with get_debate.',
    'Read it with debate_status.',
    'Read it as the resource debate://{thread_id}/transcript.',
  ],
  'key-conflict': ['Use a new key for each new contribution.'],
  'already-running': [
    'Follow it with get_debate and wait_seconds.',
    'Follow it with debate_status.',
    'Wait until the current run has ended.',
  ],
  'claim-lost': [
    'Follow it with get_debate and wait_seconds.',
    'Follow it with debate_status.',
    'Wait until the current run has ended.',
  ],
  'ledger-damaged': [
    'Nothing was changed. verify_debate shows what is wrong; ask the user to repair the file or restore it from a backup.',
    'Nothing was changed. Ask the user to check it with "debate-hall verify".',
  ],
  'needs-update': ['Ask the user to update Debate Hall.'],
  locked: ['Another process is writing to the ledger; call again in a moment.'],
  'no-locks': ['Ask the user to reinstall Debate Hall on a supported system.'],
  storage: ['Ask the user to fix what the message names, such as a full disk or missing permissions; then call again.'],
  'signing-failed': [
    'Only a person at a terminal can sign or check signatures. verify_debate checks the ledger.',
    'Only a person at a terminal can sign or check signatures.',
  ],
  'secret-found': ['Leave it out. Only the user can decide that it is not a secret.'],
  'context-unreadable': ['Correct the context sources and call again.'],
  'no-agents': [
    'list_agents shows which agents are ready; preset "rehearsal" needs none.',
    'Install claude, codex or gemini and log in.',
  ],
  'agent-failed': [
    'list_agents shows which agents are ready; name another one or call again.',
    'Name another agent, or call again.',
  ],
  'not-trusted': [TRUST_STEP],
  reentrant: ['Run the debate from outside this agent. You can still open debates and take turns here.'],
  'already-linked': ['Omit repo and target_id: the debate stays linked to its thread.'],
  'not-linked': [
    'Give repo and target_id, or link the debate with github_sync_debate first.',
    'Give the repository and the thread.',
  ],
  'github-disabled': ['GITHUB_TOOLS_ENABLED switches GitHub off; only the user can change that.'],
  'github-login': ['Ask the user to set GITHUB_TOKEN or to log in with "gh auth login".'],
  'github-refused': ['GitHub names the reason; the token may need more permissions from the user.'],
  'github-limited': ['Completed work stays. Call again after the time that the message names.'],
  'github-unreachable': ['Completed work stays. Call again.'],
  'quota-reached': ['Wait until the time that the message names, or ask the user.'],
  'limit-reached': ['Continue with resume_debate and higher limits.', 'Raise the limit and call again.'],
  cancelled: ['Nothing recorded is lost: continue with resume_debate.', 'Nothing recorded is lost; call again.'],
};

/** What does the same as a command; what that takes is in the arguments of the tool. */
const TOOL_OF: Steps = {
  ...{ run: 'debate_auto', review: 'debate_review', plan: 'debate_plan', resume: 'resume_debate', fork: 'fork_debate' },
  ...{ list: 'debate_history', show: 'get_debate', watch: 'get_debate and wait_seconds', verify: 'verify_debate' },
  ...{ close: 'close_debate', kill: 'force_close_debate', agents: 'list_agents' },
};

/** An option that is an argument of the same name. */
const OPTION = /(?<!\S)--(?=(?:answer|at|options|path|range|read|repo|staged|unit)\b)/g;

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly next_step: string;
  readonly issues?: readonly string[];
}

/** After a limit; those on turns and rounds are rules of the debate. */
export function stepAtLimit(limit: string | undefined, { step }: OfferedTools): string {
  return limit === 'turns' || limit === 'rounds'
    ? step(`The limit on ${limit} is a rule of the debate: close_debate with a synthesis.`, 'A limit was reached.')
    : step(
        'A limit was reached: close_debate with a synthesis, or resume_debate with higher limits.',
        'A limit was reached: continue with resume_debate and higher limits.',
        'A limit was reached.',
      );
}

/** Where the package lies is of no use to a client; where anything lies, only to one whose user sits at the machine. */
function withoutPlaces(text: string, { isLocal }: OfferedTools): string {
  const named = text.replaceAll(packageFile(''), '');
  return isLocal ? named : shortenPaths(named);
}

function nextStep({ code, hint, details }: HallError, tools: OfferedTools): string {
  const { limit } = details;
  if (typeof limit === 'string') return stepAtLimit(limit, tools);
  const told = hint === undefined ? undefined : nameSteps(hint.replace(OPTION, ''), TOOL_OF);
  if (told !== undefined && !isTyped(told) && tools.allows(told)) return withoutPlaces(told, tools);
  return tools.step(...NEXT_STEPS[code]);
}

/** Faults are reported only to the operator, as their text may hold anything. */
export function toHallError(thrown: unknown): HallError {
  const error = shownError(thrown);
  if (error instanceof HallError) return error;
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`debate-hall: internal error: ${cause}\n`);
  return new HallError('internal', 'Internal error in Debate Hall.');
}

export function errorBody(error: HallError, tools: OfferedTools): ErrorBody {
  const issues = error.details['issues'];
  const write = (text: string) => withoutPlaces(text, tools);
  return {
    code: error.code,
    message: write(error.message),
    next_step: nextStep(error, tools),
    ...(Array.isArray(issues) ? { issues: issues.map(String).map(write) } : {}),
  };
}

/** What a tool returns when it refuses. */
export function toolError(error: unknown, tools: OfferedTools): CallToolResult {
  const body = errorBody(toHallError(error), tools);
  const issues = (body.issues ?? []).filter((issue) => !body.message.includes(issue)).map((issue) => `- ${issue}`);
  const lines = [body.message, ...issues, `Next step: ${body.next_step}`];
  const { text, structured } = fitResult({ structured: { error: body }, text: lines.join('\n') }, 'Shortened to fit.');
  return { isError: true, content: [{ type: 'text', text }], structuredContent: structured };
}

/** What resources and prompts throw. */
function protocolError(error: unknown, tools: OfferedTools): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const known = toHallError(error);
  const body = errorBody(known, tools);
  const code = known.code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, `${body.message} ${body.next_step}`, { error: body });
}

/** Of a resource or a prompt, which have no results that are errors. */
export async function answering<T>(tools: OfferedTools, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw protocolError(error, tools);
  }
}

/** Arguments that do not fit, each named by its path. */
export function badArguments(tool: string, input: z.ZodType, args: unknown): HallError {
  const problems = findProblems(input, args, 10);
  const issues = problems.map((problem) => problemSentence(problem, 'the arguments').slice(0, 400));
  return new HallError('bad-input', `The arguments of ${tool} are wrong: ${issues.join('; ')}.`, {
    hint: joinHints(problems) ?? 'Correct the arguments and call again.',
    details: { issues },
  });
}
