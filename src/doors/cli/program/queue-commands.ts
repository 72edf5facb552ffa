// The commands around the queue of a shared hall: worker, queue.
import { type Command, Option } from 'commander';
import { RUN_PRIORITIES, RUN_STATES } from '../../../platform/queues/queue.ts';
import { addHallOptions, loadAction, parseSequence, parseWhole } from '../input/options.ts';
import { LOG_FORMS } from '../terminal/log.ts';

export function defineQueue(program: Command): void {
  addHallOptions(
    program
      .command('worker')
      .summary('Run the queued debates of a shared hall.')
      .description(
        'Take debates from the queue of a shared hall and run them with the agents on this machine, until it is stopped. ' +
          'The first SIGTERM or Ctrl-C lets the runs end within --grace, then leaves them to other workers.',
      )
      .option('-j, --concurrency <n>', 'debates to run at once', parseWhole, 2)
      .option('--agents <agents>', 'only these agents, separated by commas (default: all that are usable)')
      .option('--own-only <person>', 'only runs that this person asked for')
      .option('--metrics <address:port>', 'where to serve /metrics for Prometheus (default: nowhere)')
      .addOption(
        new Option('--log-format <form>', 'how it says what happens (default: text at a terminal, else json)').choices(
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
    .action(loadAction(() => import('../commands/queue/worker.ts')));

  const queue = program.command('queue').description('List and control the runs of workers.');
  addHallOptions(queue.command('list').description('List runs, newest first.'))
    .addOption(new Option('--state <state>', 'only runs in this state').choices(RUN_STATES))
    .option('--owner <person>', 'only runs that this person asked for')
    .option('--limit <n>', 'maximum number of runs', parseWhole, 30)
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/list.ts')));
  addHallOptions(queue.command('add').description('Add a run of a debate to the queue.').argument('<id>', 'the debate'))
    .addOption(new Option('--priority <priority>', 'when it starts').choices(RUN_PRIORITIES).default('normal'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/add.ts')));
  addHallOptions(queue.command('workers').description('List active workers and their agents.'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/workers.ts')));
  addHallOptions(
    queue
      .command('cancel')
      .description('Stop a run or remove it from the queue. The debate can be run again.')
      .argument('<id>', 'the debate'),
  )
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/cancel.ts')));
  addHallOptions(
    queue
      .command('retry')
      .description('Retry a run that failed or was cancelled, or with --all every run that failed.')
      .argument('[id]', 'the debate'),
  )
    .option('--all', 'every run that failed')
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/retry.ts')));
  addHallOptions(
    queue
      .command('schedule')
      .description('Recheck a decision on a schedule.')
      .argument('<id>', 'the debate')
      .requiredOption('--every <times>', 'minute, hour, day, month and weekday in UTC: "0 6 1 * *"')
      .option('--name <name>', 'name of the schedule (default: the ID of the debate)'),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Example, on the first of every month:
  debate-hall queue schedule 2026-11-20-rewrite-backend --every "0 6 1 * *"`,
    )
    .action(loadAction(() => import('../commands/queue/schedule.ts')));
  addHallOptions(queue.command('schedules').description('List scheduled rechecks.'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/schedules.ts')));
  addHallOptions(queue.command('unschedule').description('Remove a schedule.').argument('<name>', 'the schedule'))
    .option('--json', 'print JSON')
    .action(loadAction(() => import('../commands/queue/unschedule.ts')));
}
