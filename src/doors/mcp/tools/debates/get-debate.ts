// get_debate: how a debate stands, what was said, and, on request, the next thing that happens.
import * as z from 'zod';
import { asksSomebody } from '../../../../domain/debate.ts';
import { defined } from '../../../../domain/defined.ts';
import { isEvent } from '../../../../domain/events.ts';
import { describeImportProblems } from '../../../../domain/failures/import-damage.ts';
import type { FixChain } from '../../../../domain/results/fixing.ts';
import { describeChainWords } from '../../../../domain/words/describe-chain.ts';
import { describeQueueWait, QUEUE_UNSEEN } from '../../../../domain/words/describe-state.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { listPersonSteps } from '../../../../hall/operations/debate/take-part/person-steps.ts';
import { describeChain } from '../../../../hall/operations/fixing/describe-chain.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findQueueWait, isQueued } from '../../../../hall/operations/queue/queued-run.ts';
import { isUnderWay } from '../../../../hall/operations/records/watch-debate.ts';
import { ChangeNotice } from '../../../../ledger/engine/change-notice.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { startTimeLimit } from '../../../../support/wait.ts';
import { nextStep } from '../../runs/run-and-tell.ts';
import { adviceLines } from '../../texts/opinions.ts';
import { cutTurns, listSpoken, type SpokenEntry } from '../../texts/spoken.ts';
import { clip, fitResult, quoteLines } from '../../texts/text.ts';
import { caveatLines, type DebateOverview, describeConclusion, formLines, summarize } from '../../texts/view.ts';
import { planShown } from '../reviews/debate-plan.ts';
import { reviewShown } from '../reviews/debate-review.ts';
import { standingShape, threadId } from '../shapes.ts';
import { defineTool, READS, shortenedNote, type ToolCall } from '../tool.ts';

/** A run that paused waits for its caller, so nothing will come by itself; a question after the end has no run in the ledger. */
async function isNewsToCome(hall: Hall, snapshot: Snapshot): Promise<boolean> {
  const { threadId, debate } = snapshot;
  if (debate.followUp === undefined) return debate.status === 'open' && debate.runs.at(-1)?.ended !== true;
  return await isUnderWay(hall, threadId);
}

/**
 * The debate as soon as there is news, nothing more can come, the time is up or the signal is aborted. News is an event with the `seq` of
 * `since` or a later one; left out: whatever comes after this call.
 */
async function awaitNews(
  { hall, signal }: ToolCall,
  threadId: string,
  since: number | undefined,
  timeoutMs: number,
): Promise<Snapshot> {
  const done = new AbortController();
  const until = AbortSignal.any([signal, startTimeLimit(Math.max(1, Math.ceil(timeoutMs))), done.signal]);
  const notice = new ChangeNotice(hall.store, threadId);
  try {
    let snapshot = await hall.engine.snapshot(threadId);
    const from = since ?? snapshot.debate.nextSeq;
    while (snapshot.debate.nextSeq <= from && !until.aborted && (await isNewsToCome(hall, snapshot))) {
      await notice.next(until);
      snapshot = await hall.engine.snapshot(threadId);
    }
    return snapshot;
  } finally {
    notice.close();
    done.abort();
  }
}

/** By default, clients give up on a request after 60 seconds. */
const LONGEST_WAIT_S = 45;
const MOST_ENTRIES = 200;
/** Beside a page of the transcript, which is in a result twice. */
const HEAD_WEIGHT = 45_000;

interface Stopped {
  /** Absent where people alone took the turns. */
  readonly run?: 'limit' | 'paused' | 'cancelled' | 'ended-without-notice';
  /** What it takes to continue: higher limits, whoever it waits for, or nothing but a resume. */
  readonly step: 'limit' | 'paused' | 'cancelled';
}

/** How the debate stopped, where no run is under way; `undefined` where it did not, or is final. */
async function findStopped(hall: Hall, snapshot: Snapshot): Promise<Stopped | undefined> {
  const { threadId, debate, log } = snapshot;
  const last = debate.runs.at(-1);
  const isFinal = debate.status !== 'exhausted' && !asksSomebody(debate);
  const queued = isFinal || (await isQueued(hall, threadId));
  // That it came to a limit is on record, whoever may look into the queue.
  if (queued === true || (queued === null && debate.status !== 'exhausted')) return undefined;
  if (last === undefined) return debate.status === 'exhausted' ? { step: 'limit' } : undefined;
  if (debate.followUp !== undefined) return { run: 'cancelled', step: 'cancelled' };
  if (debate.status === 'exhausted') return { run: 'limit', step: 'limit' };
  const waits = listPersonSteps(snapshot).length > 0 || Object.values(debate.seats).some(({ failing }) => failing);
  const step = waits ? 'paused' : 'cancelled';
  // The run of a program that was killed has no end.
  if (!last.ended) return { run: 'ended-without-notice', step };
  const pause = log.findLast((event) => isEvent(event, 'run-paused'));
  return { run: pause === undefined || pause.data.reason === 'cancelled' ? 'cancelled' : 'paused', step };
}

const RUN_WORDS: Readonly<Record<NonNullable<Stopped['run']>, string>> = {
  limit: 'its run stopped by a limit',
  paused: 'its run paused',
  cancelled: 'its run cancelled',
  'ended-without-notice': 'its run ended without notice',
};

function headText(summary: DebateOverview, running: boolean, run: Stopped['run']): string {
  const { thread_id, topic, status, outcome, turn_count, due, failures = [], relation } = summary;
  const standing = outcome === undefined ? status : `${status} (${outcome})`;
  const state = running ? `${standing}, running` : run === undefined ? standing : `${standing}, ${RUN_WORDS[run]}`;
  const lines = [
    ...adviceLines(summary),
    `Debate ${thread_id}: ${state}, ${countNoun(turn_count, 'turn')}. Topic:`,
    quoteLines(clip(topic, 600)),
    ...(relation === undefined ? [] : [`${relation}.`]),
  ];
  if (due.length > 0) lines.push(`Next: ${due.map(({ label }) => label).join(', ')}.`, ...formLines(due));
  for (const { role, code, next_step } of failures)
    lines.push([`${role} failed (${code}).`, next_step ?? ''].join(' ').trim());
  lines.push(...caveatLines(summary), ...describeImportProblems(summary.import_problems ?? 0));
  lines.push(...describeConclusion(summary));
  return lines.join('\n');
}

/** The findings of a review and the steps of a plan, once they are final. */
function showMade(snapshot: Snapshot): { readonly shown: object; readonly lines: readonly string[] } | undefined {
  const { format } = snapshot.debate.opened;
  if (snapshot.debate.status === 'open' || (format !== 'review' && format !== 'plan')) return undefined;
  const record = toRecord(snapshot);
  return format === 'review' ? reviewShown(record) : planShown(record);
}

/** Reviews and fixes of one change; an author starts only where the repository is. */
function showChain({ debates, branch, summary, next }: FixChain) {
  return {
    debates: debates.map(({ threadId: thread_id, ...debate }) => ({ thread_id, ...debate })),
    ...{ branch, summary, next_step: next },
  };
}

function chainLines(chain: FixChain): string[] {
  const { debates, summary, where } = describeChainWords(chain);
  return ['', `Part of a chain: ${debates}. ${summary}`, where];
}

function pageText(entries: readonly SpokenEntry[], total: number, nextFrom: number | undefined): string {
  const lines = entries.flatMap(({ seq, title, content, agent_role, author = agent_role }) => {
    // Of words from outside the seats the title says who said them.
    const by = agent_role === undefined ? '' : ` (${author})`;
    return ['', `#${seq} ${title}${by}:`, quoteLines(content)];
  });
  if (entries.length < total) lines.unshift('', `${entries.length} of ${total} contributions:`);
  if (nextFrom !== undefined) lines.push('', `More: get_debate with include_transcript and from ${nextFrom}.`);
  return lines.join('\n');
}

export const getDebate = defineTool({
  name: 'get_debate',
  title: 'Show a debate',
  description:
    'Shows status, who is next, and the decision; include_transcript adds what was said. wait_seconds waits for ' +
    'news from seq "from" on (default: now).',
  input: z.strictObject({
    thread_id: threadId,
    include_transcript: z.boolean().optional(),
    context_lines: z.int().min(1).max(1_000_000).optional().describe('Last n turns'),
    from: z.int().min(0).max(1_000_000_000).optional(),
    limit: z.int().min(1).max(MOST_ENTRIES).optional(),
    wait_seconds: z.number().min(0).max(LONGEST_WAIT_S).optional(),
  }),
  output: z.object({
    ...standingShape,
    octave_mode: z.boolean(),
    running: z.boolean(),
    queued: z.string().optional(),
    run: z.string().optional(),
    next_step: z.string().optional(),
    notices: z.array(z.string()).optional(),
    transcript: z.array(z.looseObject({ role: z.string(), content: z.string(), timestamp: z.string() })).optional(),
    next_from: z.number().optional(),
  }),
  operation: 'read-debate',
  hints: READS,
  async run(args, call) {
    const { hall, tools } = call;
    const { thread_id, from, wait_seconds = 0, context_lines } = args;
    const snapshot =
      wait_seconds > 0
        ? await awaitNews(call, thread_id, from, wait_seconds * 1_000)
        : await hall.engine.snapshot(thread_id);
    const summary = summarize(snapshot);
    const running = asksSomebody(snapshot.debate) && (await hall.store.isRunning(thread_id));
    const found = await describeChain(hall, snapshot);
    const chain = found && showChain(found);
    const queued = running ? undefined : await findQueueWait(hall, snapshot);
    const stopped = running || queued !== undefined ? undefined : await findStopped(hall, snapshot);
    const run = stopped?.run;
    const next_step = stopped && nextStep(stopped.step, summary, tools);
    const made = args.include_transcript === true ? undefined : showMade(snapshot);
    const head = {
      ...summary,
      octave_mode: true,
      running,
      ...defined({ run, queued: queued ?? undefined, next_step, chain }),
      ...(queued === null ? { notices: [QUEUE_UNSEEN] } : {}),
      ...made?.shown,
    };
    const text = [
      headText(summary, running, run),
      ...describeQueueWait(queued),
      ...(made?.lines ?? []),
      ...(next_step === undefined ? [] : [`Next step: ${next_step}`]),
      ...(found === undefined ? [] : chainLines(found)),
    ].join('\n');
    const links = summary.turn_count === 0 ? [] : [{ threadId: thread_id, part: 'transcript' } as const];
    if (args.include_transcript !== true) return { structured: head, text, links };
    const about = fitResult({ structured: head, text }, shortenedNote(tools), HEAD_WEIGHT);

    const all = listSpoken(snapshot);
    const turns = all.filter((entry) => entry.turn_index !== undefined);
    const first = context_lines === undefined ? 0 : (turns.at(-context_lines)?.seq ?? 0);
    const wanted = all.filter(({ seq }) => seq >= Math.max(first, from ?? 0));
    const { entries, nextFrom } = cutTurns(wanted, args.limit ?? MOST_ENTRIES);
    return {
      structured: { ...about.structured, transcript: entries, ...defined({ next_from: nextFrom }) },
      text: `${about.text}\n${pageText(entries, all.length, nextFrom)}`,
      links,
    };
  },
});
