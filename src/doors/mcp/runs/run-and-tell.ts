// Runs a debate for a tool call: reports progress, asks the client's user where a person is due, sums up the end.
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import type { RunEndReason } from '../../../domain/live-events.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import {
  forecastDebate,
  listUnknownCosts,
  toForecastInput,
} from '../../../hall/operations/debate/forecast/forecast.ts';
import { forecastText } from '../../../hall/operations/debate/forecast/forecast-text.ts';
import { requestedSettings } from '../../../hall/operations/debate/opening/request.ts';
import type { RunInput } from '../../../hall/operations/debate/running/prepare-run.ts';
import { refuseReentry } from '../../../hall/operations/debate/running/reentry.ts';
import type { RunOutput } from '../../../hall/operations/debate/running/run-output.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { isUnderWay } from '../../../hall/operations/records/watch-debate.ts';
import type { Snapshot } from '../../../ledger/engine/snapshot.ts';
import { getAsker } from '../../../platform/access/principal.ts';
import { toRunEnd } from '../../../runner/run-debate.ts';
import type { OfferedTools } from '../clients/offered-tools.ts';
import { stepAtLimit } from '../errors.ts';
import { adviceLines } from '../texts/opinions.ts';
import { caveatLines, type DebateOverview, describeConclusion, formLines, summarize } from '../texts/view.ts';
import { standingShape } from '../tools/shapes.ts';
import type { ToolCall, ToolResult } from '../tools/tool.ts';
import { canAskUser, hasAskedEnough, requestTurn, takeAnswer } from './person.ts';
import { progressFor } from './progress.ts';

export const runShape = {
  ...standingShape,
  run: z.enum(['closed', 'limit', 'paused', 'cancelled', 'force-closed', 'started']),
  next_step: z.string(),
  record_file: z.string().optional(),
};

export type RunResult = DebateOverview & { run: RunEndReason | 'started'; next_step: string; record_file?: string };

export function nextStep(
  run: RunResult['run'],
  { due, thread_id, failures = [], limit_reached: limit }: DebateOverview,
  tools: OfferedTools,
): string {
  const { step } = tools;
  switch (run) {
    case 'started':
      return step(
        `Follow it with get_debate {"thread_id": "${thread_id}", "wait_seconds": 45}.`,
        `Read the resource debate://${thread_id}/transcript from time to time.`,
      );
    case 'closed':
      return 'None: the debate is closed.';
    case 'limit':
      return stepAtLimit(limit, tools);
    case 'cancelled':
      return stepWhenStopped(step);
    case 'force-closed':
      return 'None: someone ended the debate.';
    case 'paused':
      return stepWhenPaused(due, failures, step);
  }
}

const stepWhenStopped = (step: OfferedTools['step']) =>
  step('It stopped and nothing is lost: continue with resume_debate.', 'It stopped; nothing is lost.');

function stepOfPerson(due: DebateOverview['due'], step: OfferedTools['step']): string | undefined {
  const roles = due.flatMap(({ role, agent }) => (agent === undefined ? [role] : [])).join(' or ');
  if (due.some(({ judgment }) => judgment === 'review')) {
    return step(
      'Waiting for a review by a person: debate_human_review with action approve, override or reject.',
      'Waiting for a review by a person.',
    );
  }
  if (due.some(({ act, role }) => act === 'vote' && role === REVIEWER)) {
    return step(
      'Waiting for a person to review the decision: resume_debate with action approve, reject or override.',
      'Waiting for a person to review the decision.',
    );
  }
  if (roles === '') return undefined;
  return step(`A person is next: add_turn as ${roles}, then resume_debate.`, `A person is next, as ${roles}.`);
}

/** Whoever is next can speak while a seat still fails. */
function stepWhenPaused(
  due: DebateOverview['due'],
  failures: NonNullable<DebateOverview['failures']>,
  step: OfferedTools['step'],
): string {
  const failed = failures
    .flatMap(({ role, next_step }) => (next_step === undefined ? [] : [`${role}: ${next_step}`]))
    .join(' ');
  const person = stepOfPerson(due, step);
  if (failed === '') return person ?? stepWhenStopped(step);
  return person === undefined ? step(`${failed} Then resume_debate.`, failed) : `${person} ${failed}`;
}

export interface RunTold {
  readonly recordFile?: string | undefined;
  /** A sentence on what went wrong on the way. */
  readonly problem?: string | undefined;
}

export function tellRun(
  { tools }: ToolCall,
  summary: DebateOverview,
  run: RunResult['run'],
  { recordFile, problem }: RunTold = {},
): ToolResult<RunResult> {
  const step = [...(problem === undefined ? [] : [problem]), nextStep(run, summary, tools)].join(' ');
  const { thread_id, outcome, turn_count } = summary;
  const lines = [
    ...adviceLines(summary),
    `Debate ${thread_id}: ${run === 'closed' ? (outcome ?? 'closed') : run}, ${countNoun(turn_count, 'turn')}.`,
    ...(summary.question_note === undefined ? [] : [summary.question_note]),
    ...(summary.perspectives ?? []),
    ...caveatLines(summary),
    ...describeConclusion(summary),
    `Next step: ${step}`,
    ...(run === 'paused' ? formLines(summary.due) : []),
  ];
  return {
    structured: { ...summary, run, next_step: step, ...defined({ record_file: recordFile }) },
    text: lines.join('\n'),
    links: run === 'started' ? [] : [{ threadId: thread_id, part: 'transcript' }],
  };
}

const REVIEWER = 'Reviewer';

export type Wanted = Omit<RunInput, 'signal' | 'listen'>;

const NO_WORKER =
  'No worker of this hall is running, so the debate waits for one: start "debate-hall worker" on a machine with its agents.';

async function explainWait({ hall }: ToolCall): Promise<string | undefined> {
  if (hall.runs === 'here') return undefined;
  return (await (await hall.queue()).workers()).length === 0 ? NO_WORKER : undefined;
}

/** Until the run ends, tells the client how far it is. */
export async function runWatched(call: ToolCall, hall: Hall, input: Wanted): Promise<RunOutput> {
  const before = await hall.engine.snapshot(input.threadId);
  const { listen, stop } = progressFor(call.context, before, () => hall.clock.elapsed());
  try {
    return await call.parts.runs.run(hall, { ...input, signal: call.signal, listen, ...getAsker(call.gate.principal) });
  } finally {
    stop();
  }
}

const ENOUGH = 'One call can ask its user for no more turns: resume_debate asks for the next one.';

/** Waits for the end of the run, or for the turn of a person whom the client can ask. */
async function runAndTell(
  call: ToolCall,
  hall: Hall,
  input: Wanted,
): Promise<ToolResult<RunResult> | InputRequiredResult> {
  if ((await explainWait(call)) !== undefined) return await runInBackground(call, hall, input);
  const { snapshot, reason, recordFile } = await runWatched(call, hall, input);
  const mayAsk = reason === 'paused' && canAskUser(call);
  const asked = mayAsk ? await requestTurn(hall, call, snapshot) : undefined;
  if (asked !== undefined) return asked;
  // In a database it is no file, and where that is concerns no client.
  const isFile = hall.loaded.config.store.kind === 'folder';
  const problem = mayAsk && hasAskedEnough(call) ? ENOUGH : undefined;
  return tellRun(call, summarize(snapshot), reason, { problem, ...(isFile ? { recordFile } : {}) });
}

/** What the user's answer to an earlier round of this call leads to: a run that continues, or a result. */
export type Answered = { readonly threadId: string } | { readonly result: ToolResult<RunResult> | InputRequiredResult };

/** `undefined` in the first round of a call. */
export async function takeAnswers(call: ToolCall, hall: Hall): Promise<Answered | undefined> {
  const taken = await takeAnswer(hall, call);
  if (taken === undefined) return undefined;
  const { threadId, problem } = taken;
  if (taken.recorded) return { threadId };
  const snapshot = await hall.engine.snapshot(threadId);
  const asked = taken.askAgain === true ? await requestTurn(hall, call, snapshot, problem) : undefined;
  // Somebody may have ended it meanwhile, or have taken the turn, so that it continues.
  const run = toRunEnd(snapshot.debate.status) ?? ((await isUnderWay(hall, threadId)) ? 'started' : 'paused');
  return { result: asked ?? tellRun(call, summarize(snapshot), run, { problem }) };
}

/** Waits for the end unless the caller does not want to. */
export const runFor = async (call: ToolCall, hall: Hall, input: Wanted, wait = true) =>
  wait ? await runAndTell(call, hall, input) : await runInBackground(call, hall, input);

/** Continues without the caller. `finished` is called whatever happens. */
async function runInBackground(
  call: ToolCall,
  hall: Hall,
  input: Wanted,
  finished = async () => {},
): Promise<ToolResult<RunResult>> {
  const { signal } = new AbortController();
  await call.parts.runs.start(hall, { ...input, signal, ...getAsker(call.gate.principal) }, finished);
  const problem = await explainWait(call);
  return tellRun(call, summarize(await call.hall.engine.snapshot(input.threadId)), 'started', { problem });
}

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;

/** What a run will take, for a client that does not wait: how long to look away, and what it will have spent by then. */
async function tellForecast(hall: Hall, { debate }: Snapshot) {
  const estimate = await forecastDebate(hall, await toForecastInput(hall, debate.opened));
  const { calls, tokens, ms, costMicroUsd, pastCalls } = estimate;
  const uncosted = listUnknownCosts(estimate);
  const forecast = {
    calls,
    tokens,
    minutes: ms === null ? null : { atLeast: minutes(ms.atLeast), atMost: minutes(ms.atMost) },
    cost_usd: costMicroUsd && { atLeast: costMicroUsd.atLeast / 1_000_000, atMost: costMicroUsd.atMost / 1_000_000 },
    ...(uncosted.length === 0 ? {} : { cost_unknown_for: uncosted }),
    past_calls: pastCalls,
  };
  return { forecast, line: forecastText(estimate) };
}

export type WithForecast = Pick<Awaited<ReturnType<typeof tellForecast>>, 'forecast'>;

/** Works in a hall with the settings of this call alone; `leave` gives it to a run that continues without the caller. */
export async function inOwnHall<Result>(
  call: ToolCall,
  asked: Parameters<typeof requestedSettings>[0],
  work: (hall: Hall, leave: (opened: Snapshot) => Promise<ToolResult<RunResult & WithForecast>>) => Promise<Result>,
): Promise<Result> {
  refuseReentry(call.hall);
  const hall = await call.parts.hallWith(requestedSettings(asked));
  let isLeft = false;
  const leave = async (opened: Snapshot) => {
    const { forecast, line } = await tellForecast(hall, opened);
    isLeft = true;
    const started = await runInBackground(call, hall, { threadId: opened.threadId }, () => hall.close());
    return { ...started, structured: { ...started.structured, forecast }, text: `${started.text}\n${line}` };
  };
  try {
    return await work(hall, leave);
  } finally {
    if (!isLeft) await call.parts.runs.track(hall.close());
  }
}
