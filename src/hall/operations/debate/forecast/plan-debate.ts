// What a run would do: seats, the exact calls, the sizes of prompts. Starts nothing but version probes, spends nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Agent, CallPlan, Prompt } from '../../../../agents/agent.ts';
import type { Range } from '../../../../domain/calls.ts';
import { defined } from '../../../../domain/defined.ts';
import {
  type AgentRef,
  isForPeople,
  type LeftOut,
  type Limits,
  type RuleData,
} from '../../../../domain/event-parts.ts';
import type { LedgerEvent } from '../../../../domain/events.ts';
import { problemToError } from '../../../../domain/failures/errors.ts';
import type { OpenPicture } from '../../../../domain/pictures.ts';
import type { Reading } from '../../../../domain/reading/reading.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import type { LanguageCount } from '../../../../domain/words/languages.ts';
import type { AnyFormat } from '../../../../formats/format.ts';
import { seal } from '../../../../ledger/chain/chain.ts';
import { countCopiesToCome } from '../../../../ledger/engine/forks/next-copy.ts';
import type { Recording } from '../../../../ledger/engine/forks/recording.ts';
import {
  chainOpening,
  draftOpening,
  type OpenRequest,
  type QuestionRequest,
} from '../../../../ledger/engine/opening.ts';
import { applyEvent, checkOpening, createSnapshot } from '../../../../ledger/engine/snapshot.ts';
import { createTakenError } from '../../../../ledger/stores/errors.ts';
import type { SeatTools } from '../../../../material/reading/seat-tools.ts';
import { buildPrompt, listExtraTexts } from '../../../../runner/build-prompt.ts';
import { callsToCome } from '../../../../runner/rules.ts';
import type { Hall } from '../../hall.ts';
import { prepareDebate } from '../opening/open-debate.ts';
import type { OpenInput } from '../opening/open-input.ts';
import { findRecipe } from '../opening/rules.ts';
import { findAgent, unlessGone } from '../seats/assign-seats.ts';
import { type CallForecast, forecastDebate } from './forecast.ts';

/** Stands for the tools that a run gives a seat; a plan calls nothing. */
const PLANNED_TOOLS: SeatTools = {
  declarations: [],
  url: 'http://127.0.0.1/mcp',
  token: '',
  call: async () => ({ texts: [], isError: true }),
};

export interface SeatPlan {
  readonly seat: string;
  readonly label: string;
  readonly agent: AgentRef;
  readonly standIn?: AgentRef;
  /** The point of view that it looks from. */
  readonly perspective?: string;
  /** Absent for a seat that a person fills, and where workers call the agents. */
  readonly call?: CallPlan;
  /** In a fork: its agent is not configured any more, so its turns can only be copied. */
  readonly gone?: true;
  /** Pictures that the agent cannot see; absent where there are none, and where it says so only once it has started. */
  readonly unseen?: readonly string[];
  /** Of the first prompt, in characters; later ones grow with what is said. */
  readonly promptCharacters: { readonly system: number; readonly user: number };
}

export interface DebatePlan {
  readonly threadId: string;
  readonly topic: string;
  readonly format: string;
  readonly recipe?: string;
  /** What the recipe does and takes, and what that is worth where it was measured to be little. */
  readonly recipeSummary?: string;
  readonly options: RuleData;
  /** The kind of answer that seats are asked for; absent where nobody is asked for one of their own. */
  readonly question?: QuestionRequest;
  readonly seats: readonly SeatPlan[];
  /** Agents that are installed but cannot be used, a sentence each. */
  readonly passedOver: readonly string[];
  /** What the answers of the seats count, where it depends on how earlier ones turned out. */
  readonly weighing?: readonly string[];
  /** Which points of view were chosen for which seats, and why. */
  readonly viewing?: readonly string[];
  /** Calls of a whole debate whose answers are all usable. */
  readonly calls: Range;
  /** Of a fork: how many turns of its parent it copies, if the rules let all of them follow. */
  readonly copies?: number;
  readonly limits: Limits;
  /** What those calls will probably take, by the hall's own past. */
  readonly forecast: CallForecast;
  readonly contextBytes: number;
  readonly context: readonly { readonly source: string; readonly bytes: number }[];
  readonly contextLeftOut: readonly LeftOut[];
  /** Pictures among the context; absent where there are none. */
  readonly pictures?: readonly Omit<OpenPicture, 'data'>[];
  /** What seats may look up. */
  readonly reading?: Reading;
  /** Of the files among that. */
  readonly languages?: readonly LanguageCount[];
}

function listUnseen({ sees = [], attended }: Agent, { pictures }: Prompt): Pick<SeatPlan, 'unseen'> {
  if (sees === 'announced' || attended === true) return {};
  const unseen = (pictures?.given ?? []).filter(({ mediaType }) => !sees.includes(mediaType));
  return unseen.length === 0 ? {} : { unseen: unseen.map(({ source }) => source) };
}

/** What the recipe makes of the debate, where nothing else was chosen. */
function findSummary(format: AnyFormat, { recipe = '', options }: OpenRequest): string | undefined {
  const { summary, options: wanted = {} } = findRecipe(format, recipe) ?? {};
  const isWhole = Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(options[name], value));
  return isWhole ? summary : undefined;
}

/** Throws what opening the debate would throw. `recording`: of the parent of a fork. */
export async function planDebate(hall: Hall, input: OpenInput, recording?: Recording): Promise<DebatePlan> {
  const { request, passedOver, weighing, viewing, languages } = await prepareDebate(hall, input);
  const taken = await hall.store.findTaken(request.threadId);
  if (taken !== undefined) throw createTakenError(taken, hall.store.place);
  const format = await hall.format(request.format);
  const texts = await hall.prompts(format, listExtraTexts(request, request.pictures?.length));
  const salt = '0'.repeat(32);
  const drafts = draftOpening(request, (text) => seal(text, salt));
  const problem = checkOpening(drafts.opening.data, format);
  if (problem !== undefined) throw problemToError(problem);
  const log = [...chainOpening(drafts, new Date(hall.clock.now()).toISOString())];
  const [opened, ...given] = log as [LedgerEvent, ...LedgerEvent[]];
  const snapshot = given.reduce(applyEvent, createSnapshot(opened, format, log));
  const agents = await hall.agents();
  const options = format.options.parse(request.options);
  const specs = format.seats(options);
  const label = labelSeats(specs);
  const calls = callsToCome(snapshot, recording) ?? format.calls(options);
  const tools = request.reading === undefined ? undefined : PLANNED_TOOLS;
  const seats = request.seats.map(({ seat, agent: ref, standIn, perspective }): SeatPlan => {
    const step = format.sampleStep(options, seat);
    const prompt = buildPrompt(snapshot, step, texts);
    const agent = unlessGone(() => findAgent(agents, ref));
    return {
      seat,
      label: label(seat),
      agent: ref,
      ...defined({ standIn, perspective }),
      ...(agent === undefined || hall.runs !== 'here' ? {} : { call: agent.plan(prompt, { tools }) }),
      ...(agent !== undefined || isForPeople(ref) ? {} : { gone: true }),
      ...(agent === undefined ? {} : listUnseen(agent, prompt)),
      promptCharacters: { system: prompt.system.length, user: prompt.user.length },
    };
  });
  return {
    threadId: request.threadId,
    topic: request.topic,
    format: request.format,
    ...defined({ recipe: request.recipe, recipeSummary: findSummary(format, request) }),
    options: request.options,
    ...defined({ question: request.question }),
    seats,
    passedOver,
    ...(weighing.length === 0 ? {} : { weighing }),
    ...(viewing.length === 0 ? {} : { viewing }),
    calls,
    ...defined({ copies: recording && countCopiesToCome(recording, snapshot) }),
    limits: request.limits,
    forecast: await forecastDebate(hall, { calls, seats: request.seats }),
    contextBytes: request.context.reduce((sum, { bytes }) => sum + bytes, 0),
    context: request.context.map(({ source, bytes }) => ({ source, bytes })),
    contextLeftOut: request.contextLeftOut,
    ...(given.length === 0 ? {} : { pictures: request.pictures?.map(({ data: _, ...picture }) => picture) ?? [] }),
    ...defined({ reading: request.reading, languages }),
  };
}
