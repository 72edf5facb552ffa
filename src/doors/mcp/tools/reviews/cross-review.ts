// Runs reviews and plans for a tool call: opens them in a hall of their own, reports progress, sums up what came out.
import * as z from 'zod';
import { limitsRequest } from '../../../../domain/debate-request.ts';
import { defined } from '../../../../domain/defined.ts';
import { listMissed } from '../../../../domain/left-out.ts';
import { isOfSeats } from '../../../../domain/outcomes.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { listShortcomings, readReview } from '../../../../domain/results/review-result.ts';
import { writeReport } from '../../../../domain/words/conclusions.ts';
import { describeAuthority } from '../../../../domain/words/describe-authority.ts';
import { describeEnding } from '../../../../domain/words/describe-ending.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import { escapePlain } from '../../../../domain/words/markdown-safe.ts';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../../../hall/operations/debate/opening/open-input.ts';
import type { RunOutput } from '../../../../hall/operations/debate/running/run-output.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { toRecord } from '../../../../ledger/engine/record/record.ts';
import { getAsker } from '../../../../platform/access/principal.ts';
import type { OfferedTools } from '../../clients/offered-tools.ts';
import { inOwnHall, runShape, runWatched, nextStep as tellNextStep } from '../../runs/run-and-tell.ts';
import { adviceLines } from '../../texts/opinions.ts';
import { PAGE_CHARACTERS } from '../../texts/spoken.ts';
import { clip } from '../../texts/text.ts';
import { caveatLines, summarize } from '../../texts/view.ts';
import { requested } from '../shapes.ts';
import type { ToolCall, ToolResult } from '../tool.ts';

const MISSING_CHARACTERS = 1_000;

/** Arguments that all of them take. */
export const openingShape = {
  preset: requested.preset.describe('For example rehearsal: no model, no cost'),
  agents: requested.agents.describe('agent[:model][#effort]; default: agents that are ready'),
  thread_id: requested.thread_id,
  tags: requested.tags,
  limits: limitsRequest.omit({ turns: true, rounds: true }).optional(),
  wait: z.boolean().optional().describe('false: return at once, follow with get_debate'),
};

export const endShape = {
  thread_id: z.string(),
  run: runShape.run,
  next_step: z.string(),
  complete: z.boolean().optional(),
  missing: z.array(z.string()).optional(),
  report_path: z.string().optional(),
  duration_ms: z.number().optional(),
  forecast: z.looseObject({}).optional(),
};

export type ReviewRequest = z.output<z.ZodObject<typeof openingShape>>;

/** What it lacks, in sentences; a plan is complete when its panel is. */
function listMissing(record: DebateRecord): readonly string[] {
  if (record.format === 'review') {
    const parts = listMissed(record.contextLeftOut).map(({ source, reason }) => `${source} (${reason})`);
    return [
      ...listShortcomings(record),
      ...(parts.length === 0 ? [] : [clip(`Nobody reviewed ${parts.join(', ')}.`, MISSING_CHARACTERS)]),
    ];
  }
  if (record.status !== 'closed') return ['It is not finished.'];
  return describeAuthority(record, { label: labelSeats(record.seats) }).gaps.map((gap) => `Degraded: ${gap}.`);
}

function nextStep({ reason, snapshot }: RunOutput, record: DebateRecord, tools: OfferedTools): string {
  if (reason !== 'closed') return tellNextStep(reason, summarize(snapshot), tools);
  return listMissing(record).length === 0
    ? 'None: it is complete.'
    : 'Report what is missing together with the result.';
}

export type End = z.output<z.ZodObject<typeof endShape>> & {
  /** Whether a reviewed change can be merged. */
  advice?: string;
  /** Seats whose words no model found. */
  rehearsal?: string[];
  notes?: string[];
};

function summarizeEnd(end: RunOutput, record: DebateRecord, tools: OfferedTools): End {
  const missing = [...listMissing(record)];
  const { rehearsal, notes, advice } = summarize(end.snapshot);
  return {
    ...defined({ advice }),
    thread_id: record.threadId,
    run: end.reason,
    next_step: nextStep(end, record, tools),
    complete: missing.length === 0,
    missing,
    ...defined({ rehearsal, notes, report_path: end.reportFile }),
    duration_ms: record.runningMs,
  };
}

export interface CrossReview<Shown> {
  readonly open: (hall: Hall) => Promise<OpenInput>;
  /** What came out, in the tool's own words; the lines stand in the text of the result. */
  readonly show: (record: DebateRecord) => { readonly shown: Shown; readonly lines: readonly string[] };
}

/** Waits for the end of the run unless the caller does not want to. Throws what opening and running throw. */
export async function runCrossReview<Shown extends object>(
  call: ToolCall,
  opening: ReviewRequest,
  { open, show }: CrossReview<Shown>,
): Promise<ToolResult<End & Partial<Shown>>> {
  return await inOwnHall(call, opening, async (hall, leave) => {
    const opened = await openDebate(hall, { ...(await open(hall)), ...getAsker(call.gate.principal) });
    const { threadId } = opened;
    if (opening.wait === false) {
      const { structured, text } = await leave(opened);
      const { thread_id, run, next_step, forecast } = structured;
      const started: End = { thread_id, run, next_step, forecast };
      return { structured: started as End & Partial<Shown>, text };
    }
    const end = await runWatched(call, hall, { threadId });
    const record = toRecord(end.snapshot);
    const ending = summarizeEnd(end, record, call.tools);
    const { shown, lines } = show(record);
    const headline = record.result?.headline ?? 'There is no result yet.';
    return {
      structured: { ...ending, ...shown },
      text: [
        ...adviceLines(ending),
        `${record.format} ${threadId}: ${ending.run}. ${headline}`,
        ...(ending.missing ?? []),
        ...caveatLines(ending),
        ...lines,
        ...(ending.report_path === undefined ? [] : [`Report: ${ending.report_path}`]),
        `Next step: ${ending.next_step}`,
      ].join('\n'),
      links: [{ threadId, part: 'transcript' }],
    };
  });
}

/** The result in words, for clients that read nothing else. */
export function writeResult(record: DebateRecord, otherwise: string): string {
  const { outcome, result } = record;
  const headline = isOfSeats(outcome) || outcome === null ? result?.headline : describeEnding(record).headline;
  const parts = result === null ? [otherwise] : [escapePlain(headline ?? ''), writeReport(result)];
  return clip(parts.join('\n\n').trimEnd(), PAGE_CHARACTERS);
}

/** How far the seats hold the same, in percent; `null` where they did not come to an end. */
export const getConfidence = ({ outcome }: DebateRecord, overlap: number | null | undefined): number | null =>
  isOfSeats(outcome) ? (overlap ?? null) : null;

/** The agent whose answers scored best; `null` when nobody's did, or it did not come to its end. */
export function findLeader(record: DebateRecord): string | null {
  if (!isOfSeats(record.outcome)) return null;
  const scores = z
    .array(z.looseObject({ seat: z.string(), total: z.number() }))
    .safeParse((record.format === 'review' ? readReview(record) : record.result?.data)?.['scores']);
  const best = (scores.data ?? []).reduce<{ seat: string; total: number } | undefined>(
    (most, each) => (most === undefined || each.total > most.total ? each : most),
    undefined,
  );
  return record.seats.find(({ seat }) => seat === best?.seat)?.agent.agent ?? null;
}
