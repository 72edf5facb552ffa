// Human seats: asks the client's user for the turn that is due, in a form as the protocol writes it, where the client can; add_turn works
// everywhere.
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Prompt } from '../../../agents/agent.ts';
import { defined } from '../../../domain/defined.ts';
import { type ErrorCode, HallError } from '../../../domain/failures/errors.ts';
import type { WaitingTurn } from '../../../domain/hall-page/debate.ts';
import { REDACTED_MARK } from '../../../domain/sealed/sealed.ts';
import { type Filled, listLabels, nameField, type TurnField } from '../../../domain/turn-form/fields.ts';
import { TURN_KINDS } from '../../../domain/turn-form/kinds.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { BLIND_NOTICE } from '../../../domain/words/missing-text.ts';
import { describePlainForm } from '../../../formats/common/labelled/blank-form.ts';
import { say } from '../../../hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../../hall/operations/debate/take-part/person-steps.ts';
import { promptFor } from '../../../hall/operations/debate/take-part/seat-prompt.ts';
import { chooseForm, writeFilled } from '../../../hall/operations/debate/take-part/waiting-turns.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { readLabels, type Snapshot } from '../../../ledger/engine/snapshot.ts';
import { clip, measureWeight, quoteLines } from '../texts/text.ts';
import type { ToolCall } from '../tools/tool.ts';

type Schema = ElicitRequestFormParams['requestedSchema'];

/** Of the words of a claim in its field; the message has all of them. */
const FIELD_ROOM = 300;

function describeField(field: TurnField): string | undefined {
  const { about, hint } = field;
  const conditions = listLabels(field).flatMap(({ label, values }, _, { length }) =>
    values.length === 0 ? [] : `${length === 1 ? 'Only with' : `"${label}" with`} ${values.join(' or ')}.`,
  );
  const parts = [about && clip(about, FIELD_ROOM), ...conditions, hint].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n');
}

function toProperty(field: TurnField): Schema['properties'][string] {
  const { type, options } = field;
  const words = { title: nameField(field), ...defined({ description: describeField(field) }) };
  if (type === 'percent') return { type: 'integer', minimum: 0, maximum: 100, ...words };
  if (options === undefined) return { type: 'string', ...words };
  const enumNames = options.map(({ title }) => clip(title, FIELD_ROOM));
  return { type: 'string', enum: options.map(({ value }) => value), enumNames, ...words };
}

/** A client may ask for one field after the other, so there are none that can be done without. */
function formFor(fields: readonly TurnField[]): Schema {
  const shown = fields.filter(({ inWords }) => inWords !== true);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map((field) => [field.name, toProperty(field)])),
    required: shown.flatMap(({ name, when, needed }) => (needed === true && when === undefined ? name : [])),
  };
}

/** What the person filled in, whatever the client has made of it. */
function readForm(responses: Parameters<typeof acceptedContent>[0], key: string): Filled {
  const content = Object.entries(acceptedContent(responses, key) ?? {});
  return Object.fromEntries(content.map(([name, value]) => [name, String(value)]));
}

/** Of the whole message, of the topic, and of what is asked. */
const ROOM = { message: 24_000, topic: 6_000, request: 12_000 } as const;
const ANSWER = 'turn';
/** Clients and servers give up a call that asks more than eight times, and one of these may have been about trust. */
const MOST_FORMS = 7;

const pendingSchema = z.strictObject({
  threadId: z.string(),
  seat: z.string(),
  act: z.string(),
  kind: z.enum(TURN_KINDS),
  step: z.string(),
  /** The second is asked when the answer to the first could not be used. */
  round: z.enum(['first', 'second']),
  /** How many forms the call has shown, this one included. */
  forms: z.coerce.number(),
});

/** Whether the client can put a form before its user. */
export function canAskUser({ server, context }: Pick<ToolCall, 'server' | 'context'>): boolean {
  const envelope = context.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = (declared ?? server.server.getClientCapabilities())?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

const quoteSection = (title: string, said: string) => `\n\n${title}:\n${quoteLines(said)}`;

/** What was said as far as the seat may read it, the newest first in where it does not fit. */
function renderSaid({ transcript }: Prompt, room: number): string {
  const shown: string[] = [];
  let left = room;
  for (const { title, text = REDACTED_MARK } of transcript.toReversed()) {
    const section = quoteSection(title, shown.length === 0 ? clip(text, room / 2) : text);
    left -= measureWeight(JSON.stringify(section));
    if (left < 0) break;
    shown.unshift(section);
  }
  const missing = transcript.length - shown.length;
  const note = `\n\n(${countNoun(missing, 'earlier contribution')} left out here; the transcript of the debate has all.)`;
  return `${missing === 0 ? '' : note}${shown.join('')}`;
}

/** What a person is asked, what it is about, the labels to write behind, and what they may read. */
function renderMessage(snapshot: Snapshot, prompt: Prompt, { blind, fields }: WaitingTurn): string {
  const { step, topic, personRequest } = prompt;
  const blanks = fields.flatMap(({ hint: plainForm, blank: blankForm }) =>
    blankForm === undefined ? [] : (describePlainForm(defined({ plainForm, blankForm })) ?? []),
  );
  const before = [
    `${step.label}. You speak as ${readLabels(snapshot)(step.seat)}.${blind === true ? ` ${BLIND_NOTICE}` : ''}`,
    ...blanks.map((blank) => `\n\n${blank}`),
    quoteSection('Topic', clip(topic, ROOM.topic)),
    quoteSection('What is asked', clip(personRequest, ROOM.request)),
  ].join('');
  return `${before}${renderSaid(prompt, ROOM.message - measureWeight(JSON.stringify(before)))}`;
}

/** The first turn that the client's user can take. */
const findTurn = (snapshot: Snapshot) =>
  listPersonSteps(snapshot)
    .map((step) => ({ step, turn: chooseForm(snapshot, step) }))
    .find(({ turn }) => turn.held !== true);

const readPending = ({ context }: Pick<ToolCall, 'context'>) =>
  pendingSchema.safeParse(context.mcpReq.requestState()).data;

const countForms = (call: Pick<ToolCall, 'context'>): number => readPending(call)?.forms ?? 0;

/** Whether the call has shown as many forms as it can. */
export const hasAskedEnough = (call: Pick<ToolCall, 'context'>): boolean => countForms(call) >= MOST_FORMS;

/** Asks for the next turn; `problem` says why an earlier answer could not be used. `undefined` where no turn waits for the user. */
export async function requestTurn(
  hall: Hall,
  call: ToolCall,
  snapshot: Snapshot,
  problem?: string,
): Promise<InputRequiredResult | undefined> {
  const found = findTurn(snapshot);
  if (found === undefined || hasAskedEnough(call)) return undefined;
  const { step, turn } = found;
  const { threadId } = snapshot;
  const asked = renderMessage(snapshot, await promptFor(hall, snapshot, step), turn);
  const message = problem === undefined ? asked : `${problem}\n\n${asked}`;
  const { seat, act, id } = step;
  const round = problem === undefined ? 'first' : 'second';
  const pending = {
    threadId,
    seat,
    act,
    kind: turn.kind,
    step: id,
    round,
    forms: `${countForms(call) + 1}`,
  };
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema: formFor(turn.fields) }) },
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

/** What the person can put right in the form. */
const CORRECTABLE: readonly ErrorCode[] = ['bad-input', 'rule-violation'];

/** A client speaks for a user whom it does not name. */
const nameAuthor = ({ author, gate }: ToolCall) => (gate.principal.by === 'local' ? `user of ${author}` : author);

/** Records the turn that a person gave in answer to `requestTurn`; `undefined` in the first round of a call. */
export async function takeAnswer(hall: Hall, call: ToolCall): Promise<TakenAnswer | undefined> {
  const pending = readPending(call);
  if (pending === undefined) return undefined;
  const { threadId, seat, act, kind, step, round } = pending;
  const responses = call.context.mcpReq.inputResponses;
  const response = inputResponse(responses, ANSWER);
  if (response.kind !== 'elicit' || response.action !== 'accept') return { threadId, recorded: false };
  const askAgain = round === 'first';
  try {
    const filled = readForm(responses, ANSWER);
    const written = writeFilled(await hall.engine.snapshot(threadId), { step, kind, filled });
    await say(hall, call.gate, { threadId, seat, act, step, ...written, author: nameAuthor(call), key: step });
    return { threadId, recorded: true };
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    const problem = `Not recorded: ${error.message}`;
    return { threadId, recorded: false, problem, askAgain: askAgain && CORRECTABLE.includes(error.code) };
  }
}
