// `debate-hall queue`: runs that wait for workers, and rechecks on a schedule.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { findRecheckProblem } from '../../../../hall/operations/debate/related/recheck.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findDebate } from '../../../../hall/operations/records/lists/find-debate.ts';
import {
  type KnownSchedule,
  type KnownWorker,
  type QueuedRun,
  RUN_PRIORITIES,
  RUN_STATES,
} from '../../../../platform/queues/queue.ts';
import { addToQueue } from '../../actions/add-to-queue.ts';
import { withDebate, withHall } from '../../actions/run-action.ts';
import { addCommand, addResultOptions, Option, parseWhole } from '../../input/options.ts';
import { type Column, getPaper, renderTable } from '../../render/layout/table.ts';
import {
  printEither,
  printJson,
  printLines,
  printList,
  printMessage,
  printResult,
  printRows,
} from '../../terminal/io.ts';
import { personName } from '../../terminal/person.ts';

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'STATE' },
  { title: 'ASKED', detail: true },
  { title: 'BY', detail: true },
  { title: 'AGENTS', detail: true },
  { title: 'WORKER', detail: true },
  { title: 'PROBLEM', cut: true },
];

const formatMinute = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ');

function toRow({ threadId, state, asked, owner = '', agents, worker = '', problem = '' }: QueuedRun): string[] {
  return [threadId, state, formatMinute(asked), owner, agents.join(','), worker, problem];
}

function workerLine({ name, concurrency, agents, owner }: KnownWorker): string {
  const whose = owner === undefined ? '' : `; only what ${owner} asks for`;
  return `${name}: ${concurrency} at once; ${agents.join(', ')}${whose}`;
}

function scheduleLine({ name, cron, threadId, problem }: KnownSchedule): string {
  const failed = problem === undefined ? '' : `; the last one failed: ${problem}`;
  return `${name}: rechecks ${threadId} at "${cron}" (UTC)${failed}`;
}

async function retryOne(hall: Hall, reference: string): Promise<readonly string[]> {
  const threadId = await findDebate(hall, reference);
  if (await (await hall.queue()).retry(threadId)) return [threadId];
  throw new HallError('not-active', `No run of "${threadId}" failed or was cancelled.`, {
    hint: `Add one with "debate-hall queue add ${threadId}".`,
  });
}

async function retryAll(hall: Hall): Promise<readonly string[]> {
  const queue = await hall.queue();
  const retried = new Set<string>();
  for (;;) {
    // A list has an end, and there may be more; what fails again is not tried again.
    const failed = (await queue.list({ states: ['failed'] })).filter(({ threadId }) => !retried.has(threadId));
    for (const { threadId } of failed.toReversed()) if (await queue.retry(threadId)) retried.add(threadId);
    if (failed.length === 0) return [...retried];
  }
}

export function define(queue: Command): void {
  addCommand(queue, 'list', 'List runs, newest first.')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(RUN_STATES))
    .option('--owner <person>', 'only runs that this person asked for')
    .option('--limit <n>', 'maximum number of runs', parseWhole, 30)
    .action(async ({ state, owner, limit, ...flags }) => {
      await withHall(flags, {}, async ({ hall }) => {
        const states = state === undefined ? undefined : [state];
        const runs = await (await hall.queue()).list({ most: limit, ...defined({ states, owner }) });
        await printList(flags, runs, 'No runs.', (shown) =>
          printLines(renderTable(COLUMNS, shown.map(toRow), getPaper())),
        );
      });
    });
  addCommand(queue, 'add', 'Add a run of a debate to the queue.')
    .argument('<id>', 'the debate')
    .addOption(new Option('--priority <priority>', 'when it starts').choices(RUN_PRIORITIES).default('normal'))
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId }) =>
        addToQueue(hall, { threadId, priority: flags.priority }, flags),
      );
    });
  addCommand(queue, 'workers', 'List active workers and their agents.').action(async (flags) => {
    await withHall(flags, {}, async ({ hall }) => {
      const workers = await (await hall.queue()).workers();
      await printList(flags, workers, 'No worker is running. Start one with "debate-hall worker".', (shown) =>
        printRows(shown.map(workerLine)),
      );
    });
  });
  addCommand(queue, 'cancel', 'Stop a run or remove it from the queue. The debate can be run again.')
    .argument('<id>', 'the debate')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId }) => {
        if (!(await (await hall.queue()).cancel(threadId))) {
          throw new HallError('not-active', `Debate "${threadId}" is neither queued nor running.`, {
            hint: 'List runs with "debate-hall queue list".',
          });
        }
        await printEither(flags, { threadId, result: 'cancelled' }, () => printResult(`${threadId}: cancelled`));
        printMessage(`Nothing is lost: continue with "debate-hall queue retry ${threadId}".`);
      });
    });
  addCommand(queue, 'retry', 'Retry a run that failed or was cancelled, or with --all every run that failed.')
    .argument('[id]', 'the debate')
    .option('--all', 'every run that failed')
    .action(async (reference, flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        if ((reference === undefined) === (flags.all !== true)) {
          throw new HallError('bad-input', 'Name one debate, or all runs that failed.', {
            hint: 'Such as "debate-hall queue retry rust", or "debate-hall queue retry --all".',
          });
        }
        const retried = reference === undefined ? await retryAll(hall) : await retryOne(hall, reference);
        if (flags.json === true) await printJson(retried.map((threadId) => ({ threadId, result: 'queued' })));
        else if (retried.length === 0) await printResult('No run failed.');
        else for (const threadId of retried) await printResult(`${threadId}: queued`);
      });
    });
  addResultOptions(
    queue
      .command('schedule')
      .description('Recheck a decision on a schedule.')
      .argument('<id>', 'the debate')
      .requiredOption('--every <times>', 'minute, hour, day, month and weekday in UTC: "0 6 1 * *"')
      .option('--name <name>', 'name of the schedule (default: the ID of the debate)'),
  )
    .addHelpText(
      'after',
      `
Example, on the first of every month:
  debate-hall queue schedule 2026-11-20-rewrite-backend --every "0 6 1 * *"`,
    )
    .action(async (reference, { every, name, ...flags }) => {
      await withDebate(reference, flags, async ({ hall, threadId }) => {
        const problem = findRecheckProblem(await hall.engine.snapshot(threadId));
        if (problem !== undefined) throw problem;
        const schedule = { name: name ?? threadId, cron: every, threadId, owner: personName() };
        await (await hall.queue()).setSchedule(schedule);
        await printEither(flags, schedule, ({ name, cron }) =>
          printResult(`${name}: rechecks ${threadId} at "${cron}" (UTC)`),
        );
      });
    });
  addCommand(queue, 'schedules', 'List scheduled rechecks.').action(async (flags) => {
    await withHall(flags, {}, async ({ hall }) => {
      const schedules = await (await hall.queue()).schedules();
      await printList(flags, schedules, 'Nothing is scheduled.', (shown) => printRows(shown.map(scheduleLine)));
    });
  });
  addCommand(queue, 'unschedule', 'Remove a schedule.')
    .argument('<name>', 'the schedule')
    .action(async (name, flags) => {
      await withHall(flags, {}, async ({ hall }) => {
        if (!(await (await hall.queue()).removeSchedule(name))) {
          throw new HallError('not-found', `There is no schedule "${name}".`, {
            hint: 'List them with "debate-hall queue schedules".',
          });
        }
        await printEither(flags, { name, result: 'removed' }, (shown) => printResult(`${shown.name}: removed`));
      });
    });
}
