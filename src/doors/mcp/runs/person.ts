// Human seats: asks the client's user for the turn that is due, where the client can; add_turn works everywhere.
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type ErrorCode, HallError } from '../../../domain/failures/errors.ts';
import type { TurnForm } from '../../../domain/hall-page/writes.ts';
import { REDACTED_MARK, readSealed } from '../../../domain/sealed/sealed.ts';
import { BLIND_NOTICE } from '../../../domain/words/missing-text.ts';
import type { Step } from '../../../formats/format.ts';
import { say } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import { writeTurn } from '../../../hall/operations/debate/take-part/write-turn.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { isBlind, listDueSteps, readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { listSpoken } from '../texts/spoken.ts';
import { clip, quoteLines } from '../texts/text.ts';
import type { ToolCall } from '../tools/tool.ts';
import { isOpinionForm, opinionForm, readOpinionForm } from './opinion-forms.ts';

const MESSAGE_CHARACTERS = 6_000;
const ANSWER = 'turn';

const pendingSchema = z.strictObject({
  threadId: z.string(),
  seat: z.string(),
  act: z.string(),
  step: z.string(),
  /** The second is asked when the answer to the first could not be used. */
  round: z.enum(['first', 'second']),
});
type Pending = z.infer<typeof pendingSchema>;

const turnForm = z.object({ content: z.string().describe('What this seat says') });
const voteForm = z.object({
  vote: z.enum(['approve', 'reject']).describe('Your vote on the decision'),
  reason: z.string().optional().describe('Your reasons, in a few sentences'),
});
const reviewForm = z.object({
  action: z
    .enum(['approve', 'override', 'reject'])
    .describe("Continue, replace one side's words with yours, or end the debate"),
  side: z.enum(['experienced', 'fresh']).optional().describe('With override: whose words yours replace'),
  content: z.string().optional().describe('With override: the full text; otherwise your reasons'),
});
const FORMS = { vote: voteForm, review: reviewForm } as const;

/** Whether the client can put a form before its user. */
export function canAskUser({ server, context }: Pick<ToolCall, 'server' | 'context'>): boolean {
  const envelope = context.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = (declared ?? server.server.getClientCapabilities())?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/** Acts that answer to all that was said, and not only to the last turn. */
const ABOUT_EVERYTHING: ReadonlySet<string> = new Set(['review', 'reply', 'decision', 'minority-report']);

/** What a person is shown before the form: all that it is about, else what was said last. */
function renderBackground(snapshot: Snapshot, step: Step): string {
  const quoteSection = (title: string, text: string) => `\n\n${title}:\n${quoteLines(text)}`;
  if (ABOUT_EVERYTHING.has(step.act)) {
    const entries = snapshot.format.view(snapshot.log, step);
    return entries.map(({ title, text = REDACTED_MARK }) => quoteSection(title, text)).join('');
  }
  const topic = readSealed(snapshot.debate.opened.topic) ?? REDACTED_MARK;
  if (step.act === 'opening') return quoteSection('Topic', topic);
  if (step.act === 'ballot') {
    const decision = listSpoken(snapshot).findLast(({ act }) => act === 'turn' || act === 'revision');
    return `${quoteSection('Topic', topic)}${decision === undefined ? '' : quoteSection(decision.title, decision.content)}`;
  }
  const last = listSpoken(snapshot).findLast(({ act }) => step.act !== 'vote' || act === 'turn' || act === 'revision');
  return last === undefined ? '' : quoteSection(last.title, last.content);
}

function formFor(snapshot: Snapshot, step: Step) {
  if (isOpinionForm(step.act)) return opinionForm(snapshot, step);
  return step.act === 'vote' || step.act === 'review' ? FORMS[step.act] : turnForm;
}

/** How the answer may be written, where the form has one field for all of it. */
const describeWriting = ({ act, plainForm }: Step) =>
  plainForm === undefined || isOpinionForm(act) ? '' : `\n\n${plainForm}`;

/** Asks for the first turn that is due; `problem` says why an earlier answer could not be used. */
export async function requestTurn(call: ToolCall, snapshot: Snapshot, problem?: string): Promise<InputRequiredResult> {
  const [step] = listDueSteps(snapshot);
  if (step === undefined) throw new TypeError('A person was asked although nobody is due.');
  const role = readLabels(snapshot)(step.seat);
  const background = renderBackground(snapshot, step);
  const before = problem === undefined ? '' : `${problem}\n\n`;
  const blind = isBlind(snapshot) ? ` ${BLIND_NOTICE}` : '';
  const message = clip(
    `${before}${step.label}. You speak as ${role}.${blind}${describeWriting(step)}${background}`,
    MESSAGE_CHARACTERS,
  );
  const requestedSchema = formFor(snapshot, step);
  const round = problem === undefined ? 'first' : 'second';
  const pending: Pending = { threadId: snapshot.threadId, seat: step.seat, act: step.act, step: step.id, round };
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema }) },
    requestState: await call.parts.requestStates.mint(pending, call.context),
  });
}

/** What a person answered to an earlier round of this very call. */
export interface TakenAnswer {
  readonly threadId: string;
  /** False when the person declined or the answer could not be used: then the seat stays open. */
  readonly recorded: boolean;
  /** Why it could not be used, in a sentence. */
  readonly problem?: string;
  /** Whether the person should get the form once more. */
  readonly askAgain?: boolean;
}

/** What a filled-in form says; `undefined` for one that lacks what it asks for. */
function readForm(act: string, responses: Parameters<typeof acceptedContent>[0]): TurnForm | undefined {
  if (isOpinionForm(act)) return readOpinionForm(act, responses, ANSWER);
  if (act === 'vote') {
    const form = acceptedContent(responses, ANSWER, voteForm);
    return form && { kind: act, ...form };
  }
  if (act === 'review') {
    const form = acceptedContent(responses, ANSWER, reviewForm);
    return form && { kind: act, action: form.action, side: form.side, text: form.content };
  }
  const form = acceptedContent(responses, ANSWER, turnForm);
  return form && { kind: 'text', text: form.content };
}

/** What the person can put right in the form. */
const CORRECTABLE: readonly ErrorCode[] = ['bad-input', 'rule-violation'];

/** A client speaks for a user whom it does not name. */
const nameAuthor = ({ author, gate }: ToolCall) => (gate.principal.by === 'local' ? `user of ${author}` : author);

/** Records the turn that a person gave in answer to `requestTurn`; `undefined` in the first round of a call. */
export async function takeAnswer(hall: Hall, call: ToolCall): Promise<TakenAnswer | undefined> {
  const state = pendingSchema.safeParse(call.context.mcpReq.requestState());
  if (!state.success) return undefined;
  const { threadId, seat, act, step, round } = state.data;
  const responses = call.context.mcpReq.inputResponses;
  const response = inputResponse(responses, ANSWER);
  if (response.kind !== 'elicit' || response.action !== 'accept') return { threadId, recorded: false };
  const askAgain = round === 'first';
  const form = readForm(act, responses);
  if (form === undefined) return { threadId, recorded: false, problem: 'The form came back empty.', askAgain };
  try {
    await say(hall, { threadId, seat, act, step, ...writeTurn(form), author: nameAuthor(call), key: step });
    return { threadId, recorded: true };
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    const problem = `Not recorded: ${error.message}`;
    return { threadId, recorded: false, problem, askAgain: askAgain && CORRECTABLE.includes(error.code) };
  }
}
