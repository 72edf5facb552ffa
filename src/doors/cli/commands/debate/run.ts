// `debate-hall run`: opens a debate and runs it; or shows what it would do; or runs many.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import type { ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { refuseWords } from '../../../../hall/operations/debate/check/blind-vote.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { runQuestion } from '../../actions/further-steps.ts';
import { type ActionContext, withHall } from '../../actions/run-action.ts';
import {
  addGateOption,
  addLimitOptions,
  addQuestionOptions,
  addReadingOptions,
  addSeatOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  type FlagsOf,
  foldHelp,
  formatDocs,
  Option,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import {
  addCallOptions,
  addInputOptions,
  COMMON_FLAGS,
  withComparison,
  withFollowUps,
  withRecall,
} from '../../input/run-options.ts';
import { buildRequest, collectSettings } from '../../input/settings-from-flags.ts';
import { MATERIAL, readGivenTopic } from '../../input/topic-input.ts';

/** What neither many debates nor one on a worker can have. */
const OF_ONE_RUN_HERE = ['dryRun', 'events', 'escalate', 'compare', 'html', 'report'];

function addOptions(command: Command) {
  const input = addInputOptions(
    command.argument('[topic]', 'the question to decide (default: --file or standard input)'),
  );
  const rules = addTagOption(
    withRecall(addReadingOptions(input)).option('--id <name>', 'ID for the new debate (default: from date and topic)'),
  )
    .addOption(
      new Option('--batch <file>', 'run one debate per line of a JSONL file').conflicts([
        ...['file', 'id'],
        ...OF_ONE_RUN_HERE,
      ]),
    )
    .option('-j, --jobs <n>', 'debates to run at once with --batch', parseWhole, 2)
    .addOption(
      new Option('--queue', 'leave the run to the workers of a shared hall').conflicts(['batch', ...OF_ONE_RUN_HERE]),
    )
    .optionsGroup('Rules:')
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-r, --recipe <recipe>', 'quick, standard or deep')
    .option('--preset <preset>', 'preset to start from')
    .option('--rounds <n>', 'rounds before the decision', parseWhole)
    .option('--vote', 'have Wind and Wall vote on the decision')
    .option('--no-vote', 'decide without a vote')
    .option('--mediated', 'let a mediator pick each speaker (wind-wall-door)')
    .option('--strict', 'reject turns that break the cognition rules (wind-wall-door)')
    .option('-o, --option <name=value>', 'format option (repeatable)', collect);
  const question = addGateOption(addQuestionOptions(rules.optionsGroup('Question:')));
  const seats = addCallOptions(
    addSeatOptions(withComparison(withFollowUps(question)).optionsGroup('Seats:')).option(
      '--agents <agents>',
      'agents of the debating seats, in order: claude,codex:gpt-5.5#high',
    ),
  );
  const limits = addLimitOptions(seats)
    .option('--max-turns <n>', 'maximum number of turns in its rounds; openings and votes do not count', parseWhole)
    .option('--max-rounds <n>', 'maximum number of rounds', parseWhole);
  const output = addViewOptions(limits).option('--dry-run', 'show seats, calls and sizes without calling a model');
  return foldHelp(withProject(output), COMMON_FLAGS);
}

type RunFlags = FlagsOf<typeof addOptions>;

async function run(argument: string | undefined, flags: RunFlags): Promise<void> {
  const options = {
    settings: collectSettings(flags),
    // Of debates that run at once, no question to a person says which one it is of.
    asksForTurns: flags.batch === undefined,
    ...defined({ runs: flags.queue === true ? 'queued' : undefined } as const),
  };
  await withHall(flags, options, async (context) => await openAndRun(context, argument, flags));
}

async function openAndRun(
  context: ActionContext,
  argument: string | undefined,
  flags: RunFlags,
): Promise<ExitCode | undefined> {
  const { signal, readInput } = context;
  const caller = { stdin: () => readInput(MATERIAL), signal };
  if (flags.batch !== undefined) {
    if (argument !== undefined) {
      throw new HallError('usage', 'The topic is given twice: as an argument and with --batch.', {
        hint: 'Put every topic into the batch file.',
      });
    }
    const { runBatch } = await import('../../actions/batch.ts');
    const { topic: _, ...common } = toOpenInput(buildRequest('', flags), caller);
    return await runBatch(context, flags.batch, flags.jobs, common, flags);
  }
  const input = toOpenInput(buildRequest(await readGivenTopic(argument, flags, readInput), flags), caller);
  if (flags.compare !== undefined) refuseWords(input.topic, input.question);
  return await runQuestion(context, flags, input);
}

export function define(command: Command): void {
  addOptions(command.description('Run a debate, show it live, print the decision and keep the record.'))
    .addHelpText(
      'after',
      `
Examples:
  debate-hall run "Should we rewrite our backend in Rust?"
  debate-hall run --rehearse "Should we rewrite our backend in Rust?"
  debate-hall run --options "Rust,Go,neither" "Which language for the new service?" --compare 3
  debate-hall run "Should we rewrite our backend in Rust?" --gate challenge --escalate
  debate-hall run "Should we split the engine package?" --read .
  debate-hall run -f question.md --context src/ --rounds 3 --wall codex --door claude:opus
  debate-hall run --format panel --agents claude,codex,gemini+operator "Should we move to Postgres?"
  debate-hall run --tag backend --tag cost "Should we rewrite our backend in Rust?"
  debate-hall run --queue "Should we rewrite our backend in Rust?"
  git diff main | debate-hall run "Is this change safe to ship?" --context - --json > verdict.json
${exitCodes()}
${formatDocs()}`,
    )
    .action(run);
}
