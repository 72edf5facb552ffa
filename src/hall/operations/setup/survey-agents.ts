// What agents there are, which can be used here, and whether they answer when they are asked.
import type { Agent, LoginState, Probe } from '../../../agents/agent.ts';
import { type Failure, type FailureCode, toPlainFailure } from '../../../domain/failures/failures.ts';
import { neverAborted } from '../../../support/wait.ts';
import { HOW_TO_TRUST } from '../../config/trust/trust-request.ts';
import { askOnce } from '../debate/running/ask-agent.ts';
import { refuseReentry } from '../debate/running/reentry.ts';
import { findRemedy, probeAgents } from '../debate/seats/probe-agents.ts';
import type { Hall } from '../hall.ts';

export interface SurveyedAgent {
  readonly name: string;
  readonly kind: string;
  readonly vendor: string | null;
  /** Whether seats fill themselves with it. */
  readonly seatable: boolean;
  readonly usable: boolean;
  /** What is not known of its version, or what a check has seen it do; null when seats may fill themselves with it. */
  readonly unchecked: string | null;
  /** Whether a CLI has a login, as far as that shows without asking its service; null where that makes no sense. */
  readonly login: LoginState | null;
  readonly version: string | null;
  readonly path: string | null;
  /** What its program runs in; null where nobody looked, and for what is no program of its own. */
  readonly sandbox: 'bubblewrap' | 'none' | null;
  /** Whether it shows pictures to its model; `announced`: it says that itself, once it has started. Null for people. */
  readonly pictures: boolean | 'announced' | null;
  readonly notes: readonly string[];
  /** `not-trusted`: the project sets it up and is not trusted, so nobody looked. `needs-person`: it is one, and nobody is here. */
  readonly failure: {
    readonly code: FailureCode | 'not-trusted' | 'needs-person';
    readonly message: string;
    readonly nextStep: string;
  } | null;
  /** Only when it was asked: how long the answer took, or why there was none. */
  readonly answer?:
    | { readonly ok: true; readonly durationMs: number }
    | { readonly ok: false; readonly failure: Failure };
}

const TEST_QUESTION = 'You are being tested. Answer with the word: ready';

async function askTestQuestion(
  hall: Hall,
  name: string,
  signal: AbortSignal,
): Promise<NonNullable<SurveyedAgent['answer']>> {
  const { reply } = await askOnce(hall, { agent: { agent: name }, prompt: TEST_QUESTION, signal });
  return reply.status === 'answered'
    ? { ok: true, durationMs: reply.details.durationMs }
    : { ok: false, failure: toPlainFailure(reply.failure) };
}

/** An agent that the project sets up without being trusted: nothing of it was looked at. */
function listWithheld(hall: Hall): SurveyedAgent[] {
  const { withheldAgents, ignored } = hall.loaded.trust;
  return withheldAgents.map(({ name, kind }) => {
    const wanted = ignored.filter(({ path }) => path[0] === 'agents' && path[1] === name);
    return {
      name,
      kind,
      vendor: null,
      seatable: false,
      usable: false,
      unchecked: null,
      login: null,
      version: null,
      path: null,
      sandbox: null,
      pictures: null,
      notes: wanted.map(({ path, allows }) => `${path.slice(2).join('.')}: ${allows}`),
      failure: {
        code: 'not-trusted',
        message: 'The project, which is not trusted, configures it.',
        nextStep: HOW_TO_TRUST,
      },
    };
  });
}

const NEEDS_PERSON: SurveyedAgent['failure'] = {
  code: 'needs-person',
  message: 'It is a person, and nobody is at a terminal here.',
  nextStep: 'There is nothing to install: a seat of it waits until a person takes its turn.',
};

function explain(agent: Agent | undefined, probe: Probe): SurveyedAgent['failure'] {
  if (agent === undefined) return NEEDS_PERSON;
  const { usable, failure } = probe;
  return usable || failure === undefined ? null : { ...toPlainFailure(failure), nextStep: findRemedy(probe) };
}

function canSee(agent: Agent | undefined): SurveyedAgent['pictures'] {
  if (agent === undefined || agent.attended === true) return null;
  return agent.sees === 'announced' ? 'announced' : (agent.sees ?? []).length > 0;
}

/** Looks at every agent; with `ask` also puts one short question to each usable one, which may cost a few tokens. */
export async function surveyAgents(
  hall: Hall,
  { ask = false, signal = neverAborted }: { ask?: boolean; signal?: AbortSignal } = {},
): Promise<SurveyedAgent[]> {
  if (ask) refuseReentry(hall);
  const agents = await hall.agents();
  const names = agents.names;
  const found = await probeAgents(
    hall,
    names.map(({ name }) => ({ agent: name })),
    signal,
  );
  const surveyed = await Promise.all(
    found.map(async ({ name, kind, probe, unchecked = null }): Promise<SurveyedAgent> => {
      const { usable, version = null, path = null, sandbox = null, login = null, notes } = probe;
      const agent = agents.create({ agent: name });
      return {
        name,
        kind,
        vendor: agents.toRef({ agent: name }).vendor ?? null,
        seatable: names.find((each) => each.name === name)?.seatable === true,
        usable,
        unchecked,
        login,
        version,
        path,
        sandbox,
        pictures: canSee(agent),
        notes,
        failure: explain(agent, probe),
        ...(ask && usable ? { answer: await askTestQuestion(hall, name, signal) } : {}),
      };
    }),
  );
  return [...surveyed, ...listWithheld(hall)].sort((a, b) => (a.name < b.name ? -1 : 1));
}
