// What agents there are, which can be used here, and whether they answer when they are asked.
import { type Failure, remedyOf, toldFailure } from '../domain/failures.ts';
import { neverAborted } from '../support/wait.ts';
import { askOnce } from './ask-agent.ts';
import { probeAgents } from './assign-seats.ts';
import type { Hall } from './hall.ts';
import { refuseReentry } from './reentry.ts';

export interface SurveyedAgent {
  readonly name: string;
  readonly kind: string;
  readonly vendor: string | null;
  /** Whether seats fill themselves with it. */
  readonly seatable: boolean;
  readonly usable: boolean;
  readonly version: string | null;
  readonly path: string | null;
  readonly notes: readonly string[];
  readonly failure: (Failure & { readonly nextStep: string }) | null;
  /** Only when it was asked: how long the answer took, or why there was none. */
  readonly answer?:
    | { readonly ok: true; readonly durationMs: number }
    | { readonly ok: false; readonly failure: Failure };
}

const ASKED = 'You are being tested. Answer with the word: ready';

async function tryOut(hall: Hall, name: string, signal: AbortSignal): Promise<NonNullable<SurveyedAgent['answer']>> {
  const { reply } = await askOnce(hall, { agent: { agent: name }, prompt: ASKED, signal });
  return reply.status === 'answered'
    ? { ok: true, durationMs: reply.details.durationMs }
    : { ok: false, failure: toldFailure(reply.failure) };
}

/** Looks at every agent; with `ask` also puts one short question to each usable one, which may cost a few tokens. */
export async function surveyAgents(
  hall: Hall,
  { ask = false, signal = neverAborted }: { ask?: boolean; signal?: AbortSignal } = {},
): Promise<SurveyedAgent[]> {
  if (ask) refuseReentry(hall);
  const names = hall.agents.names;
  const found = await probeAgents(
    hall,
    names.map(({ name }) => ({ agent: name })),
    signal,
  );
  return await Promise.all(
    found.map(async ({ name, kind, probe }): Promise<SurveyedAgent> => {
      const { usable, version = null, path = null, notes, failure } = probe;
      return {
        name,
        kind,
        vendor: hall.agents.refOf({ agent: name }).vendor ?? null,
        seatable: names.find((each) => each.name === name)?.seatable === true,
        usable,
        version,
        path,
        notes,
        failure: usable || failure === undefined ? null : { ...toldFailure(failure), nextStep: remedyOf(failure.code) },
        ...(ask && usable ? { answer: await tryOut(hall, name, signal) } : {}),
      };
    }),
  );
}
