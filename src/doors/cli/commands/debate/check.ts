// `debate-hall check`: several agents answer the question by themselves; the exit code says whether they agree.
import type { Command } from '@commander-js/extra-typings';
import { defined } from '../../../../domain/defined.ts';
import { CHECK } from '../../../../hall/operations/debate/check/ladder.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { runQuestion } from '../../actions/further-steps.ts';
import { withHall } from '../../actions/run-action.ts';
import {
  addLimitOptions,
  addQuestionOptions,
  addReadingOptions,
  addTagOption,
  addViewOptions,
  collect,
  exitCodes,
  foldHelp,
  formatDocs,
  parseWhole,
  withProject,
} from '../../input/options.ts';
import { addCallOptions, addInputOptions, COMMON_FLAGS, withFollowUps, withRecall } from '../../input/run-options.ts';
import { buildRequest, collectSettings } from '../../input/settings-from-flags.ts';
import { MATERIAL, readGivenTopic } from '../../input/topic-input.ts';

export function define(command: Command): void {
  const input = addInputOptions(
    command
      .description(
        'Ask several agents the same question independently and compare the answers. ' +
          'Exits with 0 if all are the same and with 6 if not.',
      )
      .argument('[question]', 'the question (default: --file or standard input)'),
    'question',
  );
  const opening = addTagOption(withRecall(addReadingOptions(input)).option('--id <name>', 'ID for the new check'));
  const seats = addQuestionOptions(opening.optionsGroup('Question:'))
    .optionsGroup('Seats:')
    .option('--seats <n>', 'number of answers, 1 to 12 (default: 3)', parseWhole)
    .option('--agents <agents>', 'who answers, separated by commas: claude,codex:gpt-5.5#high')
    .option('--seat <seat=agent>', 'agent for a seat, such as seat-2=claude:opus (repeatable)', collect)
    .option('--preset <preset>', 'preset to start from');
  const limits = addLimitOptions(withFollowUps(addCallOptions(seats)));
  const output = addViewOptions(limits).option('--dry-run', 'show seats, calls and sizes without calling a model');
  foldHelp(withProject(output), [...COMMON_FLAGS, '--seats'])
    .addHelpText(
      'after',
      `
Examples:
  debate-hall check "Is it safe to drop the column users.legacy_id?" --context migrations/
  debate-hall check --options "Rust,Go,neither" --seats 5 "Which language for the new service?"
  debate-hall check --answer probability "How likely is it that we ship in May?"
  debate-hall check "Should we rewrite our backend in Rust?" --escalate
${exitCodes({ 0: 'all answers are the same', 6: 'the answers are not all the same' })}
${formatDocs('check.md')}`,
    )
    .action(async (question, flags) => {
      await withHall(flags, { settings: collectSettings(flags) }, async (context) => {
        const { signal, readInput } = context;
        const { rules, ...asked } = buildRequest(await readGivenTopic(question, flags, readInput), flags);
        const request = { ...asked, rules: { ...defined({ seats: flags.seats }), ...rules } };
        const input = toOpenInput(request, { stdin: () => readInput(MATERIAL), signal });
        return await runQuestion(context, flags, { ...input, format: CHECK });
      });
    });
}
