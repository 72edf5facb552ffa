// Human seats: asks the client's user for the turn that is due, where the client can; add_turn works everywhere.
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { nextOf, type Snapshot } from '../engine/snapshot.ts';
import type { Step } from '../formats/format.ts';
import { say } from '../operations/by-hand.ts';
import type { Hall } from '../operations/hall.ts';
import { requestStates } from './request-state.ts';
import { clip, quote } from './text.ts';
import type { ToolCall } from './tool.ts';
import { rolesOf, saidIn } from './view.ts';

const MESSAGE_CHARACTERS = 6_000;
const ANSWER = 'turn';

const pendingSchema = z.strictObject({ threadId: z.string(), seat: z.string(), act: z.string(), step: z.string() });

const turnForm = z.object({ content: z.string().describe('What this seat says') });
const voteForm = z.object({
  vote: z.enum(['approve', 'reject']).describe('Your vote on the decision'),
  reason: z.string().optional().describe('Your reasons, in a few sentences'),
});
const reviewForm = z.object({
  action: z.enum(['approve', 'override', 'reject']).describe('Go on, put your words in a place, or end the debate'),
  side: z.enum(['experienced', 'fresh']).optional().describe('With override: whose words yours replace'),
  content: z.string().optional().describe('With override: the words, complete; else your reasons'),
});
const FORMS = { vote: voteForm, review: reviewForm } as const;

/** Whether the client can put a form before its user. */
export function asksUser({ server, context }: Pick<ToolCall, 'server' | 'context'>): boolean {
  const envelope = context.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = (declared ?? server.server.getClientCapabilities())?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** What a person is shown before the form: all that a review is about, else what was said last. */
function heardFor(snapshot: Snapshot, step: Step): string {
  const said = (title: string, text: string) => `\n\n${title}:\n${quote(text)}`;
  if (step.act === 'review') {
    const entries = snapshot.format.view(snapshot.log, step);
    return entries.map(({ title, text = '[REDACTED]' }) => said(title, text)).join('');
  }
  const last = saidIn(snapshot).findLast(({ act }) => step.act !== 'vote' || act === 'turn' || act === 'revision');
  return last === undefined ? '' : said(last.title, last.content);
}

/** Asks for the first turn that is due. */
export async function requestTurn(snapshot: Snapshot): Promise<InputRequiredResult> {
  const next = nextOf(snapshot);
  const step = next.kind === 'ask' ? next.steps[0] : undefined;
  if (step === undefined) throw new TypeError('A person was asked although nobody is due.');
  const role = rolesOf(snapshot).get(step.seat) ?? step.seat;
  const heard = heardFor(snapshot, step);
  const message = clip(`${step.label}. You speak as ${role}.${heard}`, MESSAGE_CHARACTERS);
  const requestedSchema = step.act === 'vote' || step.act === 'review' ? FORMS[step.act] : turnForm;
  const pending = { threadId: snapshot.threadId, seat: step.seat, act: step.act, step: step.id };
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema }) },
    requestState: await requestStates.mint(pending),
  });
}

/** What a person answered to an earlier round of this very call; `undefined` when it is the first. */
export interface Answered {
  readonly threadId: string;
  /** False when the person declined or the form came back unusable: then the seat stays open. */
  readonly recorded: boolean;
}

/** Records the turn that a person gave in answer to `requestTurn`. */
export async function takeAnswer(hall: Hall, call: ToolCall): Promise<Answered | undefined> {
  const state = pendingSchema.safeParse(call.context.mcpReq.requestState());
  if (!state.success) return undefined;
  const { threadId, seat, act, step } = state.data;
  const responses = call.context.mcpReq.inputResponses;
  const response = inputResponse(responses, ANSWER);
  if (response.kind !== 'elicit' || response.action !== 'accept') return { threadId, recorded: false };
  const author = `user of ${call.author}`;
  if (act === 'vote') {
    const form = acceptedContent(responses, ANSWER, voteForm);
    if (form === undefined) return { threadId, recorded: false };
    const content = `VOTE: ${form.vote.toUpperCase()}\n\n${form.reason ?? ''}`.trim();
    await say(hall, { threadId, seat, act, content, author, key: step });
    return { threadId, recorded: true };
  }
  if (act === 'review') {
    const form = acceptedContent(responses, ANSWER, reviewForm);
    if (form === undefined) return { threadId, recorded: false };
    const { action, side, content } = form;
    const data = { action, ...(side === undefined ? {} : { side }) };
    await say(hall, { threadId, seat, act, content: content ?? action.toUpperCase(), data, author, key: step });
    return { threadId, recorded: true };
  }
  const form = acceptedContent(responses, ANSWER, turnForm);
  if (form === undefined) return { threadId, recorded: false };
  await say(hall, { threadId, seat, act, content: form.content, author, key: step });
  return { threadId, recorded: true };
}
