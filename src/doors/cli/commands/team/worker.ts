// `debate-hall worker`: runs the debates that a shared hall asks for, until it is stopped.
import { hostname } from 'node:os';
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { openPeople } from '../../../../hall/compose/people.ts';
import { requireTables } from '../../../../hall/compose/store.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { performRuns } from '../../../../hall/operations/queue/perform-run.ts';
import { type SurveyedAgent, surveyAgents } from '../../../../hall/operations/setup/survey-agents.ts';
import { countTasks } from '../../../../hall/operations/upkeep/observe-hall.ts';
import type { PerformRun, RunResult, Schedule } from '../../../../platform/queues/queue.ts';
import { closeInOrder } from '../../../../support/close-all.ts';
import { whenAborted } from '../../../../support/wait.ts';
import { type ActionContext, hallOptions, withHall } from '../../actions/run-action.ts';
import { workBeside } from '../../actions/work-beside.ts';
import { addHallOptions, Option, parseSequence, parseWhole } from '../../input/options.ts';
import { chooseLogForm, LOG_FORMS, logEntry, printMessage } from '../../terminal/io.ts';

const ENDS = {
  done: 'ended',
  paused: 'waits for a person',
  stopped: 'stopped; it can be continued',
  failed: 'failed',
} as const satisfies Record<RunResult['kind'], string>;

const SUPPORTED_NODE = '22.12';

/** By the package of pg-boss; older versions of Node are only tested by us. */
function isSupportedNode(version: string): boolean {
  return version.localeCompare(SUPPORTED_NODE, 'en', { numeric: true }) >= 0;
}

/** Those that can be used here, of those that are wanted. Where people have homes, the logins are theirs. Throws `no-agents`. */
async function findAgents({ hall, signal }: ActionContext, wanted: string | undefined): Promise<readonly string[]> {
  const surveyed = await surveyAgents(hall, { signal });
  const haveLogins = hall.loaded.config.worker.homes !== undefined;
  const isUsable = ({ usable, failure }: SurveyedAgent) => usable || (haveLogins && failure?.code === 'not-logged-in');
  const usable = surveyed.filter(isUsable).map(({ name }) => name);
  if (wanted === undefined) return usable;
  const names = wanted.split(',').map((name) => name.trim());
  const missing = names.filter((name) => !usable.includes(name));
  if (missing.length === 0) return names;
  throw new HallError('no-agents', `This machine cannot use ${missing.join(', ')}.`, {
    hint: 'See why with "debate-hall agents", or leave them out of --agents.',
  });
}

/** A message with fields for programs, or `text` for people. */
function tell(level: 'info' | 'error', message: string, fields: object, text: string): void {
  if (!logEntry(level, message, fields)) printMessage(text);
}

function reporting(perform: PerformRun): PerformRun {
  return async (task) => {
    const { threadId, owner, attempt } = task;
    const whose = owner === undefined ? '' : ` for ${owner}`;
    const started = `${threadId}: started${whose}${attempt === 1 ? '' : `, attempt ${attempt}`}`;
    tell('info', 'run started', defined({ debate: threadId, owner, attempt }), started);
    const result = await perform(task);
    const { kind } = result;
    const problem = kind === 'failed' ? result.problem : undefined;
    const level = kind === 'failed' ? 'error' : 'info';
    const ended = `${threadId}: ${ENDS[kind]}${problem === undefined ? '' : `: ${problem}`}`;
    tell(level, `run ${ENDS[kind]}`, defined({ debate: threadId, owner, problem }), ended);
    return result;
  };
}

/** Of a run that cannot be looked after; the others continue. */
function reportProblem(error: unknown, about: string): void {
  const problem = error instanceof Error ? error.message : String(error);
  tell('error', 'queue problem', { about, problem }, `${about === '' ? 'The queue' : about}: ${problem}`);
}

/** Loads what it takes when it is time: most workers never need it. The queue tries again what failed. */
async function recheck(hall: Hall, schedule: Schedule): Promise<void> {
  const { recheckScheduled } = await import('../../../../hall/operations/queue/recheck-scheduled.ts');
  try {
    await recheckScheduled(hall, schedule);
  } catch (error) {
    const { name, threadId: debate } = schedule;
    const problem = error instanceof Error ? error.message : String(error);
    const failed = `${debate}: the recheck of the schedule ${name} failed: ${problem}`;
    tell('error', 'recheck failed', { schedule: name, debate, problem }, failed);
    throw error;
  }
}

/** After the grace of the runs. */
const ENDS_WITHIN_MS = 10_000;

export function define(command: Command): void {
  addHallOptions(
    command
      .description(
        'Take debates from the queue of a shared hall and run them with the agents on this machine, until it is stopped. ' +
          'The first SIGTERM or Ctrl-C lets the runs end within --grace, then leaves them to other workers.',
      )
      .option('-j, --concurrency <n>', 'debates to run at once', parseWhole, 2)
      .option('--agents <agents>', 'only these agents, separated by commas (default: all that are usable)')
      .option('--own-only <person>', 'only runs that this person asked for')
      .option('--metrics <address:port>', 'where to serve /metrics for Prometheus (default: nowhere)')
      .addOption(
        new Option('--log-format <form>', 'format of the log (default: text at a terminal, else json)').choices(
          LOG_FORMS,
        ),
      )
      .option('--name <name>', 'name of this worker (default: from host and process)')
      .option('--grace <seconds>', 'seconds that runs may continue after a stop', parseSequence, 20),
  )
    .addHelpText(
      'after',
      `
Examples:
  debate-hall worker --concurrency 4
  debate-hall worker --agents claude,codex --own-only ada`,
    )
    .action(async (flags) => {
      const { concurrency, ownOnly, grace } = flags;
      const endsWithinMs = grace * 1_000 + ENDS_WITHIN_MS;
      const options = { runs: 'worker', endsWithinMs, log: chooseLogForm(flags.logFormat) } as const;
      await withHall(flags, options, async (context) => {
        const { hall, signal } = context;
        const { name = `${hostname()}-${process.pid}-${hall.random(4)}` } = flags;
        await requireTables(hall.loaded.config, hall.loaded.env);
        const queue = await hall.queue();
        const people = await openPeople(hall, { ...hallOptions(flags), runs: 'worker' });
        const agents = await findAgents(context, flags.agents);
        const worker = await queue.work(
          { name, concurrency, agents, ...defined({ owner: ownOnly }) },
          {
            run: reporting(countTasks(hall.metrics, performRuns(people.findHall))),
            recheck: async (schedule) => await recheck(hall, schedule),
            report: reportProblem,
          },
        );
        const beside = await workBeside(hall, flags.metrics);
        const whose = ownOnly === undefined ? '' : `, only what ${ownOnly} asks for`;
        printMessage(`Worker ${name}: takes runs from ${hall.store.place}, ${concurrency} at once${whose}.`);
        printMessage(people.note);
        if (!isSupportedNode(process.versions.node)) {
          printMessage(
            `pg-boss, which keeps the queue, supports Node ${SUPPORTED_NODE} or later; this is ${process.version}.`,
          );
        }
        printMessage(`Agents: ${agents.join(', ')}`);
        await new Promise<void>((ended) => whenAborted(signal, ended));
        printMessage(`Stopping: runs may continue for ${grace} s, then other workers take them over.`);
        await closeInOrder([() => worker.close(grace * 1_000), beside.close, people.close]);
      });
    });
}
