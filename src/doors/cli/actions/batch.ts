// `--batch`: one debate for each line of a JSONL file, some at the same time, under shared limits, and one summary.
import pLimit from 'p-limit';
import * as z from 'zod';
import { limitsLeft } from '../../../domain/budget.ts';
import type { Debate } from '../../../domain/debate.ts';
import { defined } from '../../../domain/defined.ts';
import type { Limits } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { findRepeatedKey } from '../../../domain/parse-json.ts';
import { findProblems, joinHints, problemSentence } from '../../../domain/values/problems.ts';
import { describeEnding } from '../../../domain/words/describe-ending.ts';
import { endSentence } from '../../../domain/words/sentence.ts';
import { ledgerLimits } from '../../../hall/operations/debate/opening/limits.ts';
import { openDebate } from '../../../hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../../hall/operations/debate/opening/open-input.ts';
import { readTags } from '../../../hall/operations/debate/opening/tags.ts';
import { checkTopic } from '../../../hall/operations/debate/opening/topic.ts';
import { getExitCode } from '../../../hall/operations/debate/running/outcome-exit.ts';
import { runThread } from '../../../hall/operations/debate/running/run-thread.ts';
import { checkNewForm } from '../../../hall/operations/records/own-files.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import type { Clock } from '../../../support/clock.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { readNamedFile } from '../input/named-file.ts';
import { buildLimits, type LimitFlags } from '../input/settings-from-flags.ts';
import { withoutWords } from '../render/record-view.ts';
import { printJson, printMessage, printResult } from '../terminal/io.ts';
import type { ActionContext } from './run-action.ts';
import { announceStop } from './run-view.ts';
import { listNextSteps, printNext } from './show-end.ts';

const SHARED = ['tokens', 'costMicroUsd'] as const;
const NAMES = { tokens: 'tokens', costMicroUsd: 'money', wallMs: 'time' } as const;

export class SharedLimits {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #left: Partial<Limits>;
  readonly #jobs: number;
  #waiting: number;
  #running = 0;

  /** `limits` on all together, of `debates` of which at most `jobs` run at once. */
  constructor(limits: Partial<Limits>, debates: number, jobs: number, clock: Clock) {
    this.#left = { ...limits };
    this.#waiting = debates;
    this.#jobs = jobs;
    this.#clock = clock;
    this.#startedAt = clock.elapsed();
  }

  /** Limits of the next debate, where there are some on all. Throws `limit-reached` where nothing is left; a debate that `begin`s also `end`s. */
  begin(): Partial<Limits> {
    const share = { ...this.#left };
    const sharers = Math.min(this.#jobs - this.#running, this.#waiting);
    this.#waiting -= 1;
    this.#running += 1;
    for (const name of SHARED) {
      const left = this.#left[name];
      if (typeof left === 'number') share[name] = Math.floor(left / sharers);
    }
    // Time passes for all of them at once.
    if (typeof share.wallMs === 'number') share.wallMs -= this.#clock.elapsed() - this.#startedAt;
    for (const [name, amount] of Object.entries(share))
      if (amount !== null && amount < 1) this.#refuse(name as keyof Limits);
    for (const name of SHARED) this.#give(name, -(share[name] ?? 0));
    return share;
  }

  /** `debate`: of one that was opened; another one has used nothing of its share. */
  end(share: Partial<Limits>, debate: Parameters<typeof limitsLeft>[0] | undefined): void {
    this.#running -= 1;
    const left = debate === undefined ? share : limitsLeft(debate);
    for (const name of SHARED) this.#give(name, left[name] ?? 0);
  }

  #give(name: (typeof SHARED)[number], amount: number): void {
    const left = this.#left[name];
    if (typeof left === 'number') this.#left[name] = left + amount;
  }

  #refuse(name: keyof Limits): never {
    this.#running -= 1;
    throw new HallError('limit-reached', `The limit on ${NAMES[name]} of all lines together is used up.`, {
      hint: 'Run the lines that were not begun in a file of their own, with a limit of their own.',
    });
  }
}

const lineSchema = z.strictObject({
  topic: z.string(),
  id: z.string().optional(),
  tags: z.array(z.string()).optional(),
  rounds: z.int().min(1).optional(),
  context: z.array(z.string()).optional(),
});

const LINE = 'Each line is {"topic": "…", "id"?: "…", "tags"?: ["backend"], "rounds"?: 2, "context"?: ["src/"]}.';

interface Line extends z.infer<typeof lineSchema> {
  /** Number of the line in the file, which may have empty ones. */
  readonly number: number;
}

interface Row {
  readonly line: number;
  readonly threadId: string | null;
  readonly topic: string;
  readonly result: string;
  readonly exitCode: ExitCode;
}

/** What needs no look at anything else is checked before the first debate starts. Throws `bad-input`. */
function checkLine(line: Line, file: string): Line {
  try {
    checkTopic(line.topic);
    readTags(line.tags ?? []);
    if (line.id !== undefined) checkNewForm(line.id);
    return line;
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    const { code, message, hint = LINE } = error;
    throw new HallError(code, `Line ${line.number} of ${file}: ${message}`, { hint, cause: error });
  }
}

async function readLines(file: string): Promise<readonly Line[]> {
  const text = await readNamedFile(file, 'The batch file');
  const lines = text.split('\n').flatMap((raw, index): Line[] => {
    if (raw.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(raw);
    } catch (cause) {
      throw new HallError('bad-input', `Line ${index + 1} of ${file} is not JSON.`, { hint: LINE, cause });
    }
    const repeated = findRepeatedKey(raw);
    if (repeated !== undefined)
      throw new HallError('bad-input', `Line ${index + 1} of ${file} has "${repeated.key}" twice.`, { hint: LINE });
    const parsed = lineSchema.safeParse(value);
    if (parsed.success) return [checkLine({ ...parsed.data, number: index + 1 }, file)];
    const problems = findProblems(lineSchema, value, 5);
    const why = problems.map((problem) => problemSentence(problem, 'the line')).join('; ');
    const hint = [joinHints(problems), LINE].filter((part) => part !== undefined).join(' ');
    throw new HallError('bad-input', `Line ${index + 1} of ${file}: ${why}.`, { hint });
  });
  if (lines.length === 0) throw new HallError('bad-input', `The batch file ${file} is empty.`, { hint: LINE });
  for (const { id, number } of lines) {
    const first = id === undefined ? undefined : lines.find((line) => line.id?.toLowerCase() === id.toLowerCase());
    if (first === undefined || first.number === number) continue;
    const hint = 'Each debate needs an ID of its own, also where a file system takes capitals for small letters.';
    throw new HallError('bad-input', `Lines ${first.number} and ${number} of ${file} have the same ID.`, { hint });
  }
  return lines;
}

async function runLine(
  context: ActionContext,
  line: Line,
  common: Omit<OpenInput, 'topic'>,
  shared: SharedLimits,
): Promise<Row> {
  const { hall, signal } = context;
  let share: Partial<Limits> | undefined;
  let debate: Debate | undefined;
  let threadId: string | null = null;
  const row = (result: string, exitCode: ExitCode, steps: readonly string[] = []): Row => {
    printMessage(`${threadId ?? `line ${line.number}`}: ${result}`);
    printNext(steps);
    return { line: line.number, threadId, topic: line.topic, result, exitCode };
  };
  if (signal.aborted) return row('not started', EXIT.cancelled);
  try {
    share = shared.begin();
    const opened = await openDebate(hall, {
      ...common,
      limits: { ...ledgerLimits(hall.loaded.config.limits), ...share },
      topic: line.topic,
      tags: [...(common.tags ?? []), ...(line.tags ?? [])],
      context: [...(common.context ?? []), ...(line.context ?? [])],
      options: { ...common.options, ...defined({ rounds: line.rounds }) },
      ...defined({ threadId: line.id }),
    });
    ({ threadId, debate } = opened);
    const end = await runThread(hall, { threadId, signal, listen: () => {} });
    ({ debate } = end.snapshot);
    const record = toRecord(end.snapshot);
    const exitCode = getExitCode(end.reason, record);
    const { headline, authority, isWhole } = describeEnding(record);
    const outcome = isWhole ? headline : `${headline} ${endSentence(authority)}`;
    const result = record.outcome === null ? end.reason : outcome;
    return row(result, exitCode, listNextSteps(end, toPrintable(withoutWords(record))));
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    return row(`${error.code}: ${error.message}`, error.exitCode, error.hint === undefined ? [] : [error.hint]);
  } finally {
    if (share !== undefined) shared.end(share, debate);
  }
}

/** Runs all lines, whatever becomes of some. The exit code is the first one that is not 0. */
export async function runBatch(
  context: ActionContext,
  file: string,
  jobs: number,
  common: Omit<OpenInput, 'topic'>,
  flags: LimitFlags & { readonly json?: boolean },
): Promise<ExitCode> {
  const lines = await readLines(file);
  const limit = pLimit(jobs);
  const shared = new SharedLimits(buildLimits(flags).limits ?? {}, lines.length, jobs, context.hall.clock);
  const silence = announceStop(context.signal);
  const rows = await Promise.all(
    lines.map((line) => limit(async () => await runLine(context, line, common, shared))),
  ).finally(silence);
  if (flags.json === true) await printJson(rows);
  else {
    const count = (code: ExitCode) => rows.filter(({ exitCode }) => exitCode === code).length;
    const degraded = count(EXIT.degraded);
    const among = degraded === 0 ? '' : `, ${degraded} of them by a degraded panel`;
    const list = rows.map(({ threadId, line, result }) => `${threadId ?? `line ${line}`}\t${result}`);
    await printResult([...list, `${count(EXIT.ok) + degraded} of ${rows.length} decided${among}`].join('\n'));
  }
  return rows.find(({ exitCode }) => exitCode !== EXIT.ok)?.exitCode ?? EXIT.ok;
}
