// Asks the seats that owe an answer to the question that was asked after the end, all at the same time.
import type { Agent, Prompt } from '../agents/agent.ts';
import { findSpentLimit } from '../domain/budget.ts';
import { AGENT_NOTE, addUsage, FOLLOW_UP, toCall } from '../domain/calls.ts';
import type { Debate, FollowUp } from '../domain/debate.ts';
import { defined } from '../domain/defined.ts';
import type { Usage } from '../domain/event-parts.ts';
import { type EventData, isEvent } from '../domain/events.ts';
import { unlessRefused } from '../domain/failures/errors.ts';
import type { Failure } from '../domain/failures/failures.ts';
import type { RunEndReason } from '../domain/live-events.ts';
import { REDACTED_TEXT, readSealed, readText } from '../domain/sealed/sealed.ts';
import { describeEnding } from '../domain/words/describe-ending.ts';
import type { Step } from '../formats/format.ts';
import { listSaid, transcribeFollowUps } from '../ledger/engine/record/follow-ups.ts';
import { toRecord } from '../ledger/engine/record/record.ts';
import { getVisibleTranscript } from '../ledger/engine/record/visibility.ts';
import { readLabels, type Snapshot } from '../ledger/engine/snapshot.ts';
import { fence } from '../material/prompts/fence.ts';
import type { Prompts } from '../material/prompts/load.ts';
import { askWithRetries, isStopped } from './ask-step.ts';
import { buildSystemText, composePrompt, getMarker } from './build-prompt.ts';
import { awaitAnswers, buildProvenance, keepAnswer, noteUnseenCost, noteUnseenPictures } from './record-reply.ts';
import { RunContext, type RunRequest } from './run-context.ts';
import { describeFilledSeat, type RunEnd, watchLedger } from './run-debate.ts';

interface LateQuestion {
  readonly seat: string;
  /** Number of the event that asks. */
  readonly seq: number;
  readonly text: string;
  /** How the debate ended, in words. */
  readonly outcome: string;
}

/** Names of the texts that such a question needs beyond those of its debate. */
export const LATE_TEXTS: readonly string[] = [FOLLOW_UP];

/**
 * The prompt for a question after the end: what the seat was given, all that was said, the outcome, and earlier questions with
 * their answers. Nothing can be looked up any more.
 */
export function buildLatePrompt(
  snapshot: Snapshot,
  question: LateQuestion,
  texts: Prompts,
  window = Number.POSITIVE_INFINITY,
): Prompt {
  const { seat, seq } = question;
  const marker = getMarker(snapshot);
  const label = readLabels(snapshot)(seat);
  const step: Step = {
    ...{ id: `follow-up ${seq} ${seat}`, seat, act: FOLLOW_UP, task: FOLLOW_UP, label: `${label} answers` },
    ...{ data: {}, corrections: [] },
    values: {
      seat: label,
      question: fence(marker, 'question', question.text),
      outcome: fence(marker, 'outcome', question.outcome),
    },
    sample: ({ question }) =>
      `This is a rehearsal: no model was called. A real agent in the seat ${label} would answer here from what was said about ${question}.`,
  };
  const entries = [...getVisibleTranscript(snapshot), ...transcribeFollowUps(snapshot)].filter(
    (entry) => entry.seq < seq,
  );
  return composePrompt(snapshot, step, texts, {
    entries,
    system: buildSystemText(snapshot, seat, texts, false),
    window,
  });
}

interface Asked {
  readonly seq: number;
  readonly data: EventData<'follow-up-asked'>;
  readonly outcome: string;
}

function findAsked(snapshot: Snapshot, { question }: FollowUp): Asked {
  const event = snapshot.log[question];
  if (event === undefined || !isEvent(event, 'follow-up-asked')) throw new TypeError('Nobody asked anything.');
  const record = toRecord(snapshot);
  const { decision } = snapshot.debate.closed ?? {};
  // A decision of a seat is among what was said.
  const words = decision !== undefined && decision !== null && 'text' in decision ? [readText(decision.text)] : [];
  return { seq: event.seq, data: event.data, outcome: [describeEnding(record).headline, ...words].join('\n\n') };
}

/** The limits of the question in place of those of the debate, and what was used up for it. */
function computeBudget({ log }: Snapshot, { seq, data }: Asked): Pick<Debate, 'limits' | 'usage' | 'runs'> {
  const usage = log
    .slice(seq)
    .filter((event) => 'question' in event.data && event.data.question === seq)
    .reduce<Usage>((sum, event) => addUsage(sum, toCall(event)?.usage), {});
  return { limits: { ...data.limits, wallMs: null }, usage, runs: [] };
}

const noAgent = (agent: string): Failure => ({
  code: 'not-installed',
  message: `The configuration has no agent "${agent}" any more.`,
});

const hasReply = ({ log }: Snapshot, { seq }: Asked, seat: string) =>
  log.some(
    (event) =>
      (isEvent(event, 'follow-up-answered') || isEvent(event, 'follow-up-failed')) &&
      event.data.question === seq &&
      event.data.seat === seat,
  );

type SeatResult = 'done' | 'cancelled' | 'limit';

/** Somebody has opened the debate again, ended it by force or asked something else: nobody waits for this answer. */
const writeUnlessOvertaken = async (write: () => Promise<unknown>) => await unlessRefused(write, 'not-active');

async function askAgent(context: RunContext, agent: Agent, question: LateQuestion, asked: Asked): Promise<SeatResult> {
  const snapshot = await context.engine.snapshot(context.threadId);
  const budget = computeBudget(snapshot, asked);
  if (findSpentLimit(budget) !== undefined) return 'limit';
  const { seat } = question;
  const prompt = buildLatePrompt(snapshot, question, context.texts, agent.window);
  const { id, label } = prompt.step;
  context.emit({ type: 'seat-started', seat, step: id, label });
  const within = { ...snapshot, debate: { ...snapshot.debate, ...budget } };
  const { reply, attempts, usage } = await askWithRetries(context, agent, prompt, within);
  if (reply.status === 'failed' && isStopped(context, agent, reply.failure)) return 'cancelled';
  await writeUnlessOvertaken(async () => {
    const answer = { question: asked.seq, seat };
    if (reply.status === 'answered') {
      const by = buildProvenance(agent, { ...reply.details, ...defined({ usage }) }, prompt, attempts);
      const answered = { type: 'follow-up-answered', data: { ...answer, content: reply.text, by } } as const;
      await keepAnswer(context, answered, id, seat, by);
      for (const note of reply.details.notes) await context.writeNote(AGENT_NOTE, `${agent.ref.agent}: ${note}`, seat);
      await noteUnseenPictures(context, agent, prompt, reply.details);
      await noteUnseenCost(context, agent, { seat, limit: budget.limits.costMicroUsd, usage });
      return;
    }
    const { failure, partial, details } = reply;
    const call = { agent: agent.ref, failure, attempts, durationMs: Math.round(details.durationMs) };
    await context.write({ type: 'follow-up-failed', data: { ...answer, ...call, ...defined({ usage, partial }) } }, id);
  });
  return 'done';
}

async function askSeat(context: RunContext, seat: string, asked: Asked): Promise<SeatResult> {
  const { debate } = await context.engine.snapshot(context.threadId);
  const agent = context.agents.get(seat)?.agent;
  if (agent !== undefined) {
    const text = readSealed(asked.data.content) ?? REDACTED_TEXT;
    return await askAgent(context, agent, { seat, seq: asked.seq, text, outcome: asked.outcome }, asked);
  }
  const ref = debate.seats[seat]?.agent;
  if (ref === undefined) return 'done';
  const data = { question: asked.seq, seat, agent: ref, failure: noAgent(ref.agent), attempts: 1 };
  await writeUnlessOvertaken(async () => await context.write({ type: 'follow-up-failed', data }));
  return 'done';
}

async function announceQuestion(
  request: RunRequest,
  snapshot: Snapshot,
  { seq, data }: Asked,
  waiting: readonly string[],
) {
  const { opened } = snapshot.debate;
  const label = readLabels(snapshot);
  const describe = async (seat: string) => await describeFilledSeat(request, snapshot, seat);
  const seats = await Promise.all(
    waiting.map(async (seat) => ({ seat, label: label(seat), agent: await describe(seat) })),
  );
  const { listen } = request;
  listen({
    type: 'run-started',
    threadId: opened.threadId,
    topic: readSealed(opened.topic) ?? '',
    resumed: false,
    followUp: true,
    calls: { atLeast: waiting.length, atMost: waiting.length },
    limits: { ...data.limits, wallMs: null },
    seats,
  });
  const title = listSaid(snapshot).find((entry) => entry.seq === seq)?.title ?? data.by;
  listen({ type: 'interjection', seq, title, author: data.by, text: readSealed(data.content) ?? '' });
}

/**
 * Asks each of those seats once and writes down what it says, or that it failed. What is recorded is not asked again by a later
 * run. The debate has such a question.
 */
export async function answerFollowUp(request: RunRequest, followUp: FollowUp): Promise<RunEnd> {
  const { engine, threadId, listen } = request;
  const stop = new AbortController();
  const done = new AbortController();
  const start = await engine.snapshot(threadId);
  const asked = findAsked(start, followUp);
  const context = new RunContext(request, AbortSignal.any([request.signal, stop.signal]), start);
  await announceQuestion(request, start, asked, followUp.waiting);
  const isOver = ({ debate }: Snapshot) => debate.followUp?.question !== asked.seq;
  const watching = watchLedger(context, stop, done.signal, isOver);
  try {
    const results = await awaitAnswers(
      context,
      followUp.waiting.map((seat) => askSeat(context, seat, asked)),
    );
    const snapshot = await engine.snapshot(threadId);
    context.emitNew(snapshot);
    const stopped: RunEndReason | undefined = (['cancelled', 'limit'] as const).find((each) => results.includes(each));
    // Somebody may have ended the question, which leaves nothing to ask.
    const isSettled = followUp.waiting.every((seat) => hasReply(snapshot, asked, seat));
    const reason = isSettled ? 'closed' : (stopped ?? 'closed');
    const outcome = snapshot.debate.closed?.outcome ?? null;
    listen({ type: 'run-ended', threadId, reason, outcome, followUp: true });
    return { reason, snapshot };
  } finally {
    done.abort();
    await watching;
    await context.close();
  }
}
