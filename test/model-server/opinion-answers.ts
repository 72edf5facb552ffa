// What the model server answers when a seat is asked what it holds itself: before the debate, after it, and of an agreement.
import type { Protocol, RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { type Behaviour, lastUserText } from './server.ts';

/** Begins the last part of a prompt, behind all the material. */
const TASK_HEADING = '# What is asked of you now';

/** Keys of the JSON that only this act is asked for. */
const ACTS = { opening: '"change_mind":', ballot: '"moved_by":', challenge: '"stands":' } as const;
export type OpinionAct = keyof typeof ACTS;

/** In a debate that has no seats of these names, each agent answers as in the seat that it usually has. */
const USUAL_SEATS: Readonly<Record<Protocol, string>> = {
  anthropic: 'wind',
  openai: 'wall',
  'openai-chat': 'wall',
  gemini: 'door',
};

interface Opinion {
  readonly opening: string;
  /** In the end; left out: as at first. */
  readonly final?: string;
  readonly movedBy?: string;
  readonly vote?: 'own' | 'accept' | 'reject';
}

export type Opinions = Readonly<Record<string, Opinion>>;

/** They differ at first, and all end with the answer of one, for a reason. */
export const USUAL_OPINIONS: Opinions = {
  wind: { opening: 'Yes' },
  wall: { opening: 'No', final: 'Yes', movedBy: 'C1' },
  door: { opening: 'No', final: 'Yes', movedBy: 'C1' },
};

/** What the end of a prompt asks for. */
export function taskOf(request: RecordedRequest): string {
  const prompt = lastUserText(request);
  return prompt.slice(Math.max(0, prompt.lastIndexOf(TASK_HEADING)));
}

/** `undefined` when it asks for anything else than what the seat holds itself. */
export function opinionActOf(request: RecordedRequest): OpinionAct | undefined {
  const task = taskOf(request);
  return (Object.keys(ACTS) as OpinionAct[]).find((act) => task.includes(ACTS[act]));
}

/** What a test calls a model to tell a seat from others of the same agent: in an opening nothing else names it. */
export const modelOf = (seat: string) => `seat-${seat}`;

const SEAT = '(wind|wall|door)\\b';
/** The system prompt or the first turn says outright which seat the model is: "# You are Wall"; else it is the first that is mentioned. */
const NAMED = [`\\byou are (?:the )?\\W*${SEAT}`, `\\b${SEAT}`].map((source) => new RegExp(source, 'i'));
const ROLE = new RegExp(`^# You are (?:the )?${SEAT}`, 'im');

/** The seat of a request that names it; an opening does so only by the name of its model. */
export function namedSeatOf({ model, system, messages }: RecordedRequest): string | undefined {
  const [, byModel] = new RegExp(`\\b${modelOf(SEAT)}`).exec(model ?? '') ?? [];
  const inTurns = messages.filter(({ role }) => role === 'user').map(({ text }) => ROLE.exec(text));
  const [outright, mentioned] = NAMED.map((pattern) => pattern.exec(system));
  const named = byModel ?? (outright ?? inTurns.find((found) => found !== null) ?? mentioned)?.[1];
  return named?.toLowerCase();
}

export function seatOf(request: RecordedRequest): string {
  const { protocol } = request;
  return namedSeatOf(request) ?? (protocol === undefined ? '' : USUAL_SEATS[protocol]);
}

/** Words that stand in this opinion of this seat and nowhere else. */
export function wordsOf(seat: string, act: OpinionAct): string {
  return `What ${seat} says in its ${act} can be checked.`;
}

/** Of whoever rejects a decision. */
export const OBJECTION = 'Point 2 names no date. Change: name one.';

/** What this seat holds in the end, or from the beginning if it does not move. */
export const finalOf = (opinions: Opinions, seat: string) => opinions[seat]?.final ?? opinions[seat]?.opening ?? '';

function giveOpinion(act: OpinionAct, request: RecordedRequest, opinions: Opinions): Readonly<Record<string, unknown>> {
  const seat = seatOf(request);
  const { opening = '', movedBy = null, vote = 'own' } = opinions[seat] ?? {};
  const words = wordsOf(seat, act);
  switch (act) {
    case 'opening':
      return {
        answer: opening,
        confidence: 70,
        claims: [words],
        change_mind: 'A measurement that shows the opposite.',
      };
    case 'ballot': {
      const ballot = { answer: finalOf(opinions, seat), confidence: 80, moved_by: movedBy, reason: words };
      if (!taskOf(request).includes('"vote":')) return ballot;
      return { ...ballot, vote, objection: vote === 'reject' ? OBJECTION : null };
    }
    case 'challenge':
      return { stands: false, case: words };
  }
}

/** As this model writes JSON when nothing holds it to a schema. */
function write(given: Readonly<Record<string, unknown>>, { protocol }: RecordedRequest): string {
  if (protocol === 'openai') return JSON.stringify(given);
  const { confidence, ...rest } = given;
  const loose = protocol === 'gemini' && confidence !== undefined ? { ...rest, confidence: `${confidence} %` } : given;
  const fenced = `\`\`\`json\n${JSON.stringify(loose, undefined, 2)}\n\`\`\`\n`;
  return protocol === 'anthropic' ? `I have thought about it on my own.\n\n${fenced}` : fenced;
}

/** `undefined` when the request asks for anything else. */
export function answerOpinion(request: RecordedRequest, opinions: Opinions): Behaviour | undefined {
  const act = opinionActOf(request);
  if (act === undefined) return undefined;
  const given = giveOpinion(act, request, opinions);
  // Where claude is held to a schema, its model answers by calling this tool.
  const tool = request.toolNames.find(({ name }) => name === 'StructuredOutput')?.name;
  return tool === undefined
    ? { kind: 'answer', text: write(given, request) }
    : { kind: 'tool-call', tool, arguments: given };
}
