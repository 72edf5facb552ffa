// Asks one question in every arm: blind answers once, and debates as forks that take them over.
import type { Agent } from '../../../agents/agent.ts';
import { defined } from '../../../domain/defined.ts';
import { shuffle } from '../../../domain/draws.ts';
import { type Arm, listSamples, MAX_VOTES, nameSample, type Sample } from '../../../domain/evaluation/arms.ts';
import { type EvaluationQuestion, orderOptions } from '../../../domain/evaluation/question.ts';
import type { AgentRef, Relation, SeatAssignment } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { onceForName } from '../../../domain/once.ts';
import { RULES_VERSION } from '../../../domain/outcomes.ts';
import { listDueSteps, type Snapshot, snapshotAt } from '../../../ledger/engine/snapshot.ts';
import { buildPrompt, createMarker, listExtraTexts } from '../../../runner/build-prompt.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import { formatSeatSpec } from '../../config/seat-spec.ts';
import { CHECK } from '../debate/check/ladder.ts';
import { openDebate, type Rules } from '../debate/opening/open-debate.ts';
import { listSeals } from '../debate/related/fork-debate.ts';
import { runThread } from '../debate/running/run-thread.ts';
import type { Hall } from '../hall.ts';
import type { EvaluationGuard } from './guard.ts';
import { toQuestionInput } from './load-questions.ts';
import type { DebateNaming, DebateSetup, EvaluationPlan } from './plan-evaluation.ts';
import {
  addSpending,
  type BlindAnswer,
  type DebateEnd,
  hasFailed,
  readBlindAnswer,
  readDebateEnd,
} from './read-debates.ts';

export interface Asking {
  readonly hall: Hall;
  readonly plan: EvaluationPlan;
  readonly naming: DebateNaming;
  readonly guard: EvaluationGuard;
  readonly signal: AbortSignal;
  /** The number of the question, from 0. */
  readonly index: number;
  /** Whether a debate in which an agent failed is continued, or stays as it is. */
  readonly retriesFailed: boolean;
}

/** What an arm took: its blind answers, and the debate if it is one. */
export interface ArmRun {
  readonly arm: Arm;
  readonly openings: readonly BlindAnswer[];
  readonly debate?: DebateEnd;
}

export interface AskedQuestion {
  readonly order: readonly number[];
  readonly promptSha256: string | undefined;
  readonly blind: readonly BlindAnswer[];
  readonly arms: readonly ArmRun[];
}

const SEED_DIGITS = 16;

/** Of what every agent is asked first, whoever it is and in whichever format: the mark around material differs by debate. */
async function digestOpening(hall: Hall, snapshot: Snapshot): Promise<string | undefined> {
  const [step] = listDueSteps(snapshot);
  if (step === undefined) return undefined;
  const { opened } = snapshot.debate;
  const { system, user } = buildPrompt(
    snapshot,
    step,
    await hall.prompts(snapshot.format, listExtraTexts(opened, snapshot.debate.pictures)),
  );
  const marker = createMarker(opened.seed, opened.threadId);
  return sha256Hex(`${system}\n${user}`.replaceAll(marker, 'MARKER'));
}

export class QuestionRun {
  readonly #asking: Asking;
  readonly #question: EvaluationQuestion;
  readonly #order: readonly number[];
  readonly #blind = new Map<string, Promise<BlindAnswer>>();
  readonly #runDebate = onceForName((name: string) =>
    this.#holdDebate(this.#asking.plan.debates.get(name) as DebateSetup),
  );
  #shared: Promise<Snapshot> | undefined;
  #promptSha256: string | undefined;

  constructor(asking: Asking) {
    const { plan, index } = asking;
    this.#asking = asking;
    this.#question = plan.questions[index] as EvaluationQuestion;
    this.#order = orderOptions(this.#question, plan.seed);
  }

  /** All arms, in an order that is drawn for this question. Throws what the guard throws; what was answered is kept. */
  async run(): Promise<AskedQuestion> {
    const { plan } = this.#asking;
    const arms = new Map<string, ArmRun>();
    for (const arm of shuffle(plan.arms, `${plan.seed} ${this.#question.id} arms`))
      arms.set(arm.name, await this.#runArm(arm));
    const blind = await Promise.all(this.#blind.values());
    return {
      order: this.#order,
      promptSha256: this.#promptSha256,
      blind: blind.toSorted((one, other) => (nameSample(one.sample) < nameSample(other.sample) ? -1 : 1)),
      arms: plan.arms.flatMap(({ name }) => arms.get(name) ?? []),
    };
  }

  async #runArm(arm: Arm): Promise<ArmRun> {
    switch (arm.kind) {
      case 'one':
        return { arm, openings: await this.#takeAll(listSamples(arm.agents, 1)) };
      case 'vote':
        return { arm, openings: await this.#takeAll(listSamples(arm.agents, arm.size)) };
      case 'vote-cost':
        return { arm, openings: await this.#takeForPrice(arm.agents, await this.#runDebate(arm.debate)) };
      case 'debate':
        return await this.#runDebate(arm.name);
    }
  }

  async #takeAll(samples: readonly Sample[]): Promise<readonly BlindAnswer[]> {
    const taken: BlindAnswer[] = [];
    for (const sample of samples) taken.push(await this.#take(sample));
    return taken;
  }

  /** Until they have cost as much as the debate; as many calls where somebody does not report what a call costs. */
  async #takeForPrice(agents: readonly string[], { openings, debate }: ArmRun): Promise<readonly BlindAnswer[]> {
    const most = addSpending([...openings, ...(debate === undefined ? [] : [debate])]);
    const taken: BlindAnswer[] = [];
    for (const sample of listSamples(agents, MAX_VOTES)) {
      const now = addSpending(taken);
      const [price, cost] = [most.costMicroUsd ?? 0, now.costMicroUsd];
      const isReached = price > 0 && cost !== null ? cost >= price : now.calls >= most.calls;
      if (taken.length > 0 && isReached) break;
      taken.push(await this.#take(sample));
    }
    return taken;
  }

  /** From the debate of blind answers that debates share, or one that is asked for it alone; whoever asks again gets the same. */
  #take(sample: Sample): Promise<BlindAnswer> {
    const name = nameSample(sample);
    const taken = this.#blind.get(name) ?? this.#askBlind(sample);
    this.#blind.set(name, taken);
    return taken;
  }

  async #askBlind(sample: Sample): Promise<BlindAnswer> {
    const { plan, naming, index, hall } = this.#asking;
    const place = plan.shared.findIndex((each) => nameSample(each) === nameSample(sample));
    if (place !== -1) return readBlindAnswer(await this.#askShared(), sample, `seat-${place + 1}`);
    const threadId = naming.extra(index, sample);
    const snapshot = await this.#hold(threadId, { format: await hall.format(CHECK), options: { seats: 1 } }, [
      { seat: 'seat-1', agent: plan.agents.get(sample.agent) as AgentRef },
    ]);
    return readBlindAnswer(snapshot, sample, 'seat-1');
  }

  async #askShared(): Promise<Snapshot> {
    const { plan, naming, index, hall } = this.#asking;
    this.#shared ??= (async () => {
      const seated = plan.shared.map(({ agent }, place) => ({
        seat: `seat-${place + 1}`,
        agent: plan.agents.get(agent) as AgentRef,
      }));
      const rules = { format: await hall.format(CHECK), options: { seats: seated.length } };
      return await this.#hold(naming.shared(index), rules, seated);
    })();
    return await this.#shared;
  }

  async #holdDebate({ arm, options, seated, openings }: DebateSetup): Promise<ArmRun> {
    const { hall, naming, index } = this.#asking;
    const taken = await this.#takeAll(openings.map(({ sample }) => sample));
    // Where an opening is missing its seat would be asked once more than in the other arms.
    if (taken.some(({ answer }) => answer === undefined)) return { arm, openings: taken };
    const parent = await this.#askShared();
    const last = parent.log.at(-1);
    if (last === undefined) throw new TypeError('A debate has events.');
    const seatBySample = new Map(taken.map((each) => [nameSample(each.sample), each.seat]));
    const borrowed = openings.map(({ seat, sample }): [string, string] => [
      seat,
      seatBySample.get(nameSample(sample)) as string,
    ]);
    const relation: Relation = { kind: 'fork', of: parent.threadId, head: last.hash, event: last.seq, borrowed };
    const rules = { format: await hall.format(arm.format), options, recipe: arm.recipe };
    const snapshot = await this.#hold(naming.arm(index, arm.name), rules, seated, { relation, parent });
    return { arm, openings: taken, debate: readDebateEnd(snapshot) };
  }

  /** Opens the debate unless it is there, and runs it to its end. */
  async #hold(
    threadId: string,
    { format, options, recipe }: Rules,
    seated: readonly SeatAssignment[],
    fork?: { readonly relation: Relation; readonly parent: Snapshot },
  ): Promise<Snapshot> {
    const { hall, plan, guard, signal, retriesFailed } = this.#asking;
    const { topic, question } = this.#question;
    if (!(await hall.store.exists(threadId))) {
      const asked = this.#order.map((place) => question.options[place - 1] as string);
      await openDebate(hall, {
        ...{ topic, threadId, format: format.id, options, seated, read: [], signal },
        question: toQuestionInput(this.#question, asked),
        ...defined({ recipe, relation: fork?.relation }),
        kept: {
          ...defined({ formatVersion: format.version, recipe }),
          rulesVersion: RULES_VERSION,
          seed: sha256Hex(`${plan.seed} ${threadId}`).slice(0, SEED_DIGITS),
          seals: fork === undefined ? [] : listSeals(fork.parent),
        },
      });
    }
    const before = await hall.engine.snapshot(threadId);
    await this.#checkPrompt(snapshotAt(before, 0));
    if (before.debate.status !== 'open' || (!retriesFailed && hasFailed(before))) return before;
    const watch = (agent: Agent) => guard.watch(formatSeatSpec(agent.ref), agent);
    const { snapshot } = await runThread(hall, { threadId, signal, guard: watch });
    if (signal.aborted)
      throw new HallError('cancelled', 'Cancelled.', { hint: 'Continue with --resume; nothing is asked twice.' });
    return snapshot;
  }

  /** Arms may share a blind answer only if all would ask for it in the same words. */
  async #checkPrompt(opened: Snapshot): Promise<void> {
    const digest = await digestOpening(this.#asking.hall, opened);
    this.#promptSha256 ??= digest;
    if (digest === this.#promptSha256) return;
    throw new HallError(
      'bad-input',
      `The format ${opened.format.id} asks for a first answer in other words than the other arms.`,
      {
        hint: 'Leave out that arm.',
      },
    );
  }
}
