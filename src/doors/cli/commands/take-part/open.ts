// `debate-hall open`: starts a debate with manual turns.
import type { Command } from '@commander-js/extra-typings';
import { openDebate } from '../../../../hall/operations/debate/opening/open-debate.ts';
import { toOpenInput } from '../../../../hall/operations/debate/opening/request.ts';
import { showDebate } from '../../../../hall/operations/records/copies/export-debate.ts';
import { withHall } from '../../actions/run-action.ts';
import { printUnclear } from '../../actions/run-view.ts';
import {
  addGateOption,
  addQuestionOptions,
  addResultOptions,
  addTagOption,
  collect,
  formatDocs,
  parseWhole,
} from '../../input/options.ts';
import { addTopicOptions } from '../../input/run-options.ts';
import { buildRequest, collectSettings } from '../../input/settings-from-flags.ts';
import { MATERIAL, readGivenTopic } from '../../input/topic-input.ts';
import { printJson, printResult } from '../../terminal/io.ts';

export function define(command: Command): void {
  const given = addTopicOptions(
    command.argument('[topic]', 'the question to decide (default: --file or standard input)'),
  )
    .option('--read <source>', 'let seats look things up, as in "run" (repeatable)', collect)
    .option('--id <name>', 'ID for the new debate (default: from date and topic)')
    .option('-r, --recipe <recipe>', 'recipe that sets rounds and vote: quick, standard or deep')
    .option('-F, --format <format>', 'debate format, which sets the rules')
    .option('-o, --option <name=value>', 'format option (repeatable)', collect)
    .option('--mediated', 'pick each speaker (wind-wall-door)')
    .option('--strict', 'reject turns that break the cognition rules (wind-wall-door)')
    .option('--max-turns <n>', 'maximum number of turns in its rounds; openings and votes do not count', parseWhole)
    .option('--max-rounds <n>', 'maximum number of rounds', parseWhole)
    .option('--allow-secrets', 'allow a topic or context that looks like a secret');
  addResultOptions(addTagOption(addGateOption(addQuestionOptions(given))))
    .addHelpText('after', formatDocs())
    .action(async (argument, flags) => {
      await withHall(flags, { settings: collectSettings(flags) }, async ({ hall, signal, readInput }) => {
        const request = buildRequest(await readGivenTopic(argument, flags, readInput), flags);
        const stdin = () => readInput(MATERIAL);
        const { threadId, debate } = await openDebate(
          hall,
          toOpenInput(request, { stdin, seating: 'by-hand', signal }),
        );
        printUnclear(debate.opened, {});
        if (flags.json === true) await printJson(await showDebate(hall, threadId));
        else await printResult(threadId);
      });
    });
}
