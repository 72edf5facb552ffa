// What an evaluation will do, before it does anything: who takes part, which arms, how many calls, and its name.
import type { Range } from '../../../domain/calls.ts';
import { defined } from '../../../domain/defined.ts';
import {
  type Arm,
  type DebateArm,
  listSamples,
  listShared,
  readArms,
  type Sample,
} from '../../../domain/evaluation/arms.ts';
import type { EvaluationQuestion } from '../../../domain/evaluation/question.ts';
import type { AgentRef, RuleData, SeatAssignment } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { canonicalJson, sha256Hex } from '../../../support/canonical.ts';
import { packageFile } from '../../../support/package-root.ts';
import { neverAborted } from '../../../support/wait.ts';
import { type AgentSpec, parseAgentSpec } from '../../config/seat-spec.ts';
import { requireRecipe } from '../debate/opening/rules.ts';
import { requireProgram } from '../debate/running/ask-agent.ts';
import { createUnusableError, probeAgents, probeSeatable } from '../debate/seats/probe-agents.ts';
import type { Hall } from '../hall.ts';

export interface EvaluationInput {
  readonly questions: readonly EvaluationQuestion[];
  /** Who takes part where an arm names nobody; left out: the agents that can be used. */
  readonly agents?: readonly string[];
  /** As they are written; or what makes them of the agents that take part. */
  readonly arms: string | ((agents: readonly string[]) => string);
  readonly seed: string;
  readonly signal?: AbortSignal;
}

export interface DebateSetup {
  readonly arm: DebateArm;
  readonly options: RuleData;
  readonly seated: readonly SeatAssignment[];
  /** The seats that answer blind first, with what they take over. */
  readonly openings: readonly { readonly seat: string; readonly sample: Sample }[];
  /** Beyond the openings. */
  readonly calls: Range;
}

export interface EvaluationPlan {
  /** The same for the same questions, agents, arms and seed. */
  readonly id: string;
  readonly seed: string;
  readonly questions: readonly EvaluationQuestion[];
  readonly agents: ReadonlyMap<string, AgentRef>;
  readonly arms: readonly Arm[];
  readonly debates: ReadonlyMap<string, DebateSetup>;
  /** Blind answers that debates share, in the order of the seats that give them. */
  readonly shared: readonly Sample[];
  /** Of each question. */
  readonly calls: Range;
}

/** Of the format of blind answers. */
const MOST_SHARED = 12;
const ID_DIGITS = 10;

async function chooseAgents(
  hall: Hall,
  { agents, signal = neverAborted }: EvaluationInput,
): Promise<readonly string[]> {
  if (agents !== undefined) return agents;
  const found = await probeSeatable(hall, signal);
  const usable = found.filter(
    ({ probe, unchecked }) => probe.usable && (unchecked === undefined || hall.loaded.config.unchecked),
  );
  if (usable.length > 0) return usable.map(({ name }) => name);
  throw new HallError('no-agents', 'No usable agent found.', {
    hint: 'See "debate-hall doctor", or name agents: --agents claude,codex',
  });
}

/** Throws `not-found`, `no-agents`, `bad-input` for a person. */
async function findAgents(
  hall: Hall,
  names: ReadonlySet<string>,
  signal = neverAborted,
): Promise<ReadonlyMap<string, AgentRef>> {
  const directory = await hall.agents();
  const specs = [...names].map(parseAgentSpec);
  for (const spec of specs) await requireProgram(hall, spec);
  const found = await probeAgents(hall, specs, signal);
  const unusable = found.find(({ probe }) => !probe.usable);
  if (unusable !== undefined) throw createUnusableError('evaluation', unusable);
  return new Map([...names].map((name, index) => [name, directory.toRef(specs[index] as AgentSpec)]));
}

async function setUpDebate(
  hall: Hall,
  arm: DebateArm,
  agents: ReadonlyMap<string, AgentRef>,
  isNamed: boolean,
): Promise<DebateSetup> {
  const format = await hall.format(arm.format);
  const recipe = requireRecipe(format, arm.recipe);
  const configured = (hall.loaded.config.formats[format.id] ?? {}) as RuleData;
  const { panel } = format;
  const seats = isNamed && panel !== undefined ? { [panel.option]: arm.agents.length } : {};
  const parsed = format.options.safeParse({ ...(recipe.options as RuleData), ...configured, ...seats });
  if (!parsed.success) {
    throw new HallError('bad-input', `${arm.name} cannot have ${arm.agents.length} seats.`, {
      hint: `The seats and options of ${format.id} are in ${packageFile(`docs/formats/${format.id}.md`)}.`,
    });
  }
  const specs = format.seats(parsed.data).filter(({ joinable }) => joinable !== true);
  const opening = specs.filter(({ id }) => format.isAskedAsItself?.(parsed.data, id) === true);
  if ((parsed.data as RuleData)['openings'] !== true || opening.length === 0) {
    throw new HallError('bad-input', `${arm.name} asks no seat for its own answer first, so nothing can be compared.`, {
      hint: `Use a recipe with openings, such as ${format.id}:standard.`,
    });
  }
  if (specs.some(({ forPerson }) => forPerson === true)) {
    throw new HallError('bad-input', `${arm.name} has a seat for a person, who would have to answer every question.`, {
      hint: 'Use a recipe without a reviewer.',
    });
  }
  const samples = listSamples(arm.agents, opening.length);
  const getRef = (name: string) => agents.get(name) as AgentRef;
  const openings = opening.map(({ id }, index) => ({ seat: id, sample: samples[index] as Sample }));
  const { atLeast, atMost } = format.calls(parsed.data);
  return {
    arm,
    options: parsed.data as RuleData,
    seated: specs.map(({ id }) => ({
      seat: id,
      // Whoever only writes down is the first one, always.
      agent: getRef(openings.find(({ seat }) => seat === id)?.sample.agent ?? (arm.agents[0] as string)),
    })),
    openings,
    calls: { atLeast: Math.max(0, atLeast - openings.length), atMost: Math.max(0, atMost - openings.length) },
  };
}

/** Of one question: blind answers that arms need in any case, and what debates and votes at their price take at least and at most. */
function countCalls(arms: readonly Arm[], debates: ReadonlyMap<string, DebateSetup>) {
  const fixed = arms.flatMap((arm): readonly (readonly Sample[])[] => {
    if (arm.kind === 'one') return [listSamples(arm.agents, 1)];
    if (arm.kind === 'vote') return [listSamples(arm.agents, arm.size)];
    return arm.kind === 'debate' ? [(debates.get(arm.name)?.openings ?? []).map(({ sample }) => sample)] : [];
  });
  const blind = listShared(fixed).length;
  const setups = [...debates.values()];
  const sum = (key: 'atLeast' | 'atMost') => setups.reduce((total, { calls }) => total + calls[key], 0);
  const matched = arms.flatMap((arm) => (arm.kind === 'vote-cost' ? (debates.get(arm.debate)?.calls.atMost ?? 0) : []));
  return { atLeast: blind + sum('atLeast'), atMost: blind + sum('atMost') + Math.max(0, ...matched) };
}

/** Spends nothing and writes nothing. Throws `bad-input`, `not-found`, `no-agents`, `not-trusted`. */
export async function planEvaluation(hall: Hall, input: EvaluationInput): Promise<EvaluationPlan> {
  const chosen = await chooseAgents(hall, input);
  const { names } = await hall.agents();
  const reading = readArms(typeof input.arms === 'string' ? input.arms : input.arms(chosen), {
    agents: chosen,
    names: new Set(names.map(({ name }) => name)),
    runFormat: hall.loaded.config.format,
  });
  if (!reading.ok) throw new HallError('bad-input', reading.issue, { hint: reading.hint });
  const { arms } = reading;
  const agents = await findAgents(hall, new Set(arms.flatMap((arm) => arm.agents)), input.signal);
  const debates = new Map<string, DebateSetup>();
  for (const arm of arms) {
    if (arm.kind === 'debate') debates.set(arm.name, await setUpDebate(hall, arm, agents, arm.name.includes('@')));
  }
  const shared = listShared([...debates.values()].map(({ openings }) => openings.map(({ sample }) => sample)));
  if (shared.length > MOST_SHARED) {
    throw new HallError(
      'bad-input',
      `These debates need ${shared.length} different openings; ${MOST_SHARED} can be shared.`,
      {
        hint: 'Leave out an arm, or name fewer agents.',
      },
    );
  }
  const named = Object.fromEntries(agents);
  const digest = sha256Hex(canonicalJson({ questions: input.questions, agents: named, arms, seed: input.seed }));
  return {
    id: digest.slice(0, ID_DIGITS),
    ...{ seed: input.seed, questions: input.questions, agents, arms, debates, shared },
    calls: countCalls(arms, debates),
  };
}

/** Debates of an evaluation are found by their names alone. */
export function createNaming({ id, questions, arms }: Pick<EvaluationPlan, 'id' | 'questions' | 'arms'>) {
  const width = String(questions.length).length;
  const base = (index: number) => `eval-${id}-q${String(index + 1).padStart(width, '0')}`;
  const slug = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40);
  return {
    shared: (index: number) => `${base(index)}-openings`,
    extra: (index: number, { agent, number }: Sample) => `${base(index)}-${slug(agent)}-${number + 1}`,
    arm: (index: number, name: string) =>
      `${base(index)}-${arms.findIndex((arm) => arm.name === name) + 1}-${slug(name)}`,
  };
}

export type DebateNaming = ReturnType<typeof createNaming>;

/** What a ledger says of an agent, as a result has it. */
export const describeRef = ({ kind, vendor, model, effort, rehearsal }: AgentRef) => ({
  kind,
  ...defined({ vendor, model, effort, rehearsal }),
});
