// debate_review and debate_360: several agents review a change and each other.
import * as z from 'zod';
import { defined } from '../../../../domain/defined.ts';
import { PLATFORMS } from '../../../../domain/diffs/platform.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import { type Finding, readReview, SEVERITIES } from '../../../../domain/results/review-result.ts';
import { formatPlace } from '../../../../domain/words/describe-reviewed.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { reviewOpening } from '../../../../hall/operations/review/review-diff.ts';
import { PAGE_CHARACTERS } from '../../texts/spoken.ts';
import { clip, measureWeight, quoteLines } from '../../texts/text.ts';
import { requested } from '../shapes.ts';
import { defineTool, RUNS_AGENTS, type ToolCall } from '../tool.ts';
import { endShape, findLeader, getConfidence, openingShape, runCrossReview, writeResult } from './cross-review.ts';
import { planShown, planWith } from './debate-plan.ts';
import { changeShape } from './read-diff.ts';

const LINES = 20;
const LIST_CHARACTERS = 300;

/** As many as fit into a result, the worst first. */
function chooseFindings(findings: readonly Finding[]): Finding[] {
  let left = PAGE_CHARACTERS;
  const kept: Finding[] = [];
  for (const finding of findings) {
    left -= measureWeight(JSON.stringify(finding));
    if (left < 0) break;
    kept.push(finding);
  }
  return kept;
}

function toLine(finding: Finding): string {
  const { id, severity, title } = finding;
  const place = formatPlace(finding);
  return quoteLines(
    clip(`${id} ${severity} ${title}${place === undefined ? '' : ` (${place})`}`, LIST_CHARACTERS).replaceAll(
      '\n',
      ' ',
    ),
  );
}

const list = (texts: readonly string[]) => texts.slice(0, LINES).map((text) => clip(text, LIST_CHARACTERS));

/** What both tools show, and what each of them shows under names of its own. */
function summarizeReview(record: DebateRecord) {
  const review = readReview(record);
  const all = SEVERITIES.flatMap((severity) => (review?.findings ?? []).filter((each) => each.severity === severity));
  const findings = chooseFindings(all);
  const shared = {
    reviewed: review?.reviewed ?? false,
    winner: findLeader(record),
    overlap: review?.overlap ?? null,
    confidence: getConfidence(record, review?.overlap),
    rounds: review?.rounds ?? 0,
    ...(findings.length === all.length ? {} : { more_findings: all.length - findings.length }),
  };
  const degraded = review?.degraded ?? true;
  return { review, degraded, shared, findings, count: all.length, lines: all.slice(0, LINES).map(toLine) };
}

const reviewShape = {
  advice: z.string().optional(),
  reviewed: z.boolean().optional(),
  degraded: z.boolean().optional(),
  winner: z.string().nullable().optional(),
  overlap: z.number().nullable().optional(),
  confidence: z.number().nullable().optional(),
  rounds: z.number().optional(),
  more_findings: z.number().optional(),
};

const findings = z.array(z.looseObject({})).optional();
const strings = z.array(z.string()).optional();

/** What it came to, as `debate_review` and `get_debate` return it; the latter has reasons in `degraded`. */
export function reviewShown(record: DebateRecord) {
  const { review, degraded, shared, findings: merged_findings, count, lines } = summarizeReview(record);
  return { review, degraded, lines, shown: { ...shared, merged_findings, findings_count: count } };
}

/** The review as `debate_review` returns it. */
function toMergedReview(record: DebateRecord) {
  const { review, degraded, lines, shown } = reviewShown(record);
  return {
    lines,
    shown: {
      ...shown,
      degraded,
      evaluation: { agents: (review?.scores ?? []).slice(0, 5), reviewers: review?.reviewers ?? [] },
      residual_risks: list(review?.residualRisks ?? []),
      open_questions: list(review?.openQuestions ?? []),
      final_recommendation: writeResult(record, 'Not reviewed.'),
    },
  };
}

/** The review as `debate_360` returns it. */
function toFinalReview(record: DebateRecord) {
  const { review, degraded, shared, findings: final_findings, count, lines } = summarizeReview(record);
  const verdicts = (test: (votes: Finding['votes']) => boolean) =>
    (review?.findings ?? []).filter(({ votes }) => test(votes)).length;
  return {
    lines,
    shown: {
      mode: 'review',
      ...shared,
      degraded,
      final_findings_count: count,
      final_findings,
      final_residual_risks: list(review?.residualRisks ?? []),
      final_open_questions: list(review?.openQuestions ?? []),
      validation_summary: {
        approved: verdicts(({ valid, invalid }) => valid > invalid),
        rejected: review?.eliminated.length ?? 0,
        ties: verdicts(({ valid, invalid }) => valid === invalid),
      },
    },
  };
}

const input = {
  question: requested.topic.describe('What to look for'),
  ...openingShape,
  ...changeShape,
  platform: z.enum(PLATFORMS).optional().describe('Default: detected from the change'),
};

type Asked = z.output<z.ZodObject<typeof input>>;

async function openReview(hall: Hall, args: Asked, rules: RuleData, signal: AbortSignal) {
  const { question: topic, agents, thread_id: threadId, tags, platform, ...change } = args;
  const request = { topic, agents, threadId, tags, rules: { ...defined({ platform }), ...rules } };
  const { staged, range, path } = change;
  return await reviewOpening(hall, { ...toOpenInput(request, { signal }), staged, range, path });
}

export const debateReview = defineTool({
  name: 'debate_review',
  title: 'Review a change',
  description:
    "Several agents review a change independently, then cross-check each other's findings; returns the merged " +
    'findings. "reviewed": false means that nobody reviewed it, not that nothing is wrong. Takes minutes and spends tokens. ' +
    'Example: {"question": "Is this safe to merge?", "range": "main...HEAD"}',
  input: z.strictObject({
    ...input,
    includeCritique: z.boolean().optional().describe('false: no rounds on disputed findings'),
  }),
  output: z.object({
    ...endShape,
    ...reviewShape,
    findings_count: z.number().optional(),
    merged_findings: findings,
    evaluation: z.looseObject({}).optional(),
    residual_risks: strings,
    open_questions: strings,
    final_recommendation: z.string().optional(),
  }),
  operation: 'start-run',
  also: () => ['read-files'],
  hints: RUNS_AGENTS,
  async run(args, call) {
    const options = args.includeCritique === false ? { rounds: 0 } : {};
    return await runCrossReview(call, args, {
      open: (hall) => openReview(hall, args, options, call.signal),
      show: toMergedReview,
    });
  },
});

const DEFAULT_ROUNDS = 3;
const DEFAULT_THRESHOLD = 80;

const rounds360 = z.int().min(1).max(5).optional().describe(`Default: ${DEFAULT_ROUNDS}`);
const threshold360 = z.int().min(50).max(100).optional().describe(`Percent; default: ${DEFAULT_THRESHOLD}`);

export const debate360 = defineTool({
  name: 'debate_360',
  title: 'Review or plan until agreed',
  description:
    'Reviews a change, or with mode "plan" makes a plan, in rounds until agreement reaches confidenceThreshold percent or ' +
    'maxRounds is used up; then one agent writes the result and the others vote on it. Takes minutes and spends tokens.',
  input: z.strictObject({
    ...input,
    mode: z.enum(['review', 'plan']).optional().describe('Default: review'),
    maxRounds: rounds360,
    confidenceThreshold: threshold360,
  }),
  output: z.object({
    ...endShape,
    ...reviewShape,
    mode: z.string().optional(),
    final_findings_count: z.number().optional(),
    final_findings: findings,
    final_residual_risks: strings,
    final_open_questions: strings,
    validation_summary: z.looseObject({}).optional(),
    planned: z.boolean().optional(),
    plan: z.looseObject({}).optional(),
    formatted: z.string().optional(),
  }),
  operation: 'start-run',
  also: () => ['read-files'],
  hints: RUNS_AGENTS,
  async run(args, call: ToolCall) {
    const options = {
      rounds: args.maxRounds ?? DEFAULT_ROUNDS,
      confidenceThreshold: args.confidenceThreshold ?? DEFAULT_THRESHOLD,
    };
    if (args.mode === 'plan') {
      const change = [args.staged, args.range, args.path, args.platform].some((each) => each !== undefined);
      return await planWith(call, { ...args, topic: args.question, rules: options, change }, (record) => {
        const { shown, lines } = planShown(record);
        return { lines, shown: { mode: 'plan', ...shown } };
      });
    }
    return await runCrossReview(call, args, {
      open: (hall) => openReview(hall, args, options, call.signal),
      show: toFinalReview,
    });
  },
});
